import TremaMessages
import TremaSupport

/// The fields of the first message of a PO file, the one with an empty `msgid`.
struct POHeader {
  private var fields: [(name: String, value: String, line: Int)] = []
  private let position: SourcePosition

  /// - Parameter text: the `msgstr` of the header; nil when there is none.
  init(_ text: POText?) {
    position = text?.position ?? .start
    for (number, line) in (text?.text ?? "").utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).enumerated() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = line[..<colon].map(\.lowercasedASCII)
      fields.append(
        (
          String(decoding: name, as: UTF8.self),
          Self.trimmed(line[line.index(after: colon)...]), number
        ))
    }
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// The value of a field; nil when it is missing or empty.
  subscript(name: String) -> String? {
    fields.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The place of a field, when each has a line of its own, as it always has.
  func position(of name: String) -> SourcePosition {
    guard let line = fields.first(where: { $0.name == name })?.line else { return position }
    return SourcePosition(
      line: position.line + line, column: line == 0 ? position.column : 2)
  }

  /// The encoding that `Content-Type` names.
  var charset: String? {
    guard let type = self["content-type"] else { return nil }
    let bytes = Array(type.utf8)
    let mark = Array("charset=".utf8)
    for start in bytes.indices where bytes[start...].lazy.map(\.lowercasedASCII).starts(with: mark)
    {
      let name = bytes[(start + mark.count)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ";") }
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
    return nil
  }

  /// `nplurals` and `plural` of `Plural-Forms`.
  ///
  /// - Returns: nil when the field is missing, or is that of a template (`nplurals=INTEGER`).
  /// - Throws: the reason why the field cannot be read.
  func pluralForms() throws(PluralExpression.Mistake) -> (count: Int, PluralExpression)? {
    guard let field = self["plural-forms"] else { return nil }
    let bytes = Array(field.utf8)
    func part(_ name: String) -> ArraySlice<UInt8>? {
      for piece in bytes.split(separator: UInt8(ascii: ";")) {
        let piece = piece.drop { $0 == 32 || (9...13).contains($0) }
        guard piece.starts(with: name.utf8) else { continue }
        let rest = piece.dropFirst(name.utf8.count).drop { $0 == 32 || (9...13).contains($0) }
        if rest.first == UInt8(ascii: "=") { return rest.dropFirst() }
      }
      return nil
    }
    guard let number = part("nplurals"), let plural = part("plural") else {
      throw PluralExpression.Mistake(reason: "'nplurals=' or 'plural=' is missing", offset: 0)
    }
    let digits = Self.trimmed(Substring(decoding: number, as: UTF8.self).utf8)
    if digits == "INTEGER" { return nil }
    guard let count = Int(digits), (1...100).contains(count) else {
      throw PluralExpression.Mistake(
        reason: "'\(digits)' is no count of forms", offset: number.startIndex)
    }
    do {
      return (count, try PluralExpression(plural))
    } catch {
      throw PluralExpression.Mistake(
        reason: error.reason, offset: plural.startIndex + error.offset)
    }
  }
}
