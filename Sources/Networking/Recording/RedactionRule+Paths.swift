import TremaHTTP

extension RedactionRule {
  /// Masks the segments of a path that match a variable of one of `paths`. The comparison ignores
  /// empty segments, case and percent-encoding, so as to hide too much rather than too little.
  func redacted(path: String) -> String {
    if paths.isEmpty || hidesNothing { return path }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let full = parts.indices.filter { !parts[$0].isEmpty }
    for pattern in paths {
      let wanted = pattern.split(separator: "/")
      guard wanted.count <= full.count, !pattern.hasPrefix("/") || wanted.count == full.count else {
        continue
      }
      let places = zip(full.suffix(wanted.count), wanted)
      let fits = places.allSatisfy { index, wanted in
        wanted.contains("{") || Self.plain(parts[index]) == Self.plain(wanted)
      }
      guard fits else { continue }
      for (index, wanted) in places where wanted.contains("{") {
        parts[index] = Self.encodedMask[...]
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns a segment for the comparison: decoded and in lower case.
  private static func plain(_ segment: Substring) -> String {
    ((try? PercentEncoding.decode(String(segment))) ?? String(segment)).lowercased()
  }
}
