import TremaCatalog
import TremaSupport

extension SpreadsheetReader {
  /// Whether the cells have apostrophes before them although no title says so any more, because the
  /// titles were rewritten. A comparison with the catalog tells.
  ///
  /// - Parameter rows: without the titles.
  static func isGuarded(
    _ rows: some Sequence<TableRow>, _ header: SheetHeader, originals: Originals
  ) -> Bool {
    var isGuarded = false
    for row in rows {
      let key = row[header.key].text
      guard let text = originals[ExactKey(key)] ?? originals[ExactKey(key.withoutFormulaGuard)]
      else { continue }
      for column in header.languages {
        let cell = row[column.column].text
        guard FormulaGuard.guarded(cell) != cell,
          let own = text.index(ofLanguage: column.language.description)
        else { continue }
        let source = text.values[own].cell
        // One that is there as it is in the catalogue got none.
        if cell.utf8.elementsEqual(source.utf8) { return false }
        if cell.withoutFormulaGuard.utf8.elementsEqual(source.utf8) { isGuarded = true }
      }
    }
    return isGuarded
  }
}
