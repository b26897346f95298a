/// The reference: a dictionary of texts and a lookup function.
struct TextDictionary {
  private let texts: [String: String]

  init(_ texts: [(key: String, text: String)]) {
    self.texts = Dictionary(
      uniqueKeysWithValues: texts.map { (Self.copy($0.key), Self.copy($0.text)) })
  }

  /// Returns a copy in separate memory, like a text that was read from a file.
  static func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

  /// Returns a text. Never inlined so that the text is retained as in an app.
  @inline(never) func text(_ key: String) -> String { texts[key] ?? "?\(key)?" }
}
