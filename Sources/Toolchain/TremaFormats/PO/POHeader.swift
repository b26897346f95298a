import TremaMessages
import TremaSupport

/// The fields in a PO file's header, which is the message with an empty `msgid`.
struct POHeader {
  /// The fields in file order. Names are in lowercase, and lines are numbered from 0.
  private var fields: [(name: String, value: String, line: Int)] = []
  private let position: SourcePosition

  /// Parses the header.
  ///
  /// - Parameter text: The `msgstr` of the header, or `nil` if there is none.
  init(_ text: POText?) {
    position = text?.position ?? .start
    for (number, line) in (text?.text ?? "").utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).enumerated() {
      // Lines without a colon aren't fields and are ignored.
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = line[..<colon].map(\.lowercasedASCII)
      fields.append(
        (
          String(decoding: name, as: UTF8.self),
          Self.trimmed(line[line.index(after: colon)...]), number
        ))
    }
  }

  /// Returns UTF-8 bytes as a string without surrounding whitespace.
  private static func trimmed(_ bytes: Substring.UTF8View) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// The value of the field with a lowercase name, or `nil` if it is missing or empty.
  subscript(name: String) -> String? {
    fields.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// Returns the position of a field. Assumes that each field is on a separate line in the file, as
  /// in gettext's output.
  func position(of name: String) -> SourcePosition {
    // The first field is on the line where the string starts. The other fields start after a quote.
    guard let line = fields.first(where: { $0.name == name })?.line else { return position }
    return SourcePosition(
      line: position.line + line, column: line == 0 ? position.column : 2)
  }

  /// The encoding in the `Content-Type` field, or `nil` if there is none.
  var charset: String? {
    guard let type = self["content-type"] else { return nil }
    let bytes = Array(type.utf8)
    let mark = Array("charset=".utf8)
    // `charset=` may follow other parameters and is case-insensitive.
    for start in bytes.indices where bytes[start...].lazy.map(\.lowercasedASCII).starts(with: mark)
    {
      let name = bytes[(start + mark.count)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ";") }
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
    return nil
  }

  /// Returns `nplurals` and `plural` from the `Plural-Forms` field.
  ///
  /// - Returns: The values, or `nil` if the field is missing or is a template's placeholder
  ///   (`nplurals=INTEGER`).
  /// - Throws: The reason why the field is invalid. The offset in the error refers to the value of
  ///   the field.
  func pluralForms() throws(PluralExpression.SyntaxError) -> (count: Int, PluralExpression)? {
    guard let field = self["plural-forms"] else { return nil }
    let bytes = Array(field.utf8)
    // The parts are separated by semicolons, with whitespace around names and equals signs.
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
      throw PluralExpression.SyntaxError(reason: "'nplurals=' or 'plural=' is missing", offset: 0)
    }
    let digits = Self.trimmed(Substring(decoding: number, as: UTF8.self).utf8)
    if digits == "INTEGER" { return nil }
    guard let count = Int(digits), (1...100).contains(count) else {
      throw PluralExpression.SyntaxError(
        reason: "'\(digits)' is not a valid number of forms", offset: number.startIndex)
    }
    do {
      return (count, try PluralExpression(plural))
    } catch {
      throw PluralExpression.SyntaxError(
        reason: error.reason, offset: plural.startIndex + error.offset)
    }
  }
}
