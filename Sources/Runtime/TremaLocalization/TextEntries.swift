internal import TremaMessages

/// What a file of texts knows, whatever its format: entries with numbers from 0, and keys that name
/// them.
protocol TextEntries: Sendable {
  /// How many numbers there are.
  var count: Int { get }

  /// - Parameter key: compared byte for byte.
  /// - Returns: nil when there is no entry.
  func number(of key: String) -> Int?

  /// A text in which nothing can stand but text: no arguments, no percent sign. Most texts are.
  ///
  /// - Parameters:
  ///   - key: compared byte for byte.
  ///   - copy: which one of the text, 0 for itself; see ``TextCopy``.
  /// - Returns: nil when one has to look closer.
  func plainText(of key: String, copy: Int) -> String?

  /// What the entry says.
  ///
  /// - Parameter report: is told why the entry, or a part of it, cannot be used.
  /// - Returns: the text as it stands in the file and its message, everything in it numbered; nil for
  ///   an entry that is empty or malformed.
  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)?
}

/// The entries of a `.strings` file with those of a `.stringsdict` file over them.
struct ListedTexts: TextEntries {
  private let index: TextIndex
  /// By number, those that are plain before the others; empty for a key that has a plural alone.
  private let texts: [String]
  private let plurals: [Int: ListValue]
  private let language: LanguageTag?

  /// - Parameter language: what the texts are in, for their plurals.
  init(_ texts: [TextKey: String], plurals: [TextKey: ListValue], language: LanguageTag?) {
    var keys: [String] = []
    var listed: [String] = []
    keys.reserveCapacity(texts.count + plurals.count)
    listed.reserveCapacity(texts.count + plurals.count)
    // An empty text is a missing text.
    var others: [(key: String, text: String)] = []
    for (key, text) in texts where !text.isEmpty || plurals[key] != nil {
      if Self.mayTakeArguments(text) || plurals[key] != nil {
        others.append((key.text, text))
      } else {
        keys.append(key.text)
        listed.append(text)
      }
    }
    let plain = listed
    for key in plurals.keys where texts[key] == nil { others.append((key.text, "")) }
    keys += others.map(\.key)
    listed += others.map(\.text)
    index = TextIndex(keys, texts: plain)
    var numbered: [Int: ListValue] = [:]
    for number in plain.count..<keys.count {
      if let plural = plurals[TextKey(keys[number])] { numbered[number] = plural }
    }
    self.texts = listed
    self.plurals = numbered
    self.language = language
  }

  private static func mayTakeArguments(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }
  }

  var count: Int { texts.count }

  func number(of key: String) -> Int? { index.number(of: key) }

  func plainText(of key: String, copy: Int) -> String? {
    copy == 0 ? index.text(of: key) : index.text(of: key, copy: copy)
  }

  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)? {
    if let plural = plurals[number] {
      do {
        let (message, format) = try PluralEntry.read(plural, in: language)
        if !message.isEmpty { return (format, message) }
      } catch {
        report(error.reason)
      }
    }
    let text = texts[number]
    if text.isEmpty { return nil }
    // Backslashes were escapes of the file, not of the text.
    let parsed = Message.parse(text, backslash: .literal).message
    return (text, parsed.numbered(by: ArgumentNumbers([parsed])))
  }
}
