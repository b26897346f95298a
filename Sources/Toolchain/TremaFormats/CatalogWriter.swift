import TremaCatalog
import TremaMessages
import TremaSupport

/// A writer of one file with all languages of a catalog.
///
/// As for ``LanguageWriter``, a text that the format cannot represent is rejected before it is
/// passed to the writer.
package protocol CatalogWriter: Sendable {
  /// The features that the format supports, except messages with branches, which are checked one by
  /// one.
  static var supportedFeatures: Features { get }

  /// Writes the beginning of the file.
  mutating func begin(into output: inout [UInt8])
  /// Writes a text.
  ///
  /// - Parameters:
  ///   - text: the text with those values alone that are to be written.
  ///   - outline: the properties that its languages share.
  ///   - output: the bytes of the file.
  mutating func append(_ text: Text, _ outline: TextOutline, into output: inout [UInt8])
  /// Writes the end of the file.
  mutating func end(into output: inout [UInt8])

  /// Returns the features of the last text that were lost in addition to those that the format
  /// never supports, and clears them.
  mutating func takeLosses() -> [Feature]

  /// Returns the reasons why the last text or, at the end, the file could not be written, and
  /// clears them. They are reasons that only the writer can detect, such as the capacity of a cell.
  /// A text with a problem is not in the file. The diagnostics have no location; the caller adds
  /// it.
  mutating func takeProblems() -> [Diagnostic]
}

extension CatalogWriter {
  package mutating func takeLosses() -> [Feature] { [] }
  package mutating func takeProblems() -> [Diagnostic] { [] }
}

/// The properties of a file that a ``CatalogWriter`` needs.
package struct CatalogDescription: Sendable {
  /// The name of the catalog's file without folders.
  package var source: String
  /// The name of the table, the first part of the file's name.
  package var table: String
  package var masterLanguage: LanguageTag
  /// The languages to write in their order, including the master language.
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
