import TremaCatalog
import TremaMessages
import TremaSupport

extension AndroidReader {
  /// Returns the message of a text.
  ///
  /// - Parameters:
  ///   - isFormatted: The `formatted` attribute. If it is true, aapt2 requires valid conversions.
  ///     Apps may also format other texts.
  ///   - key: The key of the text, for findings.
  mutating func message(
    _ leaf: AndroidLeaf, isFormatted: Bool, key: String
  ) -> Message {
    let text = String(decoding: leaf.text.bytes, as: UTF8.self)
    if dialect == .compose {
      let message = Message.parse(text, backslash: .literal).message
      if message.hasBranches { return Message.parseICU(text).message ?? message }
      return composeMessage(leaf, key: key)
    }
    let format =
      isFormatted ? text : String(decoding: leaf.text.withDoubledPercents, as: UTF8.self)
    let (message, issues) = Message.parse(format, backslash: .literal)
    // `android.icu.text.MessageFormat` does not interpret percent signs.
    if message.hasBranches { return Message.parseICU(text).message ?? message }
    // The app does not format this text, so `%%` is two percent signs.
    if issues.isEmpty, !message.hasJavaConversions { return Message(text) }
    if issues.contains(where: { $0.kind == .unescapedPercent }) { reportPercent(leaf, key: key) }
    return message
  }

  /// Reports an unescaped percent sign in a text that is formatted.
  mutating func reportPercent(_ leaf: AndroidLeaf, key: String) {
    report(
      .warning, "unescaped-percent",
      "the text contains an unescaped percent sign next to a placeholder",
      at: leaf.position, hint: "escape the percent sign as %%", subject: key)
  }

  /// Reports several placeholders without numbers, which aapt2 rejects unless `formatted` is false.
  mutating func checkNumbers(
    of message: Message, _ leaf: AndroidLeaf, _ resource: AndroidResource
  ) {
    guard dialect == .android, resource.isFormatted, resource.isTranslatable, !message.hasBranches,
      message.placeholders.count(where: { $0.position == nil && $0.type != .none }) > 1
    else { return }
    report(
      .warning, "unnumbered-placeholders",
      "'\(resource.name)' contains several unnumbered placeholders, which aapt2 rejects",
      at: leaf.position, hint: "number them: %1$s, %2$d", subject: resource.name)
  }
}

extension Message {
  /// Whether any conversion is valid in Java, where `%@` and `%ld` are ordinary text.
  fileprivate var hasJavaConversions: Bool {
    hasPlaceholders
      && !placeholders.allSatisfy { $0.conversion == UInt8(ascii: "@") || $0.length != nil }
  }
}
