import TremaSupport

/// Takes lines of `Set-Cookie` apart that were joined by `, `, although dates hold a comma too: a
/// new one begins where a name and `=` follow. A value that holds `, name=` itself is cut; no
/// server that keeps to RFC 6265, section 4.1.1, sends one.
enum SetCookieLines {
  static func split(_ joined: String) -> [String] {
    let bytes = Array(joined.utf8)
    var lines: [String] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
      guard index > start, index + 1 < bytes.count, bytes[index + 1] == 0x20 else { continue }
      let rest = bytes[(index + 2)...]
      let name = rest.prefix { !" \t,;=".utf8.contains($0) }
      guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=")
      else { continue }
      lines.append(String(decoding: bytes[start..<index], as: UTF8.self))
      start = index + 2
    }
    lines.append(String(decoding: bytes[start...], as: UTF8.self))
    return lines
  }
}
