/// Which XLIFF a file is written in. Both say the same; tools for apps mostly know 1.2 alone.
package enum XLIFFVersion: String, CaseIterable, Hashable, Sendable {
  case v12 = "1.2"
  case v20 = "2.0"
}

/// The namespaces of XLIFF.
enum XLIFFNamespace {
  static let one = "urn:oasis:names:tc:xliff:document:1.2"
  static let sizeRestriction = "urn:oasis:names:tc:xliff:sizerestriction:2.0"

  /// The first number of a version: 1 for `1.0`, `1.1` and `1.2`, 2 for `2.0`, `2.1` and `2.2`.
  static let generations = [
    "1.0": 1, "1.1": 1, "1.2": 1, "2.0": 2, "2.1": 2, "2.2": 2,
  ]

  /// Files from before 1.1 have no namespace.
  static func isXLIFF(_ uri: String) -> Bool {
    uri.isEmpty || uri.utf8.starts(with: "urn:oasis:names:tc:xliff:document:".utf8)
  }
}
