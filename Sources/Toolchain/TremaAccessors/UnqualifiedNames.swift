/// Finds the names in a Swift expression that the compiler resolves by unqualified lookup.
enum UnqualifiedNames {
  /// Returns the words that start with a letter or an underscore, except words after a dot, which
  /// are members, and words before a colon, which are labels.
  static func names(in expression: String) -> Set<String> {
    var names: Set<String> = []
    let bytes = Array(expression.utf8)
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
      if index == start {
        index += 1
        continue
      }
      let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      let isLabel = index < bytes.count && bytes[index] == UInt8(ascii: ":")
      if !isMember && !isLabel {
        names.insert(String(decoding: bytes[start..<index], as: UTF8.self))
      }
    }
    return names
  }

  /// Returns whether a byte can be part of an identifier.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}
