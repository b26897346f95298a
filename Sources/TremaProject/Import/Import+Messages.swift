import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages

extension Import {
  /// A warning for each value of another format that looks like a plural or a select to a catalogue
  /// and is none. What the reader has told of a place is not told again; a catalogue is for its
  /// checks to judge.
  static func invalidMessages(
    of readings: [(source: ImportSource, FormatReading)]
  ) -> [Diagnostic] {
    readings.filter { $0.source.format != .trema }.flatMap { _, reading in
      let told = Set(reading.diagnostics.filter { $0.code == code }.map { $0.location?.start })
      return reading.texts.flatMap { text in
        text.values.compactMap { value -> Diagnostic? in
          let location = text.location(value.textPosition, of: value)
          guard let reason = value.invalidity, !told.contains(location.start) else { return nil }
          return Diagnostic(
            .warning, code,
            "'\(text.key)' in '\(value.language)' is taken as it is, but is no valid message: "
              + reason,
            at: location,
            hint: "mend its braces here or in the catalogue, which is not converted with it",
            subject: "\(text.key) \(value.language)")
        }
      }
    }
  }

  private static let code = "invalid-message"
}

extension Value {
  /// Why the value is no message; nil when it is one.
  fileprivate var invalidity: String? {
    for issue in issues {
      if case .invalid(let reason) = issue.kind { return reason }
    }
    return nil
  }
}
