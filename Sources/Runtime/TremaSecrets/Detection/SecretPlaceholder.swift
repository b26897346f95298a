import TremaSupport

/// The recognition of placeholders that are written in place of a secret.
package enum SecretPlaceholder {
  /// Whether a value is a placeholder or empty: `changeme`, `TODO`, `xxx`, `<token>`,
  /// `your-key-here`.
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

  /// Whether a value refers to another one: `$(API_KEY)`, `${auth.token}`, `{{token}}`.
  package static func isReference(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.starts(with: "$(".utf8) && bytes.last == UInt8(ascii: ")")
      || bytes.starts(with: "${".utf8) && bytes.last == UInt8(ascii: "}")
      || bytes.starts(with: "{{".utf8) && bytes.suffix(2).elementsEqual("}}".utf8)
  }

  /// The values that are placeholders, without separators.
  private static let words: Set<String> = [
    "todo", "tbd", "tba", "fixme", "changeit", "placeholder", "dummy", "example", "sample",
    "secret",
    "password", "token", "apikey", "none", "null", "nil", "na", "notset", "unset", "empty",
    "default", "test", "foo", "bar", "foobar", "redacted", "hidden",
  ]
}
