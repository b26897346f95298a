import TremaCatalog
import TremaSupport

extension SpreadsheetReader {
  /// Whether cells have the apostrophe of ``FormulaGuard`` although no title has its remark,
  /// because the titles were rewritten. It is determined by comparison with the catalog.
  ///
  /// - Parameters:
  ///   - rows: the rows without the titles.
  ///   - header: the columns.
  ///   - originals: the texts of the catalog.
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
          let index = text.index(ofLanguage: column.language.description)
        else { continue }
        let source = text.values[index].cell
        // A cell with the same text as in the catalog would have an apostrophe if any cell had one.
        if cell.utf8.elementsEqual(source.utf8) { return false }
        if cell.withoutFormulaGuard.utf8.elementsEqual(source.utf8) { isGuarded = true }
      }
    }
    return isGuarded
  }
}
