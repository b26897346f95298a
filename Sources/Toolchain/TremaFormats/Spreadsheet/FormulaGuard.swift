/// The apostrophe before cells of a CSV file that a spreadsheet application would interpret: a
/// formula, which it executes, or a number or a date, which it writes in another form.
///
/// A file with such apostrophes has a remark in a title, so that only trema's own are removed
/// again. A text that begins with an apostrophe before such content gets a second one.
///
/// Source: OWASP, "CSV Injection".
enum FormulaGuard {
  /// The remark in the title of the column with translations: `Value (fr) [']`.
  static let remark = "[']"

  private static let apostrophe = UInt8(ascii: "'")

  /// Returns a cell with an apostrophe if it needs one.
  static func guarded(_ cell: String) -> String {
    let bytes = cell.utf8.drop { $0 == apostrophe }
    return isTrigger(bytes) ? "'\(cell)" : cell
  }

  /// Whether the apostrophe at the beginning of a cell may be one that ``guarded(_:)`` has added.
  static func isGuarded(_ cell: String) -> Bool {
    cell.utf8.first == apostrophe && isTrigger(cell.utf8.drop { $0 == apostrophe })
  }

  /// Whether content after the apostrophes is one that spreadsheet applications interpret.
  private static func isTrigger(_ bytes: Substring.UTF8View) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A,
      0x0D:
      true
    default: looksLikeNumber(bytes)
    }
  }

  /// Whether content looks like a number, a date or a time: `007`, `1.50`, `3/4`, `1E5`, `12:30`.
  private static func looksLikeNumber(_ bytes: Substring.UTF8View) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return bytes.contains(where: isDigit)
      && bytes.allSatisfy { isDigit($0) || " .,:/-+%eE".utf8.contains($0) }
  }
}

extension String {
  /// The cell without the apostrophe of ``FormulaGuard``.
  var withoutFormulaGuard: String {
    FormulaGuard.isGuarded(self) ? String(Substring(utf8.dropFirst())) : self
  }

  /// Replaces each CR LF by a line feed.
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
