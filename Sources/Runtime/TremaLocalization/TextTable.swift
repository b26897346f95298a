internal import TremaMessages
internal import TremaSupport

/// The texts of one table in one language. Entries are parsed on first use, because an app never
/// uses most of its texts, and are kept as long as the table. Lookups do not lock.
final class TextTable: Sendable {
  /// A text and its parsed message.
  final class Entry: Sendable {
    /// The text as in the file.
    let text: String
    /// The message, with numbered arguments.
    let message: Message
    /// The message in a form that is fast to format, or `nil` if there is none.
    let quickMessage: QuickMessage?
    /// Whether the entry has no usable text. The entry is kept so it doesn't have to be parsed
    /// again.
    let isMissing: Bool

    fileprivate init(_ text: String, _ message: Message, _ language: LanguageTag?) {
      self.text = text
      self.message = message
      quickMessage = QuickMessage(message, in: language)
      isMissing = false
    }

    /// Creates an entry without a text.
    fileprivate init() {
      (text, message, quickMessage, isMissing) = ("", Message(""), nil, true)
    }
  }

  /// The entries of the files.
  private let entries: any TextEntries
  private let language: LanguageTag?
  /// The parsed entries by number.
  private let slots: PublishedObjects<Entry>

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - entries: The entries of the files.
  ///   - language: The language of the texts, which determines the plural categories.
  init(_ entries: some TextEntries, language: LanguageTag?) {
    self.entries = entries
    self.language = language
    slots = PublishedObjects(count: entries.count)
  }

  /// Returns a text without arguments, or `nil` if it must be looked up with `entry(_:report:)`.
  ///
  /// - Parameter copy: The number of the replica, or 0 for the original text; see
  ///   `ReplicaSelector`.
  func plainText(_ key: String, copy: Int = 0) -> String? {
    entries.plainText(of: key, copy: copy)
  }

  /// Returns a key's entry, or `nil` if it is missing, empty or malformed.
  ///
  /// - Parameter report: Called on first use with the reason if the entry is malformed.
  func entry(_ key: String, report: (String) -> Void) -> Entry? {
    guard let number = entries.number(of: key) else { return nil }
    if let known = slots[number] { return known.isMissing ? nil : known }
    var problem: String?
    let read = entries.read(number) { problem = $0 }
    let new = read.map { Entry($0.text, $0.message, language) } ?? Entry()
    let entry = slots.publish(new, at: number)
    // Two threads may parse the entry at the same time. Only one of them reports the problem.
    if entry === new, let problem { report(problem) }
    return entry.isMissing ? nil : entry
  }

  /// Returns the formatted text of an entry that is already parsed and matches the arguments.
  ///
  /// - Returns: The text, or `nil` if it must be looked up with `entry(_:report:)`.
  func quickText(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>, smallNumbersArePlain: Bool
  ) -> String? {
    guard let number = entries.number(of: key) else { return nil }
    let text = slots.withObject(at: number) { entry in
      entry.quickMessage?.formatted(with: arguments, smallNumbersArePlain: smallNumbersArePlain)
    }
    return text ?? nil
  }
}
