import TremaScalars

/// Addresses of the internet protocol.
enum AddressText {
  /// Source: RFC 2673, 3.2, `dotted-quad`.
  static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit) else { return false }
        // With a zero before it, some read it as octal.
        if part.count > 1, part.first == UInt8(ascii: "0") { return false }
        return part.reduce(0) { $0 * 10 + Int($1 & 0x0F) } < 256
      }
  }

  /// Source: RFC 4291, 2.2.
  static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
    var groups = 0
    var hasGap = false
    var rest = text
    if rest.starts(with: "::".utf8) {
      hasGap = true
      rest.removeFirst(2)
      if rest.isEmpty { return true }
    }
    while true {
      let part = rest.prefix { $0 != UInt8(ascii: ":") }
      rest.removeFirst(part.count)
      if part.contains(UInt8(ascii: ".")) {
        guard rest.isEmpty, isIPv4(part) else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(part.count), part.allSatisfy(ASCII.isHexadecimal) else {
        return false
      }
      groups += 1
      if rest.isEmpty { break }
      rest.removeFirst()
      if rest.take(UInt8(ascii: ":")) {
        guard !hasGap else { return false }
        hasGap = true
        if rest.isEmpty { break }
      } else if rest.isEmpty {
        return false
      }
    }
    return hasGap ? groups < 8 : groups == 8
  }
}
