import TremaCatalog
import TremaSupport

/// The originals of the texts in translated files, by key.
///
/// Texts from the catalog have priority. Multiple tables can use the same key for different texts,
/// so a file's own table has priority over other tables.
package struct Originals: Sendable {
  private var catalog: [ExactKey: Text] = [:]
  /// The first text of each key, from any table.
  private var all: [ExactKey: Text] = [:]
  /// The texts by the name of their table.
  private var tables: [String: [ExactKey: Text]] = [:]
  /// The texts of the table that was selected with ``scoped(toTable:)``.
  private var table: [ExactKey: Text] = [:]

  /// Creates the originals of a catalog.
  ///
  /// - Parameter catalog: The texts of the existing catalog.
  package init(_ catalog: some Sequence<Text> = []) {
    for text in catalog { self.catalog[ExactKey(text.key)] = text }
  }

  /// Adds a text from a file of originals. The first text of each key and table is kept.
  package mutating func note(_ text: Text, ofTable name: String) {
    let key = ExactKey(text.key)
    if all[key] == nil { all[key] = text }
    if tables[name]?[key] == nil { tables[name, default: [:]][key] = text }
  }

  /// Returns the originals for the files of a table.
  ///
  /// - Parameter name: The table's name, or `nil` for a file of originals, which uses only the
  ///   catalog.
  package func scoped(toTable name: String?) -> Originals {
    guard let name else { return Originals(catalog.values) }
    var originals = self
    (originals.table, originals.tables) = (tables[name] ?? [:], [:])
    return originals
  }

  /// The original of a key, or `nil` if there is none.
  package subscript(key: ExactKey) -> Text? { catalog[key] ?? table[key] ?? all[key] }

  package var isEmpty: Bool { catalog.isEmpty && all.isEmpty }
}
