import TremaConfigValues
import TremaSupport

extension URLText.Reading {
  /// - Returns: nil for a string that nothing says to be one.
  init?(_ text: String, under key: String, _ contract: ConfigContract?) {
    if contract?.node.meaning == .url {
      self = .url
      return
    }
    // What is left empty is not set, as far as anybody can guess.
    if text.isEmpty { return nil }
    if Self.beginsWithScheme(text) {
      // Prose may begin with a URL.
      if text.utf8.contains(0x20), !Self.isURL(key) { return nil }
      self = .url
    } else if Self.isURL(key) {
      // A path is resolved against a URL that stands elsewhere.
      if text.utf8.first == UInt8(ascii: "/"), !text.utf8.starts(with: "//".utf8) { return nil }
      self = .url
    } else if Self.isHost(key) {
      self = text.utf8.contains(UInt8(ascii: "/")) ? .url : .host
    } else {
      return nil
    }
  }

  private static func beginsWithScheme(_ text: String) -> Bool {
    // All begin with one of two letters, and few other texts do.
    guard let first = text.utf8.first,
      [UInt8(ascii: "h"), UInt8(ascii: "w")].contains(first | 0x20)
    else { return false }
    let scheme = text.utf8.prefix(6).prefix { $0 != UInt8(ascii: ":") }
    guard scheme.endIndex < text.utf8.endIndex else { return false }
    let name = String(decoding: scheme.map(ASCII.lowercased), as: UTF8.self)
    guard ["https", "http", "wss", "ws"].contains(name) else { return false }
    let rest = text.utf8[scheme.endIndex...].dropFirst()
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// Whether the last word of a key says so: `apiURL`, `api_url`, `redirectUris`, `baseurl`.
  static func isURL(_ key: String) -> Bool { ends(key, ["url", "urls", "uri", "uris"]) }

  private static func isHost(_ key: String) -> Bool { ends(key, ["host", "hosts", "hostname"]) }

  private static func ends(_ key: String, _ words: [StaticString]) -> Bool {
    words.contains { word in
      word.withUTF8Buffer { word in
        let ending = key.utf8.suffix(word.count)
        guard ending.lazy.map(ASCII.lowercased).elementsEqual(word) else { return false }
        guard let before = key.utf8.dropLast(word.count).last, let first = ending.first else {
          return true
        }
        // `curl` and `ghost` end in the letters, too.
        let isWord =
          !ASCII.isLetter(before) || first & 0x20 == 0 && before & 0x20 != 0
          || ending.allSatisfy { $0 & 0x20 == 0 }
        return isWord || key.utf8.count >= word.count + 3
      }
    }
  }
}
