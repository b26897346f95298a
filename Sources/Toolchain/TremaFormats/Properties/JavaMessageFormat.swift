import TremaMessages

/// The patterns of `java.text.MessageFormat`, whose quoting differs from ICU's.
///
/// See `java.text.MessageFormat`, "Patterns and Their Interpretation".
enum JavaMessageFormat {
  /// Returns whether a value has numbered arguments: `{0}`, `{1,number}`.
  static func isPattern(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    for start in bytes.indices where bytes[start] == UInt8(ascii: "{") {
      let rest = bytes[(start + 1)...].drop { $0 == 0x20 }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty else { continue }
      let next = rest[digits.endIndex...].drop { $0 == 0x20 }.first
      if next == UInt8(ascii: "}") || next == UInt8(ascii: ",") { return true }
    }
    return false
  }

  /// Returns a pattern with ICU's quoting. An apostrophe starts a quoted part everywhere in Java,
  /// but only before a brace in ICU.
  ///
  /// - Returns: The pattern, and whether it ends inside a quoted part that is not closed.
  static func icuPattern(_ value: String) -> (pattern: String, isOpen: Bool) {
    let quote = UInt8(ascii: "'")
    let bytes = Array(value.utf8)
    var result: [UInt8] = []
    /// The quoting states in the value and in the result. They differ because two adjacent quoted
    /// parts would be parsed as one.
    var (isQuoted, isWrittenQuoted) = (false, false)
    // Apostrophes inside an argument are copied because the rules there are the same in both
    // syntaxes.
    var depth = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote, depth == 0 {
        if index < bytes.count, bytes[index] == quote {
          result += [quote, quote]
          index += 1
        } else {
          isQuoted.toggle()
        }
        continue
      }
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      if (isBrace && isQuoted) != isWrittenQuoted {
        result.append(quote)
        isWrittenQuoted.toggle()
      }
      if isBrace, !isQuoted { depth = max(0, depth + (byte == UInt8(ascii: "{") ? 1 : -1)) }
      result.append(byte)
    }
    if isWrittenQuoted { result.append(quote) }
    return (String(decoding: result, as: UTF8.self), isQuoted)
  }
}
