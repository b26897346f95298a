import TremaSupport

/// The words of a key, in lowercase: `api`, `base`, `url` for `apiBaseURL`, `API_BASE_URL` and
/// `api.base-url`.
package struct KeyWords {
  /// The words, in order.
  package let words: [String]

  /// Splits a key into words at separators and uppercase letters.
  package init(_ key: String) {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    let bytes = Array(key.utf8)
    for (index, byte) in bytes.enumerated() {
      let isUpper = Self.isUpper(byte)
      if !isUpper, !Self.isPart(byte) {
        words.append(word)
        word = []
        continue
      }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let followsLower = index > 0 && Self.isPart(bytes[index - 1])
      // In `baseURL`, a word starts at `U`; in `URLPath`, at `P`.
      let begins =
        isUpper
        && (followsLower || index > 0 && Self.isUpper(bytes[index - 1]) && Self.isLower(next))
      if begins {
        words.append(word)
        word = []
      }
      word.append(isUpper ? byte | 0x20 : byte)
    }
    words.append(word)
    self.words = words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether a byte is an uppercase ASCII letter.
  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// Returns whether a byte is a lowercase ASCII letter.
  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Returns whether a byte continues a word. Non-ASCII bytes count as lowercase letters.
  private static func isPart(_ byte: UInt8) -> Bool {
    isLower(byte) || ASCII.isDigit(byte) || byte >= 0x80
  }

  /// Whether the key indicates a value that differs between environments, such as a host, an
  /// identifier or a key.
  package var namesIdentity: Bool {
    guard let last = words.last else { return false }
    return Self.identities.contains(last)
  }

  /// The last words of keys that indicate such a value.
  private static let identities: Set<String> = [
    "host", "hosts", "hostname", "domain", "url", "uri", "endpoint", "server", "dsn", "id",
    "identifier", "key", "bucket", "tenant",
  ]

  /// Whether the key indicates a log level.
  package var namesLogLevel: Bool {
    words.last == "level"
      && words.dropLast().contains { ["log", "logs", "logging", "logger"].contains($0) }
      || words.last == "loglevel"
  }
}
