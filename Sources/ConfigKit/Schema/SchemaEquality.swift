import TremaScalars

/// When a value is the same as one that a schema names.
enum SchemaEquality {
  /// Numbers are compared by what they count, Booleans are none, and a date or data is the same as the
  /// string that says it. Of property lists a real is never what the schema writes as an integer.
  static func areEqual(
    _ value: ConfigValue, _ named: ConfigValue, as kinds: ConfigSchema.Kinds
  ) -> Bool {
    switch (value.content, named.content) {
    case (.dictionary(let a), .dictionary(let b)):
      return a.entries.count == b.entries.count
        && zip(a.entries, b.entries).allSatisfy {
          $0.key.isExactly($1.key) && areEqual($0.value, $1.value, as: kinds)
        }
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1, as: kinds) }
    case (.real, .integer) where kinds == .propertyList: return false
    case (.real(let a), .integer(let b)): return SchemaNumber(a) == SchemaNumber(b)
    case (.integer(let a), .real(let b)): return SchemaNumber(a) == SchemaNumber(b)
    case (.date(let date), .string(let text)): return Timestamp(parsing: text.utf8) == date
    case (.data(let bytes), .string(let text)): return Base64Text.bytes(of: text) == bytes
    default: return value.content == named.content
    }
  }

  /// A value that is equal, with ``ConfigValue``'s own equality, to that of all that count the same.
  static func canonical(_ value: ConfigValue) -> ConfigValue {
    switch value.content {
    case .real(let real):
      // Int64(exactly:) would do the same by way of libm, which nothing else here links.
      guard real.magnitude < 0x1p63, Double(Int64(real)) == real else { return value }
      return ConfigValue(.integer(WholeNumber(Int64(real))))
    case .array(let values): return ConfigValue(.array(values.map(canonical)))
    case .dictionary(let dictionary):
      return ConfigValue(.dictionary(dictionary.mapValues { canonical($0.value) }))
    default: return value
    }
  }
}

/// Bytes as `x-type: data` writes them in a string.
///
/// Source: RFC 4648, 4, with the filling at the end.
enum Base64Text {
  static func isValid(_ text: String) -> Bool { bytes(of: text) != nil }

  static func bytes(of text: String) -> [UInt8]? {
    guard text.utf8.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (group, digits, filling) = (UInt32(0), 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") {
        filling += 1
        group <<= 6
      } else {
        guard filling == 0, let digit = digit(byte) else { return nil }
        group = group << 6 | UInt32(digit)
      }
      digits += 1
      guard digits == 4 else { continue }
      guard filling <= 2 else { return nil }
      let whole = [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
      bytes += whole.prefix(3 - filling)
      // Bits that no byte takes are zero, so that one text stands for the bytes.
      guard whole.suffix(filling).allSatisfy({ $0 == 0 }) else { return nil }
      (group, digits) = (0, 0)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
