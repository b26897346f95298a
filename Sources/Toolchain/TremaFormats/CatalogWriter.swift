import TremaCatalog
import TremaMessages
import TremaSupport

/// Writes one file with all languages of a catalogue.
///
/// As for ``LanguageWriter``, what the format cannot say was refused before a text comes here.
package protocol CatalogWriter: Sendable {
  /// The features that the format has a place for, messages with branches apart: those are judged one by
  /// one.
  static var supportedFeatures: Features { get }

  mutating func begin(into output: inout [UInt8])
  /// - Parameter text: with the values that are to be written, and no others.
  mutating func append(_ text: Text, _ outline: TextOutline, into output: inout [UInt8])
  mutating func end(into output: inout [UInt8])

  /// Returns the features of the last text that were lost, beyond those that the format never has.
  mutating func takeLosses() -> [Feature]

  /// Why the last text, or the file at its end, could not be written, where only the writer can know:
  /// what a cell has room for. A text with a problem is not in the file; its diagnostic has no place
  /// yet, since the caller knows it.
  mutating func takeProblems() -> [Diagnostic]
}

extension CatalogWriter {
  package mutating func takeLosses() -> [Feature] { [] }
  package mutating func takeProblems() -> [Diagnostic] { [] }
}

/// The description of a file for such a writer.
package struct CatalogDescription: Sendable {
  /// The catalogue's name without folders.
  package var source: String
  /// The table, the first part of the file's name.
  package var table: String
  package var masterLanguage: LanguageTag
  /// The languages that are written, the master among them, in their order.
  package var languages: [LanguageTag]

  package init(
    source: String, table: String, masterLanguage: LanguageTag, languages: [LanguageTag]
  ) {
    self.source = source
    self.table = table
    self.masterLanguage = masterLanguage
    self.languages = languages
  }
}
