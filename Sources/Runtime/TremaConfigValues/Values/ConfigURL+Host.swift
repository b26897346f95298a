import TremaSupport

/// The host of a URL: a name or an address.
public enum ConfigHost: Hashable, Sendable {
  /// A registered name, in lowercase but otherwise unchanged.
  case name(String)
  /// The four bytes of an IPv4 address.
  case ipv4([UInt8])
  /// The eight groups of an IPv6 address.
  case ipv6([UInt16])

  /// Reads a host.
  ///
  /// - Parameter bytes: The host without the port, empty for a URL without a host. An IPv6 address
  ///   is in brackets.
  /// - Throws: A problem with the offset of the first invalid byte.
  init(_ bytes: ArraySlice<UInt8>) throws(ConfigURL.Problem) {
    let start = bytes.startIndex
    if bytes.first == UInt8(ascii: "[") {
      guard let groups = InternetAddress.ipv6(bytes.dropFirst().dropLast()) else {
        throw ConfigURL.Problem("the host in brackets is not an IPv6 address", at: start)
      }
      self = .ipv6(groups)
      return
    }
    // Non-ASCII bytes are accepted as parts of an international name.
    for offset in bytes.indices {
      let byte = bytes[offset]
      if byte >= 0x80 || Self.letters.contains(byte) { continue }
      throw ConfigURL.Problem(
        "the host contains '\(Character(UnicodeScalar(byte)))'", at: offset)
    }
    if let address = InternetAddress.ipv4(bytes) {
      self = .ipv4(address)
    } else {
      self = .name(String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self))
    }
  }

  /// The characters of a registered name (`reg-name`). See RFC 3986, section 3.2.2.
  private static let letters = ASCIISet("-._~%!$&'()*+,;=") | .alphanumeric

  /// Creates a host from a value that is only a host, as in `"apiHost": "api.example.com"`.
  ///
  /// - Throws: A problem with the offset of the first invalid byte.
  public init(_ text: String) throws(ConfigURL.Problem) {
    try self.init(Array(text.utf8)[...])
  }

  /// The reason that DNS cannot resolve the host, as the beginning of a sentence, or `nil` for an
  /// address or a valid name.
  ///
  /// See RFC 1123, section 2.1. `_` is also allowed, because it is common in test host names.
  public var fault: String? {
    guard case .name(let name) = self else { return nil }
    if name.isEmpty { return "it has no host" }
    if name.utf8.count > 253 { return "its host is longer than 253 bytes" }
    let bytes = Array(name.utf8)
    // A trailing dot marks a fully qualified name and is not followed by a label.
    let end = bytes.count > 1 && bytes.last == UInt8(ascii: ".") ? bytes.count - 1 : bytes.count
    var start = 0
    while true {
      let dot = bytes[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
      let label = bytes[start..<dot]
      if let fault = Self.fault(of: label) { return fault }
      // The last label is the top-level domain. If it consisted of digits only, the name would be
      // an invalid IPv4 address.
      if dot == end {
        return label.allSatisfy(ASCII.isDigit)
          ? "its host ends in a number, but is not an IPv4 address" : nil
      }
      start = dot + 1
    }
  }

  /// Returns the reason that a label of a name is invalid, or `nil` if it is valid. Non-ASCII bytes
  /// are accepted.
  private static func fault(of label: ArraySlice<UInt8>) -> String? {
    if label.isEmpty { return "its host contains an empty label" }
    if label.count > 63 { return "a label in its host is longer than 63 bytes" }
    if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
      return "a label in its host begins or ends with '-'"
    }
    let isPlain = label.allSatisfy { $0 >= 0x80 || labelLetters.contains($0) }
    return isPlain ? nil : "its host contains characters other than letters, digits, '-' and '.'"
  }

  /// The ASCII characters of a label.
  private static let labelLetters = ASCIISet("-_") | .alphanumeric

  /// Whether the name contains non-ASCII characters.
  public var isInternational: Bool {
    if case .name(let name) = self { name.utf8.contains { $0 >= 0x80 } } else { false }
  }
}

extension ConfigHost: CustomStringConvertible {
  /// The host as written in a URL, without the brackets of an IPv6 address.
  public var description: String {
    switch self {
    case .name(let name): name
    case .ipv4(let bytes): bytes.map(String.init).joined(separator: ".")
    case .ipv6(let groups): groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
  }
}
