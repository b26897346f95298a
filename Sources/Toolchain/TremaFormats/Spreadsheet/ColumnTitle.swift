import TremaMessages

/// The first cell of a column: `Value (fr)`, `pt-BR`, `German (de)`. Text behind the parentheses is
/// for people.
struct ColumnTitle {
  let cell: TableCell
  /// The words before the parentheses, lower case.
  let name: String
  /// The words between them.
  let qualifier: String?
  /// The words behind them.
  let remark: String

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

  /// The language between the parentheses.
  var qualifyingLanguage: LanguageTag? {
    qualifier.flatMap(LanguageTag.init).flatMap { $0.language.utf8.count <= 3 ? $0 : nil }
  }

  /// The language of a column for texts: its whole title, or what is between parentheses.
  ///
  /// Tables of people have columns `ID`, `No`, `Max` too, so what could be a word is a language
  /// only as those are written: `de`, `DE`, `fil`.
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

  /// The probable intention of a title that is no language: the tag of a language that is named, or
  /// merely that a tag was meant. `nil` when it is some other title.
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

  enum Intention: Equatable {
    case tag(String)
    case unknown
  }
}
