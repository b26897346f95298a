import TremaSupport

/// The prolog before the first element, examined before a parser reads it.
///
/// A document whose type has an internal subset is refused: it declares entities there, and what those
/// become is the parser's own affair. So is any encoding that could hide one.
struct XMLProlog {
  /// - Throws: ``XMLDecodingError``.
  static func check(_ bytes: [UInt8]) throws(XMLDecodingError) {
    // UTF-16 has a NUL in each letter of ASCII; nothing else has one at all.
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

  /// Takes the type of a document up to its end, which is no `>` within quotation marks. A bracket
  /// there is in the name of a file; that one is not read either.
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
      known.contains(name) || name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125")
    if !isKnown { throw XMLDecodingError(.encoding(name)) }
  }

  /// The encodings in which the byte of `<` is nothing else.
  private static let known: Set<String> = [
    "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "latin1",
  ]
}
