import TremaCatalog
import TremaFormats
import TremaSupport

extension Conversion {
  /// Makes the outputs compatible with an older tool, and adapts the checks to it.
  package mutating func applyCompatibility(_ compatibility: Compatibility) {
    for index in outputs.indices { outputs[index].compatibility = compatibility }
    // The older tools wrote a file for each language that occurs.
    allowsStrayLanguages = true
    // `trema-core` wrote an empty file for a language without values.
    refusesUnknownLanguages = false
    // The older tools didn't support plurals: braces are text and may be intended for a different
    // library.
    var lowered = ["invalid-message"]
    if compatibility == .girders {
      // `trema.rb` used the last value without a message.
      lowered += ["duplicate-key", "duplicate-language"]
      for index in catalogs.indices { catalogs[index].overridesDuplicates = true }
    }
    for code in lowered where policy.settings[code] == nil { policy.set(code, to: .warning) }
  }
}

extension ConversionOutput {
  /// Returns the paths and the writer for a file.
  ///
  /// - Throws: A `.usage` diagnostic if the older tool did not support the format.
  func writing(
    _ format: ResourceFormat, _ file: FileDescription
  ) throws(Diagnostic) -> (paths: [String], writer: any LanguageWriter) {
    guard let compatibility else { return (format.paths(file), format.writer(file)) }
    guard let paths = compatibility.paths(format, file),
      let writer = compatibility.writer(format, file)
    else {
      throw Diagnostic(
        .error, "usage", "\(compatibility.rawValue) does not support \(format.name)",
        hint: "use one of \(compatibility.formats.map(\.name).joined(separator: ", "))",
        kind: .usage)
    }
    return (paths, writer)
  }
}

extension Diagnostic {
  /// Returns the note about a key or a value that an older tool would have written differently.
  static func difference(
    _ difference: WritingDifference, _ text: TextView, _ value: ValueView
  ) -> Self {
    switch difference.part {
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

  /// Returns the note about any other difference from the output of an older tool.
  static func difference(_ message: String, at location: SourceLocation, _ subject: String) -> Self
  {
    Diagnostic(
      WritingDifference.severity, WritingDifference.code, message, at: location, subject: subject)
  }
}
