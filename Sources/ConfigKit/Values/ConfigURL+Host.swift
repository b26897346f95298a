import TremaScalars

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
      guard let groups = Self.groups(bytes.dropFirst().dropLast()) else {
        throw ConfigURL.Problem("what stands in brackets is no IPv6 address", at: start)
      }
      self = .ipv6(groups)
      return
    }
    for offset in bytes.indices {
      let byte = bytes[offset]
      if byte >= 0x80 || ASCII.isAlphanumeric(byte)
        || "-._~%!$&'()*+,;=".utf8.contains(byte)
      {
        continue
      }
      throw ConfigURL.Problem(
        "the host holds '\(Character(UnicodeScalar(byte)))'", at: offset)
    }
    if let address = Self.address(bytes) {
      self = .ipv4(address)
    } else {
      self = .name(String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self))
    }
  }

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
    var labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A name that ends with a dot is one that is complete.
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    if name.utf8.count > 253 { return "its host is longer than 253 bytes" }
    for label in labels {
      if label.isEmpty { return "its host has an empty part between two dots" }
      if label.count > 63 { return "a part of its host is longer than 63 bytes" }
      if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
        return "a part of its host begins or ends with '-'"
      }
      let isPlain = label.allSatisfy {
        $0 >= 0x80 || ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
      if !isPlain { return "its host holds more than letters, digits, '-' and '.'" }
    }
    if labels.last?.allSatisfy(ASCII.isDigit) == true {
      return "its host ends in a number, but is no IPv4 address"
    }
    return nil
  }

  /// Whether it is written with letters beyond ASCII.
  public var isInternational: Bool {
    if case .name(let name) = self { name.utf8.contains { $0 >= 0x80 } } else { false }
  }

  /// Four numbers from 0 to 255, without leading zeros.
  private static func address(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit),
        part.count == 1 || part.first != UInt8(ascii: "0"),
        let number = UInt8(String(decoding: part, as: UTF8.self))
      else { return nil }
      address.append(number)
    }
    return address
  }

  /// The eight groups of an IPv6 address.
  private static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    var left: [UInt16] = []
    var right: [UInt16]?
    var rest = bytes
    if rest.starts(with: "::".utf8) {
      right = []
      rest = rest.dropFirst(2)
    }
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let part = rest[..<end]
      if part.contains(UInt8(ascii: ".")) {
        guard end == rest.endIndex, let last = address(part) else { return nil }
        let pair = [UInt16(last[0]) << 8 | UInt16(last[1]), UInt16(last[2]) << 8 | UInt16(last[3])]
        if right == nil { left += pair } else { right? += pair }
        break
      }
      guard (1...4).contains(part.count), part.allSatisfy(ASCII.isHexadecimal),
        let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
      else { return nil }
      if right == nil { left.append(group) } else { right?.append(group) }
      if end == rest.endIndex { break }
      rest = rest[(end + 1)...]
      if rest.first == UInt8(ascii: ":") {
        if right != nil { return nil }
        right = []
        rest = rest.dropFirst()
      } else if rest.isEmpty {
        return nil
      }
    }
    guard let right else { return left.count == 8 ? left : nil }
    guard left.count + right.count < 8 else { return nil }
    return left + Array(repeating: 0, count: 8 - left.count - right.count) + right
  }
}

extension ConfigHost: CustomStringConvertible {
  /// As it stands in a URL, without the brackets of an address.
  public var description: String {
    switch self {
    case .name(let name): name
    case .ipv4(let bytes): bytes.map(String.init).joined(separator: ".")
    case .ipv6(let groups): groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
  }
}
