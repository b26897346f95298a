/// Whether the kernel of Linux knows a way out of this machine.
///
/// Source: `fib_route_seq_show` in net/ipv4/fib_trie.c, `rt6_info_route` of net/ipv6/route.c; the
/// flags are those of include/uapi/linux/route.h.
enum RoutingTable {
  private static let isUp = 0x1
  private static let isRejected = 0x200

  /// - Parameter table: `/proc/net/route`: a line of names, then for each route interface,
  ///   destination, gateway, flags, … between tabs; flags are hexadecimal.
  static func hasWayOut(ipv4 table: [UInt8]) -> Bool {
    lines(table).dropFirst().contains { words in
      words.count > 3 && isWayOut(words[0], flags: words[3])
    }
  }

  /// - Parameter table: `/proc/net/ipv6_route`: for each route destination, length of its prefix, …,
  ///   flags, interface between spaces; all but the name are hexadecimal. Routes to neighbours
  ///   (fe80::/10) and groups (ff00::/8) are no way out.
  static func hasWayOut(ipv6 table: [UInt8]) -> Bool {
    lines(table).contains { words in
      guard words.count > 9, let first = number(words[0].prefix(4)) else { return false }
      let isNear = first & 0xFFC0 == 0xFE80 || first & 0xFF00 == 0xFF00
      return !isNear && isWayOut(words[9], flags: words[8])
    }
  }

  private static func isWayOut(_ interface: ArraySlice<UInt8>, flags: ArraySlice<UInt8>) -> Bool {
    guard let flags = number(flags), !interface.elementsEqual("lo".utf8) else { return false }
    return flags & isUp != 0 && flags & isRejected == 0
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func lines(_ table: [UInt8]) -> [[ArraySlice<UInt8>]] {
    table.split(separator: UInt8(ascii: "\n")).map { line in
      line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
  }
}
