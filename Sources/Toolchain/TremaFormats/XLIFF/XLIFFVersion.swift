/// The version of XLIFF to write. The content is the same in both. Most tools for apps support only
/// 1.2.
package enum XLIFFVersion: String, CaseIterable, Hashable, Sendable {
  case v12 = "1.2"
  case v20 = "2.0"
}

/// The namespaces and versions of XLIFF.
enum XLIFFNamespace {
  /// The namespace of XLIFF 1.2.
  static let version1 = "urn:oasis:names:tc:xliff:document:1.2"
  /// The namespace of the XLIFF 2.x size restriction module.
  static let sizeRestriction = "urn:oasis:names:tc:xliff:sizerestriction:2.0"

  /// The major version by version: 1 for `1.0`, `1.1` and `1.2`, 2 for `2.0`, `2.1` and `2.2`.
  static let majorVersions = [
    "1.0": 1, "1.1": 1, "1.2": 1, "2.0": 2, "2.1": 2, "2.2": 2,
  ]

  /// Returns whether a namespace is an XLIFF namespace. This includes the empty namespace because
  /// documents before 1.1 have none.
  static func isXLIFF(_ uri: String) -> Bool {
    uri.isEmpty || uri.utf8.starts(with: "urn:oasis:names:tc:xliff:document:".utf8)
  }
}
