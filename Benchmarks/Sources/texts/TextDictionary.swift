/// The same without a module: texts under their keys, and a function that returns one.
struct TextDictionary {
  private let texts: [String: String]

  init(_ texts: [(key: String, text: String)]) {
    self.texts = Dictionary(
      uniqueKeysWithValues: texts.map { (Self.copy($0.key), Self.copy($0.text)) })
  }

  /// The same text in memory of its own, as one that was read from a file has it.
  static func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

  /// Never inlined: who only looks at the text where it lies has not got it, and an app has.
  @inline(never) func text(_ key: String) -> String { texts[key] ?? "?\(key)?" }
}
