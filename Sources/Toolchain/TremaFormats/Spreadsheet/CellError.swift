/// What spreadsheets write into files of text for a formula that went wrong: somebody typed `-Texte`
/// or `=Texte`.
///
/// Source: ECMA-376 part 1, 18.17.3; the last ones are newer than that. LibreOffice has `Err:508`.
enum CellError {
  private static let words: Set<String> = [
    "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
    "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#GETTING_DATA", "#ERROR!",
  ]

  static func isOne(_ text: String) -> Bool {
    if words.contains(text) { return true }
    let bytes = text.utf8
    return bytes.count == 7 && bytes.starts(with: "Err:5".utf8)
      && bytes.suffix(2).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
