import TremaSupport

/// A check of the prolog, the part before the first element, which is performed before parsing.
///
/// A document type with an internal subset is refused, because it can declare entities whose
/// expansion only the parser controls. Encodings that could hide a subset are refused as well.
struct XMLProlog {
  /// Checks the prolog of a document.
  ///
  /// - Throws: ``XMLDecodingError`` for an internal subset, an unsupported encoding or an empty
  ///   document.
  static func check(_ bytes: [UInt8]) throws(XMLDecodingError) {
    // In UTF-16, each ASCII character has a NUL byte. No other supported encoding contains any.
    let isWide =
      bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.prefix(2).contains(0)
    var text = isWide ? bytes.filter { $0 != 0 && $0 < 0xFE }[...] : bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while true {
      text = text.drop(while: ASCII.isSpace)
      if text.isEmpty { throw XMLDecodingError(.empty) }
      if text.starts(with: "<?".utf8) {
        let instruction = take(&text, upTo: "?>")
        if instruction.starts(with: "<?xml".utf8) { try checkEncoding(instruction) }
      } else if text.starts(with: "<!--".utf8) {
        _ = take(&text, upTo: "-->")
      } else if text.starts(with: "<!".utf8) {
        if hasSubset(&text) { throw XMLDecodingError(.documentType) }
      } else {
        return
      }
    }
  }

  /// Skips a document type declaration to its end, a `>` outside quotes, and returns whether it has
  /// an internal subset. A bracket within quotes is part of a file name, but is also treated as a
  /// subset.
  private static func hasSubset(_ text: inout ArraySlice<UInt8>) -> Bool {
    var quote: UInt8?
    while let byte = text.popFirst() {
      if byte == UInt8(ascii: "[") { return true }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return false
      }
    }
    return false
  }

  /// Removes and returns the bytes up to and including an end marker, or all bytes if it is
  /// missing.
  private static func take(
    _ text: inout ArraySlice<UInt8>, upTo end: StaticString
  ) -> ArraySlice<UInt8> {
    end.withUTF8Buffer { end in
      var index = text.startIndex
      while index < text.endIndex, !text[index...].starts(with: end) { index += 1 }
      let taken = text[..<min(index + end.count, text.endIndex)]
      text = text[taken.endIndex...]
      return taken
    }
  }

  /// Throws if an XML declaration names an unsupported encoding.
  private static func checkEncoding(
    _ declaration: ArraySlice<UInt8>
  ) throws(XMLDecodingError) {
    let text = String(decoding: declaration.map(ASCII.lowercased), as: UTF8.self)
    let parts = text.split { $0 == "\"" || $0 == "'" }
    guard let index = parts.firstIndex(where: { $0.contains("encoding") }),
      index + 1 < parts.count
    else { return }
    let name = String(parts[index + 1])
    let isKnown =
      supportedEncodings.contains(name) || name.hasPrefix("iso-8859-")
      || name.hasPrefix("windows-125")
    if !isKnown { throw XMLDecodingError(.encoding(name)) }
  }

  /// The supported encodings, in addition to some families. In all of them, the byte for `<` has no
  /// other meaning.
  private static let supportedEncodings: Set<String> = [
    "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "latin1",
  ]
}
