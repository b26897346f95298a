import TremaSupport

extension TextFormat {
  /// Android's resource files with strings.
  static let android = TextFormat(
    "android", .android, .languages(.android),
    fields: [.fallback, .statuses, .languageNames, .defaultLanguage])
}

extension ReadableFormat {
  /// The reader of a `strings.xml` file.
  package static let android = ReadableFormat("android", extensions: ["xml"]) {
    (bytes, options) throws(Diagnostic) in
    try AndroidReader.read(bytes, options, .android)
  }
}

extension ResourceFormat {
  /// The writer of a `strings.xml` file for each language.
  package static let android = ResourceFormat(
    "android", reportsMissing: true, paths: { AndroidWriter.paths($0, .android) },
    features: { _ in AndroidWriter.supportedFeatures },
    writer: { AndroidWriter($0, .android) })
}
