import TremaSupport

extension TextFormat {
  static let android = TextFormat(
    "android", .android, .languages(.android),
    fields: [.fallback, .statuses, .languageNames, .defaultLanguage])
}

extension ReadableFormat {
  package static let android = ReadableFormat("android", extensions: ["xml"]) {
    (bytes, options) throws(Diagnostic) in
    try AndroidReader.read(bytes, options)
  }
}

extension ResourceFormat {
  package static let android = ResourceFormat(
    "android", reportsMissing: true, paths: AndroidWriter.paths,
    features: { _ in AndroidWriter.supportedFeatures },
    writer: AndroidWriter.init)
}
