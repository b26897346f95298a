import TremaCatalog
import TremaSupport

extension SpreadsheetReader {
  /// Returns whether cells have the apostrophe that ``FormulaGuard`` adds, although no title has
  /// its remark because the titles were rewritten. Determines this by comparing cells with the
  /// catalog.
  ///
  /// - Parameter rows: The rows, without the title row.
  static func isGuarded(
    _ rows: some Sequence<TableRow>, _ header: SheetHeader, originals: Originals
  ) -> Bool {
    var isGuarded = false
    for row in rows {
      let key = row[header.keyColumn].text
      guard let text = originals[ExactKey(key)] ?? originals[ExactKey(key.withoutFormulaGuard)]
      else { continue }
      for column in header.languages {
        let cell = row[column.column].text
        guard FormulaGuard.guarded(cell) != cell,
          let index = text.index(ofLanguage: column.language.description)
        else { continue }
        let source = text.values[index].cell
        // This cell matches the catalog although it would also have an apostrophe if any cell had
        // one.
        if cell.utf8.elementsEqual(source.utf8) { return false }
        if cell.withoutFormulaGuard.utf8.elementsEqual(source.utf8) { isGuarded = true }
      }
    }
    return isGuarded
  }
}
