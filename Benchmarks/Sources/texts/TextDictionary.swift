/// What one would write instead: texts under their keys, and a function that gives one out.
struct TextDictionary {
  private let texts: [String: String]

  init(_ texts: [(key: String, text: String)]) {
    // Of its own memory, as a dictionary that was read from a file has its keys and texts.
    func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }
    self.texts = Dictionary(uniqueKeysWithValues: texts.map { (copy($0.key), copy($0.text)) })
  }

  /// Never inlined: who only looks at the text where it lies has not got it, and an app has.
  @inline(never) func text(_ key: String) -> String { texts[key] ?? "?\(key)?" }
}
