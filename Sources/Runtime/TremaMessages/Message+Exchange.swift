extension Message {
  /// Parses a text from a different format the way its platform displays it. Platforms do not
  /// format texts without conversions, so `%%` in such a text is two percent signs.
  ///
  /// - Returns: The message, and the issues of its source.
  package static func parseAsShown(_ text: String) -> (message: Message, issues: [MessageIssue]) {
    let (message, issues) = parse(text, backslash: .literal)
    guard issues.isEmpty, message.plainText != nil else { return (message, issues) }
    return (Message(text), [])
  }

  /// Returns the message as spelled in its source, with escapes resolved, for formats that spell
  /// messages like catalogs do. No character of the message is lost.
  ///
  /// - Parameter source: A catalog value that represents this message, with either backslash rule.
  package func spelled(like source: String) -> String {
    if let plainText, !Self.mightContainPlaceholder(source) { return plainText }
    let decoded = Self.decoded(source)
    for text in [decoded, source] where Self.parse(text, backslash: .literal).message == self {
      return text
    }
    return spelled() ?? ""
  }

  /// Returns the value that a trema file contains for a message from a different format, spelled as
  /// in its source.
  package func importedSource(_ source: String, backslash: BackslashRule) -> String {
    let isRead = Self.parse(source, backslash: .literal).message == self
    let text = isRead ? source : spelled() ?? ""
    return backslash == .escape ? Self.escaped(text) : text
  }

  /// Returns whether a text contains a character that can start a placeholder.
  private static func mightContainPlaceholder(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }
  }

  /// Returns a text with escapes resolved.
  private static func decoded(_ source: String) -> String {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes, recordsLocations: false)
      parser.decodeEscapes(.escape)
      return String(decoding: parser.decoded, as: UTF8.self)
    }
  }
}
