import TremaHTTP

extension RedactionRule {
  /// Masks the path segments that match a variable in one of `paths`. The comparison ignores empty
  /// segments, case and percent-encoding: we'd rather hide too much than too little.
  func redacted(path: String) -> String {
    if paths.isEmpty || hidesNothing { return path }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let nonEmpty = parts.indices.filter { !parts[$0].isEmpty }
    for pattern in paths {
      let segments = pattern.split(separator: "/")
      guard segments.count <= nonEmpty.count,
        !pattern.hasPrefix("/") || segments.count == nonEmpty.count
      else {
        continue
      }
      let pairs = zip(nonEmpty.suffix(segments.count), segments)
      let isMatch = pairs.allSatisfy { index, segment in
        segment.contains("{")
          || Self.normalizedSegment(parts[index]) == Self.normalizedSegment(segment)
      }
      guard isMatch else { continue }
      for (index, segment) in pairs where segment.contains("{") {
        parts[index] = Self.encodedMask[...]
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns a segment for comparison, decoded and in lowercase.
  private static func normalizedSegment(_ segment: Substring) -> String {
    ((try? PercentEncoding.decode(String(segment))) ?? String(segment)).lowercased()
  }
}
