import TremaCatalog
import TremaSupport

/// The originals of the texts in translated files, by key. The catalog has priority. Several tables may use the same
/// key for different texts: a file's own table has priority over the other tables.
package struct Originals: Sendable {
  private var catalog: [ExactKey: Text] = [:]
  private var all: [ExactKey: Text] = [:]
  private var tables: [String: [ExactKey: Text]] = [:]
  private var table: [ExactKey: Text] = [:]

  /// - Parameter catalog: the texts of the existing catalog.
  package init(_ catalog: some Sequence<Text> = []) {
    for text in catalog { self.catalog[ExactKey(text.key)] = text }
  }

  package mutating func note(_ text: Text, ofTable name: String) {
    let key = ExactKey(text.key)
    if all[key] == nil { all[key] = text }
    if tables[name]?[key] == nil { tables[name, default: [:]][key] = text }
  }

  /// Returns the originals for the files of a table.
  ///
  /// - Parameter name: `nil` for a file of originals, which sees the catalog alone.
  package func seen(from name: String?) -> Originals {
    guard let name else { return Originals(catalog.values) }
    var originals = self
    (originals.table, originals.tables) = (tables[name] ?? [:], [:])
    return originals
  }

  package subscript(key: ExactKey) -> Text? { catalog[key] ?? table[key] ?? all[key] }

  package var isEmpty: Bool { catalog.isEmpty && all.isEmpty }
}
