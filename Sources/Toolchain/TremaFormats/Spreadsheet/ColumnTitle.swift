import TremaMessages

/// A column's title, which is its first cell: `Value (fr)`, `pt-BR`, `German (de)`. Text after the
/// parentheses is a remark.
struct ColumnTitle {
  let cell: TableCell
  /// The text before the parentheses, in lowercase.
  let name: String
  /// The text inside the parentheses, or `nil` if there are none.
  let qualifier: String?
  /// The text after the parentheses.
  let remark: String

  /// Parses the title in a cell.
  init(_ cell: TableCell) {
    self.cell = cell
    let parts = cell.text.utf8.split(
      separator: UInt8(ascii: "("), maxSplits: 1, omittingEmptySubsequences: false)
    name = Self.trimmed(parts.first ?? "".utf8[...]).lowercased()
    qualifier = parts.dropFirst().first.map { rest in
      Self.trimmed(rest.prefix { $0 != UInt8(ascii: ")") })
    }
    remark = Self.trimmed(cell.text.utf8.drop { $0 != UInt8(ascii: ")") }.dropFirst())
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> String {
    String(Substring(bytes)).trimmed
  }

  /// The language in the parentheses, if its code has at most three letters.
  var qualifyingLanguage: LanguageTag? {
    qualifier.flatMap(LanguageTag.init).flatMap { $0.language.utf8.count <= 3 ? $0 : nil }
  }

  /// The language of a column with texts: its whole title, or the text inside the parentheses.
  ///
  /// Tables also have columns such as `ID`, `No` and `Max`. A title that could be a word is
  /// therefore a language only if its case is that of a language code: `de`, `DE`, `fil`.
  var language: LanguageTag? {
    if qualifier != nil { return qualifyingLanguage }
    let text = Self.trimmed(cell.text.utf8[...])
    guard let tag = LanguageTag(text) else { return nil }
    let first = text.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    let isLower = first.allSatisfy { $0 >= UInt8(ascii: "a") }
    let isUpper = first.allSatisfy { $0 <= UInt8(ascii: "Z") }
    switch tag.language.utf8.count {
    case 2: return isLower || isUpper && text != "ID" && text != "NO" ? tag : nil
    case 3: return isLower ? tag : nil
    default: return nil
    }
  }

  /// The probable intention of a title that is not a language tag: a language that it names, or an
  /// unknown language tag, or `nil` for any other title.
  var intendedTag: Intention? {
    if let tag = LanguageNames.tag(of: name) { return .tag(tag) }
    guard qualifier == nil else { return nil }
    let parts = name.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard parts.count > 1, let first = parts.first, let language = String(first),
      (2...3).contains(first.count), LanguageTag(language) != nil,
      !name.utf8.contains(where: { $0 <= 0x20 })
    else { return nil }
    return .unknown
  }

  /// The meaning that the author of a title probably intended.
  enum Intention: Equatable {
    case tag(String)
    case unknown
  }
}
