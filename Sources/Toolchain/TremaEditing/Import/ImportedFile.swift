import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The properties of a file that values are imported from.
struct ImportedFile {
  /// Whether the file was exported from this catalog and is returned by translators. Additions from
  /// such a file are conflicts, and invalid values are refused.
  let isReturned: Bool
  /// Whether the file's format has statuses.
  let hasStatuses: Bool
  /// The master language as spelled in the catalog.
  let master: String
  /// Whether the file contains the master texts as a reference for the translations.
  let hasReferenceMaster: Bool
  /// The content of the file.
  private let reading: FormatReading

  /// Creates the properties of a file.
  ///
  /// - Parameters:
  ///   - reading: The content of the file.
  ///   - isReturned: Whether the file was exported from this catalog and is returned by
  ///     translators.
  ///   - master: The master language as spelled in the catalog.
  init(_ reading: FormatReading, isReturned: Bool, master: String) {
    self.isReturned = isReturned
    hasStatuses = reading.hasStatuses
    self.master = master
    let tag = LanguageTag(master)
    // Most values have the same language as the previous value, so its tag need not be parsed
    // again.
    var last: (language: String, isMaster: Bool) = (master, true)
    hasReferenceMaster =
      reading.masterLanguage != nil
      || reading.texts.contains { text in
        text.values.contains { value in
          if value.language != last.language {
            last = (value.language, LanguageTag(value.language) == tag)
          }
          return !last.isMaster
        }
      }
    self.reading = reading
  }

  /// Returns whether a value is in the master language.
  ///
  /// - Parameter value: A value whose language is spelled as in the catalog.
  func isMaster(_ value: Value) -> Bool { value.language == master }

  /// Returns the location of a value. Cells of a workbook have no position, because editors cannot
  /// show it.
  func location(_ value: Value, in text: Text) -> SourceLocation {
    location(value.textPosition, text.location(value.textPosition, of: value))
  }

  /// Returns a text's location, without a position if it is a cell in a workbook.
  func location(_ text: Text) -> SourceLocation {
    location(text.keyPosition, text.location(text.keyPosition))
  }

  /// Returns the location, without its position if it is a cell of a workbook.
  private func location(_ position: SourcePosition, _ location: SourceLocation) -> SourceLocation {
    reading.cellName(position) == nil ? location : SourceLocation(file: location.file)
  }

  /// Returns the prefix for a message about a cell in a workbook, such as `Texts!C14: `, or an
  /// empty string for any other file.
  func cell(_ position: SourcePosition) -> String {
    reading.cellName(position).map { "\($0): " } ?? ""
  }
}
