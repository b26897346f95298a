import TremaSupport

extension TextFormat {
  /// The string resources of Compose Multiplatform.
  static let compose = TextFormat(
    "compose", .compose, .languages(.compose),
    fields: [.fallback, .statuses, .languageNames, .defaultLanguage])
}

extension ReadableFormat {
  /// The reader of a `strings.xml` file in `composeResources`. The extension is the same as for
  /// ``android``, which is the format of such a file in other folders.
  package static let compose = ReadableFormat("compose", extensions: ["xml"]) {
    (bytes, options) throws(Diagnostic) in
    try AndroidReader.read(bytes, options, .compose)
  }

  /// Whether the files of the format are resources in folders such as `values-de`.
  package var isInValuesFolders: Bool { self == .android || self == .compose }

  /// Returns whether a path contains a folder with the resources of Compose Multiplatform.
  package static func isComposePath(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).dropLast().contains {
      $0.elementsEqual("composeResources".utf8)
    }
  }
}

extension ResourceFormat {
  /// The writer of a `strings.xml` file for each language.
  package static let compose = ResourceFormat(
    "compose", reportsMissing: true, paths: { AndroidWriter.paths($0, .compose) },
    features: { _ in [.context, .translatable, .array] },
    writer: { AndroidWriter($0, .compose) })
}
