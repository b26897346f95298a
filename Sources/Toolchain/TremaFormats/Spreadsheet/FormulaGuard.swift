/// The apostrophe before cells of a CSV file that a spreadsheet would take for something else: a
/// formula, which it executes, or a number or a date, which it writes back otherwise.
///
/// A file that has it says so behind a title, so that only our own apostrophes are taken away
/// again. A text with an apostrophe of its own before such a beginning gets a second one.
///
/// Source: OWASP, "CSV Injection".
enum FormulaGuard {
  /// Is behind the title of the column of translations: `Value (fr) [']`.
  static let remark = "[']"

  private static let apostrophe = UInt8(ascii: "'")

  static func guarded(_ cell: String) -> String {
    let bytes = cell.utf8.drop { $0 == apostrophe }
    return isTrigger(bytes) ? "'\(cell)" : cell
  }

  static func isGuarded(_ cell: String) -> Bool {
    cell.utf8.first == apostrophe && isTrigger(cell.utf8.drop { $0 == apostrophe })
  }

  private static func isTrigger(_ bytes: Substring.UTF8View) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A,
      0x0D:
      true
    default: looksLikeNumber(bytes)
    }
  }

  /// `007`, `1.50`, `3/4`, `1E5`, `12:30`.
  private static func looksLikeNumber(_ bytes: Substring.UTF8View) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return bytes.contains(where: isDigit)
      && bytes.allSatisfy { isDigit($0) || " .,:/-+%eE".utf8.contains($0) }
  }
}

extension String {
  var withoutFormulaGuard: String {
    FormulaGuard.isGuarded(self) ? String(Substring(utf8.dropFirst())) : self
  }

  /// Makes each CR LF a line feed.
  mutating func unifyLineBreaks() {
    guard utf8.contains(0x0D) else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte)
    }
    self = String(decoding: bytes, as: UTF8.self)
  }
}
