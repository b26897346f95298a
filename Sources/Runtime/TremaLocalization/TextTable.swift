internal import TremaMessages
internal import TremaSupport

/// The texts of one table in one language. Its entries are read when they are first asked for, as
/// most texts of an app never are, and kept as long as the table; looking one up takes no lock.
final class TextTable: Sendable {
  /// A text with what it says.
  final class Entry: Sendable {
    /// The text as it is in the file.
    let text: String
    let message: Message
    /// The message in the form that is put together at once; nil for one that has none.
    let quick: QuickMessage?
    /// There is no text: that is not found out twice.
    let isMissing: Bool

    fileprivate init(_ text: String, _ message: Message, _ language: LanguageTag?) {
      self.text = text
      self.message = message
      quick = QuickMessage(message, in: language)
      isMissing = false
    }

    /// An entry without a text.
    fileprivate init() {
      (text, message, quick, isMissing) = ("", Message(""), nil, true)
    }
  }

  private let entries: any TextEntries
  private let language: LanguageTag?
  private let slots: PublishedObjects<Entry>

  /// - Parameter language: what the texts are in, for their plurals.
  init(_ entries: some TextEntries, language: LanguageTag?) {
    self.entries = entries
    self.language = language
    slots = PublishedObjects(count: entries.count)
  }

  /// A text in which nothing can be but text; nil when one has to look closer.
  ///
  /// - Parameter copy: that of ``ReplicaSelector``; 0 for the text itself.
  func plainText(_ key: String, copy: Int = 0) -> String? {
    entries.plainText(of: key, copy: copy)
  }

  /// Returns the entry of a key, or `nil` when it is missing, empty or malformed.
  ///
  /// - Parameter report: is told why the entry is malformed, the first time.
  func entry(_ key: String, report: (String) -> Void) -> Entry? {
    guard let number = entries.number(of: key) else { return nil }
    if let known = slots[number] { return known.isMissing ? nil : known }
    var mistake: String?
    let read = entries.read(number) { mistake = $0 }
    let new = read.map { Entry($0.text, $0.message, language) } ?? Entry()
    let entry = slots.publish(new, at: number)
    // Two threads may both have read it; one of them tells.
    if entry === new, let mistake { report(mistake) }
    return entry.isMissing ? nil : entry
  }

  /// The text of an entry that was read before, with arguments that go with it.
  ///
  /// - Returns: nil when one has to look closer.
  func quickText(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>, smallNumbersArePlain: Bool
  ) -> String? {
    guard let number = entries.number(of: key) else { return nil }
    let text = slots.withObject(at: number) { entry in
      entry.quick?.formatted(with: arguments, smallNumbersArePlain: smallNumbersArePlain)
    }
    return text ?? nil
  }
}
