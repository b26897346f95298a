import TremaMessages

/// The meaning of a table's columns in either layout.
struct SheetHeader {
  /// A column with the texts of a language.
  struct LanguageColumn {
    var language: LanguageTag
    /// The number of the column, from 1, as in ``TableCell/column``.
    var column: Int
    /// The number of the column with the statuses, or `nil` if there is none.
    var status: Int?
  }

  /// The number of the `Key` column.
  var keyColumn: Int
  /// The number of the `Context` column, if there is one.
  var contextColumn: Int?
  /// The index of the `Limit` column, which contains `@max` as a number.
  var limit: Int?
  /// The columns with texts, in order, at most one per language.
  var languages: [LanguageColumn]
  /// The language of the `Master` column, if there is one.
  var masterLanguage: LanguageTag?

  /// Whether cells have the apostrophe that ``FormulaGuard`` adds.
  var isGuarded = false

  /// The columns to read, in order. Other columns are ignored.
  var columns: [Int] {
    var columns = languages.flatMap { [$0.column, $0.status].compactMap(\.self) } + [keyColumn]
    columns += [contextColumn, limit].compactMap(\.self)
    return columns.sorted()
  }
}
