import TremaCatalog
import TremaMessages
import TremaSupport

/// Writes a single file with all languages in a catalog.
///
/// As for ``LanguageWriter``, a text that the format cannot represent is rejected before it is
/// passed to the writer.
package protocol CatalogWriter: Sendable {
  /// The features that the format supports, except messages with branches, which are checked
  /// individually.
  static var supportedFeatures: Features { get }

  /// Writes the start of the file.
  mutating func begin(into output: inout [UInt8])
  /// Writes a text.
  ///
  /// - Parameters:
  ///   - text: The text, with only the values to write.
  ///   - outline: The properties that the text's languages share.
  ///   - output: The bytes of the file.
  mutating func append(_ text: Text, _ outline: TextOutline, into output: inout [UInt8])
  /// Writes the end of the file.
  mutating func end(into output: inout [UInt8])

  /// Returns and clears the lost features of the last text, apart from the features that the format
  /// never supports.
  mutating func takeLosses() -> [Feature]

  /// Returns and clears the reasons why the last text or, at the end, the file could not be
  /// written. Only the writer can detect them; an example is the capacity of a cell. A text with a
  /// problem is not in the file. The diagnostics have no location; the caller adds it.
  mutating func takeProblems() -> [Diagnostic]
}

extension CatalogWriter {
  package mutating func takeLosses() -> [Feature] { [] }
  package mutating func takeProblems() -> [Diagnostic] { [] }
}

/// The properties of a file that a ``CatalogWriter`` needs.
package struct CatalogDescription: Sendable {
  /// The catalog's file name, without folders.
  package var source: String
  /// The table's name, which is the first part of the file name.
  package var table: String
  package var masterLanguage: LanguageTag
  /// The languages to write, in order, including the master language.
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
