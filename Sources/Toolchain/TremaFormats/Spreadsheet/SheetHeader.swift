import TremaMessages

/// The meaning of the columns of a table in either of the two layouts.
struct SheetHeader {
  /// A column with the texts of a language.
  struct LanguageColumn {
    var language: LanguageTag
    /// The number of the column, from 1, as in ``TableCell/column``.
    var column: Int
    /// The number of the column with the statuses; `nil` if there is none.
    var status: Int?
  }

  /// The number of the column `Key`.
  var key: Int
  /// The number of the column `Context`, if there is one.
  var context: Int?
  /// The number of the column `Limit`, which contains `@max` as a number.
  var limit: Int?
  /// The columns with texts in order, at most one for each language.
  var languages: [LanguageColumn]
  /// The language of the column `Master`, if there is one.
  var masterLanguage: LanguageTag?

  /// Whether cells have the apostrophe of ``FormulaGuard``.
  var isGuarded = false

  /// The numbers of the columns that are read, in order; the others are ignored.
  var columns: [Int] {
    var columns = languages.flatMap { [$0.column, $0.status].compactMap(\.self) } + [key]
    columns += [context, limit].compactMap(\.self)
    return columns.sorted()
  }
}
