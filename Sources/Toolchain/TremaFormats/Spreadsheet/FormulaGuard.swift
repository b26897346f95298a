/// Adds and recognizes an apostrophe before CSV cells that spreadsheet applications would
/// interpret: formulas, which they execute, and numbers and dates, which they reformat.
///
/// A file with such apostrophes has a remark in a column title so that only apostrophes added by
/// trema are removed. If a text already has an apostrophe there, a second one is added.
///
/// See OWASP, "CSV Injection".
enum FormulaGuard {
  /// The remark in the title of the column with translations: `Value (fr) [']`.
  static let remark = "[']"

  private static let apostrophe = UInt8(ascii: "'")

  /// Returns a cell with an apostrophe if it needs one.
  static func guarded(_ cell: String) -> String {
    let bytes = cell.utf8.drop { $0 == apostrophe }
    return isTrigger(bytes) ? "'\(cell)" : cell
  }

  /// Returns whether ``guarded(_:)`` may have added the apostrophe at the start of a cell.
  static func isGuarded(_ cell: String) -> Bool {
    cell.utf8.first == apostrophe && isTrigger(cell.utf8.drop { $0 == apostrophe })
  }

  /// Returns whether spreadsheet applications would interpret the content after the apostrophes.
  private static func isTrigger(_ bytes: Substring.UTF8View) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A,
      0x0D:
      true
    default: looksLikeNumber(bytes)
    }
  }

  /// Returns whether content looks like a number, a date or a time: `007`, `1.50`, `3/4`, `1E5`,
  /// `12:30`.
  private static func looksLikeNumber(_ bytes: Substring.UTF8View) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return bytes.contains(where: isDigit)
      && bytes.allSatisfy { isDigit($0) || " .,:/-+%eE".utf8.contains($0) }
  }
}

extension String {
  /// The cell without the apostrophe that ``FormulaGuard`` adds.
  var withoutFormulaGuard: String {
    FormulaGuard.isGuarded(self) ? String(Substring(utf8.dropFirst())) : self
  }

  /// Replaces each CR LF with a line feed.
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
