import TremaSupport

/// Recognizes placeholders that are used instead of secrets.
package enum SecretPlaceholder {
  /// Returns whether a value is empty or a placeholder, such as `changeme`, `TODO`, `xxx`,
  /// `<token>` or `your-key-here`.
  package static func isPlaceholder(_ text: String) -> Bool {
    let bytes = text.utf8.map(ASCII.lowercased)
    let letters = bytes.filter { ASCII.isAlphanumeric($0) }
    guard let first = letters.first else { return true }
    if bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">") { return true }
    if letters.allSatisfy({ $0 == first }) { return true }
    let word = String(decoding: letters, as: UTF8.self)
    return words.contains(word) || word.hasPrefix("your") || word.hasPrefix("changeme")
      || word.hasPrefix("replaceme") || word.hasPrefix("insert") && word.hasSuffix("here")
      || word.hasPrefix("todo") && bytes.contains { !ASCII.isLetter($0) }
      || word.hasSuffix("goeshere") || word.hasSuffix("placeholder")
  }

  /// Returns whether a value refers to another value, as in `$(API_KEY)`, `${auth.token}` or
  /// `{{token}}`.
  package static func isReference(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.starts(with: "$(".utf8) && bytes.last == UInt8(ascii: ")")
      || bytes.starts(with: "${".utf8) && bytes.last == UInt8(ascii: "}")
      || bytes.starts(with: "{{".utf8) && bytes.suffix(2).elementsEqual("}}".utf8)
  }

  /// The placeholder values, without separators.
  private static let words: Set<String> = [
    "todo", "tbd", "tba", "fixme", "changeit", "placeholder", "dummy", "example", "sample",
    "secret",
    "password", "token", "apikey", "none", "null", "nil", "na", "notset", "unset", "empty",
    "default", "test", "foo", "bar", "foobar", "redacted", "hidden",
  ]
}
