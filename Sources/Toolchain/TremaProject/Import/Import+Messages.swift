import TremaCatalog
import TremaChecks
import TremaDiagnostics
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

extension Import {
  /// Returns a warning for each value from another format that resembles a catalog's plural or
  /// select but is invalid.
  ///
  /// Positions that the reader has reported are not reported again. The values of catalogs are
  /// examined by the checks.
  func invalidMessages(of readings: [(source: ImportSource, FormatReading)]) -> [Diagnostic] {
    var findings = FindingList(maxFindings)
    for (source, reading) in readings where source.format != .trema {
      for text in reading.texts {
        for value in text.values {
          guard let reason = value.invalidity,
            !reading.invalidPositions.contains(value.textPosition)
          else { continue }
          findings.add(
            .warning, "invalid-message",
            "the '\(value.language)' value of '\(text.key.shortened)' was imported unchanged, "
              + "but is not a valid message: "
              + reason,
            at: text.location(value.textPosition, of: value),
            hint:
              "correct its braces here or in the catalogue; otherwise the catalogue cannot be "
              + "converted",
            subject: "\(text.key) \(value.language)")
        }
      }
    }
    return findings.diagnostics
  }
}

extension Value {
  /// The reason why the value is not a valid message, or `nil` if it is valid.
  fileprivate var invalidity: String? {
    for issue in issues {
      if case .invalid(let reason) = issue.kind { return reason }
    }
    return nil
  }
}
