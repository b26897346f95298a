import TremaMessages

/// Which columns hold what, whichever of the two layouts a table has.
struct SheetHeader {
  struct LanguageColumn {
    var language: LanguageTag
    /// The column from 1, as ``TableCell/column``.
    var column: Int
    /// The column of its status; nil without one.
    var status: Int?
  }

  var key: Int
  var context: Int?
  /// The column `Limit`: `@max` as a number.
  var limit: Int?
  /// In the order of the columns; one a language.
  var languages: [LanguageColumn]
  /// The language of the column `Master`.
  var masterLanguage: LanguageTag?

  /// Cells that spreadsheets would take for something else have an apostrophe before them.
  var isGuarded = false

  /// The columns that are read, in order; the others are for people.
  var columns: [Int] {
    var columns = languages.flatMap { [$0.column, $0.status].compactMap(\.self) } + [key]
    columns += [context, limit].compactMap(\.self)
    return columns.sorted()
  }
}
