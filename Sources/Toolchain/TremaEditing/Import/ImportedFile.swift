import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The properties of a file that values are imported from.
struct ImportedFile {
  /// It went to translators from a catalogue that is there, and comes back: what is new in it is
  /// odd, and what is broken in it is refused.
  let isReturned: Bool
  let hasStatuses: Bool
  /// The master language, as the catalogue spells it.
  let master: String
  /// The texts in the master language are there to be read: they are beside translations.
  let isMasterForReading: Bool
  private let reading: FormatReading

  init(_ reading: FormatReading, isReturned: Bool, master: String) {
    self.isReturned = isReturned
    hasStatuses = reading.hasStatuses
    self.master = master
    let tag = LanguageTag(master)
    // Most are spelled as the one before.
    var last: (language: String, isMaster: Bool) = (master, true)
    isMasterForReading =
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

  /// - Parameter value: its language is spelled as in the catalogue.
  func isMaster(_ value: Value) -> Bool { value.language == master }

  /// The place of a value; no editor goes to a cell of a workbook.
  func location(_ value: Value, in text: Text) -> SourceLocation {
    location(value.textPosition, text.location(value.textPosition, of: value))
  }

  func location(_ text: Text) -> SourceLocation {
    location(text.keyPosition, text.location(text.keyPosition))
  }

  private func location(_ position: SourcePosition, _ place: SourceLocation) -> SourceLocation {
    reading.cellName(position) == nil ? place : SourceLocation(file: place.file)
  }

  /// Returns the beginning of a message about a cell of a workbook: `Texts!C14: `.
  func cell(_ position: SourcePosition) -> String {
    reading.cellName(position).map { "\($0): " } ?? ""
  }
}
