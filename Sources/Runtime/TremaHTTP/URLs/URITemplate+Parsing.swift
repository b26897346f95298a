import TremaSupport

/// A parser for URI templates.
///
/// See RFC 6570, section 2. Since erratum 6937, the apostrophe is a literal.
struct URITemplateParser {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Parses the template.
  ///
  /// - Throws: ``URITemplateError`` at the first invalid byte.
  mutating func parts() throws(URITemplateError) -> [URITemplate.Part] {
    var parts: [URITemplate.Part] = []
    while offset < bytes.count {
      parts.append(
        bytes[offset] == UInt8(ascii: "{") ? try expression() : .literal(try literal()))
    }
    return parts
  }

  /// The ASCII characters that may occur in literals.
  private static let literals =
    ASCIISet("!#$&'()*+,-./:;=?@[]_~") | .alphanumeric

  /// Parses a literal up to the next expression, and percent-encodes characters beyond ASCII.
  private mutating func literal() throws(URITemplateError) -> [UInt8] {
    var output: [UInt8] = []
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "{") {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "%") {
        output += try triplet()
        continue
      }
      guard byte >= 0x80 || Self.literals.contains(byte) else {
        let character = HTTPSyntax.escaped(String(UnicodeScalar(byte)))
        throw URITemplateError("'\(character)' must be percent-encoded", at: offset)
      }
      PercentEncoding.append(byte, leaving: PercentEncoding.Allowed(Self.literals), to: &output)
      offset += 1
    }
    return output
  }

  /// Parses `%` and two hexadecimal digits.
  private mutating func triplet() throws(URITemplateError) -> ArraySlice<UInt8> {
    let triplet = bytes[offset...].prefix(3)
    guard triplet.count == 3, triplet.dropFirst().allSatisfy(ASCII.isHexadecimal) else {
      throw URITemplateError("'%' must be followed by two hexadecimal digits", at: offset)
    }
    offset += 3
    return triplet
  }

  /// Parses an expression in braces.
  private mutating func expression() throws(URITemplateError) -> URITemplate.Part {
    let start = offset
    offset += 1
    // Once we know that a closing brace follows, we can read the byte at the offset until we reach
    // the brace.
    guard bytes[offset...].contains(UInt8(ascii: "}")) else {
      throw URITemplateError("'{' has no matching '}'", at: start)
    }
    var kind = URITemplate.Operator.simple
    if let known = URITemplate.Operator(rawValue: bytes[offset]) {
      kind = known
      offset += 1
    } else if ASCIISet("=,!@|").contains(bytes[offset]) {
      throw URITemplateError(
        "the operator '\(String(UnicodeScalar(bytes[offset])))' is reserved", at: offset)
    }
    var variables = [try variable()]
    while bytes[offset] == UInt8(ascii: ",") {
      offset += 1
      variables.append(try variable())
    }
    guard bytes[offset] == UInt8(ascii: "}") else { throw unexpectedByte() }
    offset += 1
    return .expression(kind, variables)
  }

  /// The characters of a variable name, in addition to percent-encoded triplets and dots.
  private static let nameCharacters = ASCIISet("_") | .alphanumeric

  /// Parses a variable with its modifier. A name consists of non-empty parts separated by dots.
  private mutating func variable() throws(URITemplateError) -> URITemplate.Variable {
    let start = offset
    while true {
      let part = offset
      while Self.nameCharacters.contains(bytes[offset]) || bytes[offset] == UInt8(ascii: "%") {
        if bytes[offset] == UInt8(ascii: "%") { _ = try triplet() } else { offset += 1 }
      }
      if offset == part { throw unexpectedByte() }
      guard bytes[offset] == UInt8(ascii: ".") else { break }
      offset += 1
    }
    var variable = URITemplate.Variable(
      name: String(decoding: bytes[start..<offset], as: UTF8.self), offset: start)
    if bytes[offset] == UInt8(ascii: "*") {
      variable.explodes = true
      offset += 1
    } else if bytes[offset] == UInt8(ascii: ":") {
      offset += 1
      let digits = bytes[offset...].prefix(while: ASCII.isDigit)
      guard (1...4).contains(digits.count), digits.first != UInt8(ascii: "0") else {
        throw URITemplateError("a length must be a number from 1 to 9999", at: offset)
      }
      variable.prefix = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
      offset += digits.count
    }
    return variable
  }

  /// Returns the error for the byte at the offset. A `}` always follows, so the offset is never at
  /// the end.
  private func unexpectedByte() -> URITemplateError {
    if bytes[offset] == UInt8(ascii: "}") || bytes[offset] == UInt8(ascii: ",") {
      return URITemplateError("a name is missing", at: offset)
    }
    let letter = String(decoding: bytes[offset...], as: UTF8.self).unicodeScalars.first
    return URITemplateError(
      "'\(HTTPSyntax.escaped(letter.map { String($0) } ?? ""))' is not allowed in an expression",
      at: offset)
  }
}
