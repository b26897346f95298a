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

  /// The message as one text in the spelling of its source: conversions are spelled as they are
  /// written, and percent signs are doubled and branches set off where the source does so.
  ///
  /// - Parameter source: a text that was read as this message.
  package func spelled(like source: String) -> String {
    var spelling = MessageSpelling()
    spelling.isCompact = hasBranches && Self.isCompact(source)
    let text = spelled(spelling) ?? ""
    guard let plainText, text.utf8.count == plainText.utf8.count,
      Self.hasDoubledPercent(source)
    else { return text }
    return Self.doublingPercents(plainText)
  }

  /// The value of a trema file for a message that was read from another format, in the spelling of
  /// its source.
  package func sourceAsRead(_ source: String, backslash: BackslashRule) -> String {
    let text = spelled(like: source)
    return backslash == .escape ? Self.escaped(text) : text
  }

  /// Whether the first branch for `other` follows its selector without a space.
  private static func isCompact(_ source: String) -> Bool {
    let bytes = Array(source.utf8)
    let place = bytes.indices.first { bytes.has("other", at: $0) }
    return place.map { bytes.has("{", at: $0 + 5) } ?? false
  }

  private static func hasDoubledPercent(_ text: String) -> Bool {
    let percent = UInt8(ascii: "%")
    var wasPercent = false
    for byte in text.utf8 {
      if byte == percent, wasPercent { return true }
      wasPercent = byte == percent
    }
    return false
  }
}
