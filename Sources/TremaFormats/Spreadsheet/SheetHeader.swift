import TremaMessages

/// Which columns hold what, whichever of the two layouts a table has.
struct SheetHeader {
  struct LanguageColumn {
    var language: LanguageTag
    /// From 1, as ``TableCell/column``.
    var column: Int
    /// Where its status stands; nil where none does.
    var status: Int?
  }

  var key: Int
  var context: Int?
  /// In the order of the columns; one a language.
  var languages: [LanguageColumn]
  /// The language of the column `Master`.
  var masterLanguage: LanguageTag?

  /// What is read, in order; the rest is for people.
  var columns: [Int] {
    var columns = languages.flatMap { [$0.column, $0.status].compactMap(\.self) } + [key]
    if let context { columns.append(context) }
    return columns.sorted()
  }
}
