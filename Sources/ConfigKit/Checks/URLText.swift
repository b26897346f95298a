import TremaConfigValues
import TremaSupport

/// A string of a configuration that is to be a URL or a host, and the environments that have it from
/// one place.
struct URLText {
  enum Reading {
    case url
    /// `api.example.com` or `localhost:8080`.
    case host
  }

  /// The parts, which are parsed once and shared by all checks: too much to copy each time.
  private final class Parts: Sendable {
    let path: ConfigKeyPath
    let text: String
    let place: ConfigPlace
    let contract: ConfigContract?
    let reading: Reading
    let outcome: Result<ConfigURL, ConfigURL.Problem>
    let server: (scheme: String, host: ConfigHost)?

    init(
      _ text: String, _ reading: Reading, _ path: ConfigKeyPath, at place: ConfigPlace,
      _ contract: ConfigContract?
    ) {
      (self.path, self.text, self.place) = (path, text, place)
      (self.contract, self.reading) = (contract, reading)
      outcome = Result { () throws(ConfigURL.Problem) in
        try URLText.parsed(text, reading, isDeclared: contract?.node.meaning == .url)
      }
      server =
        if case .success(let url) = outcome, let host = url.host,
          URLText.networkSchemes.contains(url.scheme), host.fault == nil
        {
          (url.scheme, host)
        } else {
          nil
        }
    }
  }

  private let parts: Parts
  /// The numbers of the columns that have it.
  var columns: [Int]

  init(
    _ text: String, _ reading: Reading, _ path: ConfigKeyPath, at place: ConfigPlace,
    _ contract: ConfigContract?, column: Int
  ) {
    parts = Parts(text, reading, path, at: place, contract)
    columns = [column]
  }

  var path: ConfigKeyPath { parts.path }
  var text: String { parts.text }
  var place: ConfigPlace { parts.place }
  /// The contract of the schema for it.
  var contract: ConfigContract? { parts.contract }
  var reading: Reading { parts.reading }

  /// Whether another column has it from the same place.
  func isThe(_ text: String, at place: ConfigPlace, _ path: ConfigKeyPath) -> Bool {
    parts.text.isExactly(text) && parts.place == place && parts.path == path
  }

  /// Whether the schema says that it is a URL; else its key or its beginning does, and it may be a
  /// path or a template as well.
  var isDeclared: Bool { contract?.node.meaning == .url }

  /// The parts; a host is read as one with `https://` before it.
  func parsed() throws(ConfigURL.Problem) -> ConfigURL { try parts.outcome.get() }

  private static func parsed(
    _ text: String, _ reading: Reading, isDeclared: Bool
  ) throws(ConfigURL.Problem) -> ConfigURL {
    switch reading {
    case .url: try ConfigURL(isDeclared ? text : filled(text))
    case .host:
      try ConfigURL("https://" + (text.hasPrefix("*.") ? String(text.dropFirst(2)) : text))
    }
  }

  /// The server of a request, for a URL of a network; `nil` otherwise, and for a text that is no URL.
  var server: (scheme: String, host: ConfigHost)? { parts.server }

  /// Whether the schema allows the host where it would be reported.
  func allows(_ host: ConfigHost) -> Bool {
    contract?.node.allowedHosts.contains(where: host.matches) ?? false
  }

  private static let networkSchemes: Set<String> = [
    "https", "http", "wss", "ws", "ftp", "ftps", "sftp", "mqtt", "mqtts", "grpc", "grpcs",
  ]

  /// Fields of a template such as `{id}`, `%@`, `%1$s` and `%d` as a letter.
  private static func filled(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "%") }) else {
      return text
    }
    var filled: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
        rest = rest[(end + 1)...]
        filled.append(UInt8(ascii: "x"))
      } else if byte == UInt8(ascii: "%"), let count = conversion(rest) {
        rest = rest.dropFirst(count)
        filled.append(UInt8(ascii: "x"))
      } else {
        filled.append(byte)
      }
    }
    return String(decoding: filled, as: UTF8.self)
  }

  /// How long a conversion of printf is, after its percent sign.
  private static func conversion(_ rest: ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(while: ASCII.isDigit)
    let isNumbered = !digits.isEmpty && rest.dropFirst(digits.count).first == UInt8(ascii: "$")
    let start = isNumbered ? digits.count + 1 : 0
    let letters = rest.dropFirst(start).prefix { $0 == UInt8(ascii: "l") }
    guard let last = rest.dropFirst(start + letters.count).first, "@sdu".utf8.contains(last) else {
      return nil
    }
    // `%d0` is a byte.
    if last == UInt8(ascii: "d"), start == 0, letters.isEmpty,
      rest.dropFirst().first.map(ASCII.isHexadecimal) == true
    {
      return nil
    }
    return start + letters.count + 1
  }
}

extension ConfigContract.Node {
  /// `x-schemes`: what a URL may begin with beside https, http, wss and ws.
  var schemes: [String] { strings("x-schemes") }

  /// `x-allowHosts`: hosts that are in order in every environment: `api.dev.to`, `*.example.com`.
  var allowedHosts: [String] { strings("x-allowHosts") }

  private func strings(_ keyword: String) -> [String] {
    extensions.first { $0.name == keyword }?.value.array?.compactMap(\.string) ?? []
  }
}

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
      // A path is resolved against a URL that is elsewhere.
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
