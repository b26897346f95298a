import TremaConfigValues
import TremaSupport

/// A string of a configuration that should be a URL or a host, and the environments that read it
/// from the same location.
struct URLText {
  /// The interpretation of a string.
  enum Kind {
    /// A URL with a scheme.
    case url
    /// A host with an optional port: `api.example.com`, `localhost:8080`.
    case host
  }

  /// The parts of the string. They are parsed once and shared by all checks, because copying them
  /// is expensive.
  private final class Parts: Sendable {
    /// The path of the string.
    let path: ConfigKeyPath
    /// The string.
    let text: String
    /// The location of the string.
    let location: ConfigLocation
    /// The contract of the string.
    let contract: ConfigContract?
    /// The interpretation of the string.
    let kind: Kind
    /// The parsed URL, or its problem.
    let outcome: Result<ConfigURL, ConfigURL.Problem>
    /// The scheme and host of a network URL, or `nil` for all others.
    let server: (scheme: String, host: ConfigHost)?

    /// Parses a string.
    init(
      _ text: String, _ reading: Kind, _ path: ConfigKeyPath, at location: ConfigLocation,
      _ contract: ConfigContract?
    ) {
      (self.path, self.text, self.location) = (path, text, location)
      (self.contract, self.kind) = (contract, reading)
      outcome = Result { () throws(ConfigURL.Problem) in
        try URLText.parsed(text, reading, isDeclared: contract?.node.meaning == .url)
      }
      // A host that DNS cannot resolve is reported as malformed and not checked further.
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

  /// The shared parts.
  private let parts: Parts
  /// The indices of the columns that have the string, in ascending order.
  var columns: [Int]

  /// Creates a URL that is used in one column.
  init(
    _ text: String, _ reading: Kind, _ path: ConfigKeyPath, at location: ConfigLocation,
    _ contract: ConfigContract?, column: Int
  ) {
    parts = Parts(text, reading, path, at: location, contract)
    columns = [column]
  }

  /// The path of the string.
  var path: ConfigKeyPath { parts.path }
  /// The string.
  var text: String { parts.text }
  /// The location of the string.
  var location: ConfigLocation { parts.location }
  /// The contract of the string.
  var contract: ConfigContract? { parts.contract }
  /// The interpretation of the string.
  var kind: Kind { parts.kind }

  /// Returns whether a string of another column is the same string at the same location.
  func matches(_ text: String, at location: ConfigLocation, _ path: ConfigKeyPath) -> Bool {
    parts.text.equalsExactly(text) && parts.location == location && parts.path == path
  }

  /// Whether the schema declares the string as a URL. Otherwise, its key or its start suggests that
  /// it is one, and it may also be a path or a template.
  var isDeclared: Bool { contract?.node.meaning == .url }

  /// Returns the parsed URL. A host is parsed with `https://` prepended.
  func parsed() throws(ConfigURL.Problem) -> ConfigURL { try parts.outcome.get() }

  /// Parses a URL or a host, which may have a wildcard. The fields of a template are filled in
  /// unless the schema declares the string as a URL.
  private static func parsed(
    _ text: String, _ reading: Kind, isDeclared: Bool
  ) throws(ConfigURL.Problem) -> ConfigURL {
    switch reading {
    case .url: try ConfigURL(isDeclared ? text : filled(text))
    case .host:
      try ConfigURL("https://" + (text.hasPrefix("*.") ? String(text.dropFirst(2)) : text))
    }
  }

  /// The scheme and host of a network URL, or `nil` for other schemes and for a malformed URL.
  var server: (scheme: String, host: ConfigHost)? { parts.server }

  /// Returns whether the schema allows a host that would otherwise be reported.
  func allows(_ host: ConfigHost) -> Bool {
    contract?.node.allowedHosts.contains(where: host.matches) ?? false
  }

  /// The schemes of network requests.
  private static let networkSchemes: Set<String> = [
    "https", "http", "wss", "ws", "ftp", "ftps", "sftp", "mqtt", "mqtts", "grpc", "grpcs",
  ]

  /// Returns a string with each template field, such as `{id}`, `%@`, `%1$s` and `%d`, replaced by
  /// a letter.
  private static func filled(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "%") }) else {
      return text
    }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      // A letter keeps the URL valid at any position, even in the host.
      if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
        rest = rest[(end + 1)...]
        result.append(UInt8(ascii: "x"))
      } else if byte == UInt8(ascii: "%"), let count = conversion(rest) {
        rest = rest.dropFirst(count)
        result.append(UInt8(ascii: "x"))
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the length of a `printf` conversion after its percent sign, or `nil` if it is not one.
  private static func conversion(_ rest: ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(while: ASCII.isDigit)
    let isNumbered = !digits.isEmpty && rest.dropFirst(digits.count).first == UInt8(ascii: "$")
    let start = isNumbered ? digits.count + 1 : 0
    let letters = rest.dropFirst(start).prefix { $0 == UInt8(ascii: "l") }
    guard let last = rest.dropFirst(start + letters.count).first, "@sdu".utf8.contains(last) else {
      return nil
    }
    // `%d0` is a percent-encoded byte.
    if last == UInt8(ascii: "d"), start == 0, letters.isEmpty,
      rest.dropFirst().first.map(ASCII.isHexadecimal) == true
    {
      return nil
    }
    return start + letters.count + 1
  }
}

