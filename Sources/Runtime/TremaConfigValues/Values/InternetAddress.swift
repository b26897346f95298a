import TremaSupport

/// Parsers for internet addresses in textual form. Each returns `nil` for bytes that are not an
/// address.
package enum InternetAddress {
  /// Returns the bytes of an IPv4 address: four decimal numbers from 0 to 255. A leading zero is
  /// rejected, because some parsers read such a number as octal.
  ///
  /// See `dotted-quad` in RFC 2673, section 3.2.
  package static func ipv4(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    // Most hosts are names, and this test is enough for them.
    guard bytes.first.map(ASCII.isDigit) == true else { return nil }
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

  /// Returns the eight groups of an IPv6 address without brackets and zone. `::` abbreviates one or
  /// more groups of zeros and may occur once. The last two groups may be written as an IPv4
  /// address.
  ///
  /// See RFC 4291, section 2.2.
  package static func ipv6(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    var left: [UInt16] = []
    // The groups after `::`, or `nil` until it has been found.
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
        guard end == rest.endIndex, let last = ipv4(part) else { return nil }
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
      // A second colon completes `::`. A single colon must be followed by a group.
      if rest.first == UInt8(ascii: ":") {
        if right != nil { return nil }
        right = []
        rest = rest.dropFirst()
      } else if rest.isEmpty {
        return nil
      }
    }
    guard let right else { return left.count == 8 ? left : nil }
    // `::` must replace at least one group.
    guard left.count + right.count < 8 else { return nil }
    return left + Array(repeating: 0, count: 8 - left.count - right.count) + right
  }
}
