extension Message {
  /// Parses a text of another format as its platform shows it: texts without conversions are not
  /// formatted there, so that `%%` is two percent signs.
  ///
  /// - Returns: the message, and the issues of its source.
  package static func parseAsShown(_ text: String) -> (message: Message, issues: [MessageIssue]) {
    let (message, issues) = parse(text, backslash: .literal)
    guard issues.isEmpty, message.plainText != nil else { return (message, issues) }
    return (Message(text), [])
  }

  /// Returns the message in the spelling of its source with escapes resolved, for formats that
  /// spell messages like catalogs. All characters of the message are kept.
  ///
  /// - Parameter source: a value of a catalog that represents this message, with either rule for
  ///   backslashes.
  package func spelled(like source: String) -> String {
    if let plainText, !Self.mightContainPlaceholder(source) { return plainText }
    let decoded = Self.decoded(source)
    for text in [decoded, source] where Self.parse(text, backslash: .literal).message == self {
      return text
    }
    return spelled() ?? ""
  }

  /// Returns the value of a trema file for a message from another format, in the spelling of its
  /// source.
  package func importedSource(_ source: String, backslash: BackslashRule) -> String {
    let isRead = Self.parse(source, backslash: .literal).message == self
    let text = isRead ? source : spelled() ?? ""
    return backslash == .escape ? Self.escaped(text) : text
  }

  /// Whether a text contains a character that may begin a placeholder.
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
