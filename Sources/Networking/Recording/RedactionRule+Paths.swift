extension RedactionRule {
  /// A path whose segments are hidden that stand for variables of one of ``paths``.
  func redacted(path: String) -> String {
    if paths.isEmpty || hidesNothing { return path }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for pattern in paths {
      let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
      let isWhole = pattern.hasPrefix("/")
      guard wanted.count <= parts.count, !isWhole || wanted.count == parts.count else { continue }
      let start = parts.count - wanted.count
      let fits = zip(parts[start...], wanted).allSatisfy { part, wanted in
        wanted.contains("{") ? !part.isEmpty : part == wanted
      }
      guard fits else { continue }
      for (index, wanted) in wanted.enumerated() where wanted.contains("{") {
        parts[start + index] = Self.encodedMask[...]
      }
    }
    return parts.joined(separator: "/")
  }
}
