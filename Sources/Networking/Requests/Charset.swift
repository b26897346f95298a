import TremaHTTP
import TremaSupport

/// An error of a body that cannot be decoded as text.
public enum TextDecodingError: Error, Hashable, Sendable {
  /// `Content-Type` names a charset that is not supported.
  case unknownCharset(String)
  /// The bytes are not valid in the charset. The offset, in bytes, is that of the first invalid
  /// byte.
  case malformed(charset: String, offset: Int)
}

extension TextDecodingError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .unknownCharset(let name): "the charset '\(HTTPSyntax.escaped(name))' is not known"
    case .malformed(let charset, let offset): "byte \(offset) of the text is not valid \(charset)"
    }
  }
}

/// The supported charsets of text bodies: UTF-8, US-ASCII, ISO-8859-1 and UTF-16.
enum Charset {
  /// Returns the parameter `charset` of a `Content-Type`, in lower case; `nil` without one.
  ///
  /// Source: RFC 9110, section 8.3.2 and 5.6.6.
  static func name(in contentType: String) -> String? {
    var rest = Array(contentType.utf8)[...]
    rest = rest.drop { $0 != UInt8(ascii: ";") }
    while !rest.isEmpty {
      rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[name.endIndex...]
      guard rest.first == UInt8(ascii: "=") else { continue }
      let value = Self.value(&rest)
      if name.map(ASCII.lowercased).elementsEqual("charset".utf8), !value.isEmpty {
        return String(decoding: value.map(ASCII.lowercased), as: UTF8.self)
      }
      rest = rest.drop { $0 != UInt8(ascii: ";") }
    }
    return nil
  }

  /// Parses `=token` or `="quoted"` and advances `rest` past it. Returns the value without
  /// quotation marks and escapes.
  private static func value(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    rest = rest.dropFirst()
    guard rest.first == UInt8(ascii: "\"") else {
      let token = rest.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
      rest = rest[token.endIndex...]
      return Array(token)
    }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return value
  }

  /// Returns the decoded text. A byte order mark of UTF-8 or UTF-16 is removed.
  ///
  /// - Parameters:
  ///   - bytes: the encoded text.
  ///   - charset: the name in lower case; `nil` is UTF-8. `utf-16` without a byte order mark is
  ///     big-endian, as RFC 2781 specifies.
  /// - Throws: ``TextDecodingError``.
  static func text(of bytes: [UInt8], in charset: String?) throws(TextDecodingError) -> String {
    switch charset ?? "utf-8" {
    case "utf-8", "utf8": return try utf8(bytes)
    case "us-ascii", "ascii":
      if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) {
        throw .malformed(charset: "US-ASCII", offset: offset)
      }
      return String(decoding: bytes, as: UTF8.self)
    case "iso-8859-1", "latin1", "iso_8859-1", "l1":
      var text = ""
      text.unicodeScalars.append(contentsOf: bytes.lazy.map { UnicodeScalar($0) })
      return text
    case "utf-16":
      let isLittle = bytes.starts(with: [0xFF, 0xFE])
      return try utf16(bytes, isLittle: isLittle)
    case "utf-16le": return try utf16(bytes, isLittle: true)
    case "utf-16be": return try utf16(bytes, isLittle: false)
    default: throw .unknownCharset(charset ?? "")
    }
  }

  /// Decodes UTF-8.
  private static func utf8(_ bytes: [UInt8]) throws(TextDecodingError) -> String {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // `String(decoding:as:)` replaces malformed sequences, so the result differs from the input
    // then. Only in this case is the offset looked up.
    let text = String(decoding: bytes[start...], as: UTF8.self)
    if text.utf8.elementsEqual(bytes[start...]) { return text }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    throw .malformed(charset: "UTF-8", offset: offset)
  }

  /// Decodes UTF-16; the byte order has been determined. Offsets of errors are in bytes.
  private static func utf16(_ bytes: [UInt8], isLittle: Bool) throws(TextDecodingError) -> String {
    guard bytes.count.isMultiple(of: 2) else {
      throw .malformed(charset: "UTF-16", offset: bytes.count - 1)
    }
    let (high, low) = isLittle ? (1, 0) : (0, 1)
    let units: [UInt16] = (0..<(bytes.count / 2)).map { index in
      let (first, second) = (bytes[2 * index + high], bytes[2 * index + low])
      return UInt16(first) << 8 | UInt16(second)
    }
    let start = units.first == 0xFEFF ? 1 : 0
    let text = String(decoding: units[start...], as: UTF16.self)
    if text.utf16.elementsEqual(units[start...]) { return text }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF16.width(scalar) * 2
    }
    throw .malformed(charset: "UTF-16", offset: offset)
  }
}
