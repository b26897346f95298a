/// The encoding of a document, as detected from its first bytes.
///
/// See XML 1.0, appendix F, "Autodetection of Character Encodings".
enum DocumentEncoding: Equatable {
  /// UTF-8, which needs no conversion.
  case utf8
  /// Any other encoding, by its name in libxml2.
  case named(String)
  /// A declared encoding that contradicts the bytes.
  case contradiction(declared: String)
}

/// Detects the encoding of a document from its first bytes.
package enum EncodingDetector {
  /// The maximum length of an XML declaration, in bytes.
  private static let declarationLimit = 1024

  /// Returns whether a complete document is UTF-8, by declaration or by default.
  package static func isUTF8(_ document: [UInt8]) -> Bool {
    detect(Array(document.prefix(declarationLimit)), isComplete: true)?.0 == .utf8
  }

  /// Returns the encoding that a complete document declares, or `nil` if it is UTF-8 or UTF-16.
  package static func unusualEncoding(of document: [UInt8]) -> String? {
    let found = detect(Array(document.prefix(declarationLimit)), isComplete: true)
    guard case .named(let name)? = found?.0, !name.hasPrefix("UTF-16") else { return nil }
    return name
  }

  /// Detects the encoding.
  ///
  /// - Parameters:
  ///   - prefix: The start of the document.
  ///   - isComplete: Whether no more bytes follow.
  /// - Returns: The encoding and the length of the byte order mark, or `nil` if more bytes are
  ///   needed.
  static func detect(_ prefix: [UInt8], isComplete: Bool) -> (DocumentEncoding, markLength: Int)? {
    guard prefix.count >= 4 || isComplete else { return nil }
    if prefix.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if prefix.starts(with: [0xFF, 0xFE]) { return (.named("UTF-16LE"), 2) }
    if prefix.starts(with: [0xFE, 0xFF]) { return (.named("UTF-16BE"), 2) }
    if prefix.starts(with: [0x3C, 0x00]) { return (.named("UTF-16LE"), 0) }
    if prefix.starts(with: [0x00, 0x3C]) { return (.named("UTF-16BE"), 0) }
    // An `xml-stylesheet` instruction starts with the same bytes and has its own encoding.
    let opening = Array("<?xml".utf8)
    guard prefix.starts(with: opening) || opening.starts(with: prefix) && !isComplete else {
      return (.utf8, 0)
    }
    if prefix.count == opening.count, !isComplete { return nil }
    if prefix.count > opening.count, !isSpace(prefix[opening.count]) { return (.utf8, 0) }
    guard let end = endOfDeclaration(prefix) else {
      return isComplete || prefix.count > declarationLimit ? (.utf8, 0) : nil
    }
    guard let name = declaredEncoding(prefix[..<end]) else { return (.utf8, 0) }
    switch name.uppercased() {
    case "UTF-8", "UTF8": return (.utf8, 0)
    case let wide
    where wide.hasPrefix("UTF-16") || wide.hasPrefix("UCS-") || wide.hasPrefix("UTF-32"):
      return (.contradiction(declared: name), 0)
    default: return (.named(name), 0)
    }
  }

  /// Returns whether a byte is XML whitespace.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the index after the first `?>`, or `nil` if there is none.
  private static func endOfDeclaration(_ bytes: [UInt8]) -> Int? {
    zip(bytes.indices, bytes.dropFirst()).first { index, next in
      bytes[index] == UInt8(ascii: "?") && next == UInt8(ascii: ">")
    }.map { $0.0 + 2 }
  }

  /// Returns the name of the encoding in an XML declaration, or `nil` if there is none.
  private static func declaredEncoding(_ declaration: ArraySlice<UInt8>) -> String? {
    // Bytes are searched because searching a string would take longer than reading hundreds of
    // values.
    let word = Array("encoding".utf8)
    let start = declaration.indices.first { declaration[$0...].starts(with: word) }
    guard let start else { return nil }
    let rest = declaration[(start + word.count)...].drop { $0 == UInt8(ascii: "=") || isSpace($0) }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }
}
