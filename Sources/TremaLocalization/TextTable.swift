internal import TremaLock
internal import TremaMessages

/// The texts of one table in one language: `.strings` with `.stringsdict` over it. Read once; its
/// messages are parsed when they are first asked for, as most texts of an app never are.
final class TextTable: Sendable {
  /// A text with what it says.
  struct Found {
    /// As it stands in the file.
    var text: String
    var message: Message
  }

  private let texts: [TextKey: String]
  private let plurals: [TextKey: ListValue]
  private let language: LanguageTag?
  private let messages = LockedValue<[TextKey: Message]>([:])
  /// Nil for an entry that is no message.
  private let pluralMessages = LockedValue<[TextKey: Found?]>([:])

  /// - Parameter language: what the texts are in, for their plurals.
  init(
    _ texts: [TextKey: String], plurals: [TextKey: ListValue] = [:], language: LanguageTag? = nil
  ) {
    self.texts = texts
    self.plurals = plurals
    self.language = language
  }

  /// The text of the `.strings` file, or nil when it is missing or empty.
  func text(_ key: TextKey) -> String? {
    guard let text = texts[key], !text.isEmpty else { return nil }
    return text
  }

  /// What the `.strings` text says; `text` is what stands under `key`.
  func message(_ key: TextKey, _ text: String) -> Message {
    if let known = messages.withLock({ $0[key] }) { return known }
    // Backslashes were escapes of the file, not of the text.
    let parsed = Message.parse(text, backslash: .literal).message
    let message = parsed.numbered(by: ArgumentNumbers([parsed]))
    messages.withLock { $0[key] = message }
    return message
  }

  /// The entry of the `.stringsdict` file, or nil when it is missing, empty or malformed.
  ///
  /// - Parameter report: is told why the entry is malformed, the first time and outside of any lock.
  func plural(_ key: TextKey, report: (String) -> Void) -> Found? {
    guard !plurals.isEmpty, let entry = plurals[key] else { return nil }
    if let known = pluralMessages.withLock({ $0[key] }) { return known }
    var found: Found?
    var mistake: String?
    do {
      let (message, format) = try PluralEntry.read(entry, in: language)
      if !message.isEmpty { found = Found(text: format, message: message) }
    } catch {
      mistake = error.reason
    }
    let isFirst = pluralMessages.withLock { $0.updateValue(found, forKey: key) == nil }
    if isFirst, let mistake { report(mistake) }
    return found
  }
}
