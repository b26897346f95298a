import TremaSupport

/// The words that a key is made of, in lower case: `apiBaseURL` is `api`, `base`, `url`, as are
/// `API_BASE_URL` and `api.base-url`.
package struct KeyWords {
  package let words: [String]

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
      // `baseURL` begins a word at U, `URLPath` at P.
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

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Letters beyond ASCII count as small ones.
  private static func isPart(_ byte: UInt8) -> Bool {
    isLower(byte) || ASCII.isDigit(byte) || byte >= 0x80
  }

  /// Whether it names what each environment must have of its own: hosts, identifiers, keys.
  package var nameIdentity: Bool {
    guard let last = words.last else { return false }
    return Self.identities.contains(last)
  }

  private static let identities: Set<String> = [
    "host", "hosts", "hostname", "domain", "url", "uri", "endpoint", "server", "dsn", "id",
    "identifier", "key", "bucket", "tenant",
  ]

  /// Whether it names how much is logged.
  package var nameLogLevel: Bool {
    words.last == "level"
      && words.dropLast().contains { ["log", "logs", "logging", "logger"].contains($0) }
      || words.last == "loglevel"
  }
}
