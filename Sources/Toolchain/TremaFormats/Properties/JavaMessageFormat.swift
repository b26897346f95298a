import TremaMessages

/// A pattern of `java.text.MessageFormat`, which quotes otherwise than ICU does.
///
/// Source: `java.text.MessageFormat`, "Patterns and Their Interpretation".
enum JavaMessageFormat {
  /// Whether a value takes arguments by number: `{0}`, `{1,number}`.
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

  /// The pattern in ICU's quoting: there an apostrophe quotes only before a brace, in Java always.
  ///
  /// - Returns: the pattern, and whether a quoted part has no end; it ends with the value then.
  static func icuPattern(_ value: String) -> (pattern: String, isOpen: Bool) {
    let quote = UInt8(ascii: "'")
    let bytes = Array(value.utf8)
    var result: [UInt8] = []
    /// In the value, and in what is written: two quoted parts in a row would be read as one.
    var (isQuoted, isWrittenQuoted) = (false, false)
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
