import TremaSupport

/// The host of a URL: a name or an address.
public enum ConfigHost: Hashable, Sendable {
  /// In lower case, as it is written.
  case name(String)
  case ipv4([UInt8])
  case ipv6([UInt16])

  /// - Parameter bytes: without port; an IPv6 address in brackets. Empty for a URL without a host.
  init(_ bytes: ArraySlice<UInt8>) throws(ConfigURL.Problem) {
    let start = bytes.startIndex
    if bytes.first == UInt8(ascii: "[") {
      guard let groups = InternetAddress.ipv6(bytes.dropFirst().dropLast()) else {
        throw ConfigURL.Problem("the text in brackets is no IPv6 address", at: start)
      }
      self = .ipv6(groups)
      return
    }
    for offset in bytes.indices {
      let byte = bytes[offset]
      if byte >= 0x80 || Self.letters.contains(byte) { continue }
      throw ConfigURL.Problem(
        "the host holds '\(Character(UnicodeScalar(byte)))'", at: offset)
    }
    if let address = InternetAddress.ipv4(bytes) {
      self = .ipv4(address)
    } else {
      self = .name(String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self))
    }
  }

  /// The characters of a registered name. Source: RFC 3986.
  private static let letters = ASCIISet("-._~%!$&'()*+,;=") | .alphanumeric

  /// A host alone, as in `"apiHost": "api.example.com"`.
  public init(_ text: String) throws(ConfigURL.Problem) {
    try self.init(Array(text.utf8)[...])
  }

  /// Why the domain name system cannot know it; nil for one that is in order.
  ///
  /// Source: RFC 1123, section 2.1, with `_`, which is common in names of tests.
  public var fault: String? {
    guard case .name(let name) = self else { return nil }
    if name.isEmpty { return "it has no host" }
    if name.utf8.count > 253 { return "its host is longer than 253 bytes" }
    let bytes = Array(name.utf8)
    // A name that ends with a dot is one that is complete.
    let end = bytes.count > 1 && bytes.last == UInt8(ascii: ".") ? bytes.count - 1 : bytes.count
    var start = 0
    while true {
      let dot = bytes[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
      let label = bytes[start..<dot]
      if let fault = Self.fault(of: label) { return fault }
      if dot == end {
        return label.allSatisfy(ASCII.isDigit)
          ? "its host ends in a number, but is no IPv4 address" : nil
      }
      start = dot + 1
    }
  }

  private static func fault(of label: ArraySlice<UInt8>) -> String? {
    if label.isEmpty { return "its host has an empty part between two dots" }
    if label.count > 63 { return "a part of its host is longer than 63 bytes" }
    if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
      return "a part of its host begins or ends with '-'"
    }
    let isPlain = label.allSatisfy { $0 >= 0x80 || labelLetters.contains($0) }
    return isPlain ? nil : "its host holds more than letters, digits, '-' and '.'"
  }

  private static let labelLetters = ASCIISet("-_") | .alphanumeric

  /// Whether it is written with letters beyond ASCII.
  public var isInternational: Bool {
    if case .name(let name) = self { name.utf8.contains { $0 >= 0x80 } } else { false }
  }
}

extension ConfigHost: CustomStringConvertible {
  /// The host as it is in a URL, without the brackets of an address.
  public var description: String {
    switch self {
    case .name(let name): name
    case .ipv4(let bytes): bytes.map(String.init).joined(separator: ".")
    case .ipv6(let groups): groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
  }
}
