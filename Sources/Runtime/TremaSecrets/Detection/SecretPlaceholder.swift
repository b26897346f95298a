import TremaSupport

/// Placeholders that are written in place of a secret until the real one is known.
package enum SecretPlaceholder {
  /// Whether a value is none yet: `changeme`, `TODO`, `xxx`, `<token>`, `your-key-here`, or empty.
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

  /// Whether a value is made elsewhere: `$(API_KEY)`, `${auth.token}`, `{{token}}`.
  package static func isReference(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.starts(with: "$(".utf8) && bytes.last == UInt8(ascii: ")")
      || bytes.starts(with: "${".utf8) && bytes.last == UInt8(ascii: "}")
      || bytes.starts(with: "{{".utf8) && bytes.suffix(2).elementsEqual("}}".utf8)
  }

  private static let words: Set<String> = [
    "todo", "tbd", "tba", "fixme", "changeit", "placeholder", "dummy", "example", "sample",
    "secret",
    "password", "token", "apikey", "none", "null", "nil", "na", "notset", "unset", "empty",
    "default", "test", "foo", "bar", "foobar", "redacted", "hidden",
  ]
}
