import TremaCatalog
import TremaFormats
import TremaSupport

extension Conversion {
  /// Makes the outputs those of an older tool, and checks what that tool needs.
  package mutating func adopt(_ compatibility: Compatibility) {
    for index in outputs.indices { outputs[index].compatibility = compatibility }
    // Each language that turns up got a file.
    allowsStrays = true
    // trema-core wrote an empty one for a language without values.
    refusesUnknownLanguages = false
    // The old tools knew no plurals: braces are text, and may be meant for another reader.
    var lowered = ["invalid-message"]
    if compatibility == .girders {
      // trema.rb took the last value in silence.
      lowered += ["duplicate-key", "duplicate-language"]
      for index in catalogues.indices { catalogues[index].overridesDuplicates = true }
    }
    for code in lowered where policy.settings[code] == nil { policy.set(code, to: .warning) }
  }
}

extension ConversionOutput {
  /// The paths and the writer of a file.
  func writing(
    _ format: ResourceFormat, _ file: FileDescription
  ) throws(Diagnostic) -> (paths: [String], writer: any LanguageWriter) {
    guard let compatibility else { return (format.paths(file), format.writer(file)) }
    guard let paths = compatibility.paths(format, file),
      let writer = compatibility.writer(format, file)
    else {
      throw Diagnostic(
        .error, "usage", "\(compatibility.rawValue) did not write \(format.name)",
        hint: "it wrote \(compatibility.formats.map(\.name).joined(separator: ", "))",
        kind: .usage)
    }
    return (paths, writer)
  }
}

extension Diagnostic {
  static func difference(
    _ difference: WritingDifference, _ text: TextView, _ value: ValueView
  ) -> Self {
    switch difference.place {
    case .key:
      .difference(
        difference.message, at: text.location(text.keyPosition),
        "\(text.key) \(difference.message)")
    case .value(let range):
      .difference(
        difference.message,
        at: range.map { Value(value).location(ofSource: $0, in: Text(text)) }
          ?? text.location(value.textPosition, of: value),
        "\(text.key) \(value.language) \(difference.message)")
    }
  }

  static func difference(_ message: String, at place: SourceLocation, _ subject: String) -> Self {
    Diagnostic(
      WritingDifference.severity, WritingDifference.code, message, at: place, subject: subject)
  }
}
