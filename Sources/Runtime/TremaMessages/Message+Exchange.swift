extension Message {
  /// Reads a text of another format as its platform shows it: nothing formats a text without
  /// conversions, so `%%` is two percent signs there.
  ///
  /// - Returns: the message, and what was odd about it.
  package static func shown(_ text: String) -> (message: Message, issues: [MessageIssue]) {
    let (message, issues) = parse(text, backslash: .literal)
    guard issues.isEmpty, message.plainText != nil else { return (message, issues) }
    return (Message(text), [])
  }

  /// The message as one text in the spelling of its source, escapes resolved, so that formats which
  /// spell messages as catalogs do keep every character of it.
  ///
  /// - Parameter source: the value of a catalog that says this message, however it reads backslashes.
  package func spelled(like source: String) -> String {
    if let plainText, !Self.mayBeRead(source) { return plainText }
    let decoded = Self.decoded(source)
    for text in [decoded, source] where Self.parse(text, backslash: .literal).message == self {
      return text
    }
    return spelled() ?? ""
  }

  /// The value of a trema file for a message that was read from another format, in the spelling of
  /// its source.
  package func sourceAsRead(_ source: String, backslash: BackslashRule) -> String {
    let isRead = Self.parse(source, backslash: .literal).message == self
    let text = isRead ? source : spelled() ?? ""
    return backslash == .escape ? Self.escaped(text) : text
  }

  private static func mayBeRead(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }
  }

  private static func decoded(_ source: String) -> String {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes, notesPlaces: false)
      parser.decodeEscapes(.escape)
      return String(decoding: parser.decoded, as: UTF8.self)
    }
  }
}
