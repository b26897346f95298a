import TremaHTTP
import TremaSupport

/// An error of a body that cannot be decoded as text.
public enum TextDecodingError: Error, Hashable, Sendable {
  /// The charset in `Content-Type` is not supported.
  case unknownCharset(String)
  /// The bytes are not valid in the charset. The offset of the first invalid byte is in bytes.
  case malformed(charset: String, offset: Int)
}

extension TextDecodingError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .unknownCharset(let name): "unknown charset '\(HTTPSyntax.escaped(name))'"
    case .malformed(let charset, let offset): "byte \(offset) of the text is not valid \(charset)"
    }
  }
}

/// The supported charsets of text bodies: UTF-8, US-ASCII, ISO-8859-1 and UTF-16.
enum Charset {
  /// Returns the `charset` parameter of a `Content-Type` in lowercase, or `nil` if there is none.
  ///
  /// See RFC 9110, sections 8.3.2 and 5.6.6.
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

  /// Parses `=token` or `="quoted"` and advances `rest` past it. Returns the value without quotes
  /// or escapes.
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
  ///   - bytes: The encoded text.
  ///   - charset: The name in lowercase; `nil` means UTF-8. As specified by RFC 2781, `utf-16`
  ///     without a byte order mark is big-endian.
  /// - Throws: ``TextDecodingError`` if the charset is unknown or the bytes are invalid.
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
    // `String(decoding:as:)` replaces malformed sequences, in which case the result differs from
    // the input. Only then is the offset determined.
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

  /// Decodes UTF-16 with a known byte order. Error offsets are in bytes.
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
