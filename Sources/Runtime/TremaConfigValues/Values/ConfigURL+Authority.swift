import TremaSupport

extension ConfigURL {
  /// What stands between `//` and the path: `user:password@host:port`.
  struct Authority {
    var userInfo: String?
    var host: ConfigHost
    var port: Int?

    init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
      var rest = bytes
      if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
        let user = rest[..<mark]
        if let again = user.firstIndex(of: UInt8(ascii: "@")) {
          throw Problem("the name of the user holds '@', which must be percent-encoded", at: again)
        }
        try ConfigURL.check(user, besides: "", in: "the name of the user")
        userInfo = String(decoding: user, as: UTF8.self)
        rest = rest[(mark + 1)...]
      }
      var end = rest.endIndex
      if rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
          throw Problem("the bracket of the address is not closed", at: rest.startIndex)
        }
        end = close + 1
        if end < rest.endIndex, rest[end] != UInt8(ascii: ":") {
          throw Problem("only a port may follow the address", at: end)
        }
      } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        end = colon
      }
      host = try ConfigHost(rest[..<end])
      port = end < rest.endIndex ? try Self.port(rest[(end + 1)...]) : nil
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(Problem) -> Int? {
      if digits.isEmpty { return nil }
      guard digits.allSatisfy(ASCII.isDigit) else {
        throw Problem("the port is no number", at: digits.startIndex)
      }
      // Longer ones are too great in any case, and must not overflow.
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      let port =
        number.count > 5
        ? Int.max : number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      guard (1...65535).contains(port) else {
        throw Problem("the port is not from 1 to 65535", at: digits.startIndex)
      }
      return port
    }
  }
}