extension ConfigContract.Node {
  /// The values of `x-schemes`: the schemes that a URL may have in addition to https, http, wss and
  /// ws.
  var schemes: [String] { strings("x-schemes") }

  /// The values of `x-allowHosts`: hosts that are allowed in every environment, such as
  /// `api.dev.to` and `*.example.com`.
  var allowedHosts: [String] { strings("x-allowHosts") }

  /// Returns the strings in the array of an extension keyword.
  private func strings(_ keyword: String) -> [String] {
    extensions.first { $0.name == keyword }?.value.array?.compactMap(\.string) ?? []
  }
}

extension URLText.Kind {
  /// Determines whether a string should be a URL or a host.
  ///
  /// - Parameter key: The innermost key of the string's path.
  /// - Returns: `nil` if neither the schema, the key nor the string suggests either.
  init?(_ text: String, under key: String, _ contract: ConfigContract?) {
    if contract?.node.meaning == .url {
      self = .url
      return
    }
    // An empty value is most likely unset.
    if text.isEmpty { return nil }
    if Self.beginsWithScheme(text) {
      // A sentence can start with a URL.
      if text.utf8.contains(0x20), !Self.isURL(key) { return nil }
      self = .url
    } else if Self.isURL(key) {
      // A path is relative to a URL that is defined elsewhere.
      if text.utf8.first == UInt8(ascii: "/"), !text.utf8.starts(with: "//".utf8) { return nil }
      self = .url
    } else if Self.isHost(key) {
      self = text.utf8.contains(UInt8(ascii: "/")) ? .url : .host
    } else {
      return nil
    }
  }

  /// Returns whether a string starts with a common scheme, followed by a slash.
  private static func beginsWithScheme(_ text: String) -> Bool {
    // All schemes start with one of two letters, which excludes most other strings.
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

  /// Returns whether the last word of a key indicates a URL: `apiURL`, `api_url`, `redirectUris`,
  /// `baseurl`.
  static func isURL(_ key: String) -> Bool { ends(key, ["url", "urls", "uri", "uris"]) }

  /// Returns whether the last word of a key indicates a host.
  private static func isHost(_ key: String) -> Bool { ends(key, ["host", "hosts", "hostname"]) }

  /// Returns whether a key ends with one of the words. Changes of case and punctuation are word
  /// boundaries. Without a boundary, at least three letters must precede the word.
  private static func ends(_ key: String, _ words: [StaticString]) -> Bool {
    words.contains { word in
      word.withUTF8Buffer { word in
        let ending = key.utf8.suffix(word.count)
        guard ending.lazy.map(ASCII.lowercased).elementsEqual(word) else { return false }
        guard let before = key.utf8.dropLast(word.count).last, let first = ending.first else {
          return true
        }
        // `curl` and `ghost` end with the same letters.
        let isWord =
          !ASCII.isLetter(before) || first & 0x20 == 0 && before & 0x20 != 0
          || ending.allSatisfy { $0 & 0x20 == 0 }
        return isWord || key.utf8.count >= word.count + 3
      }
    }
  }
}
