/// The predefined XML references, and character references.
extension XMLScanner {
  /// Reads a reference at the cursor.
  ///
  /// - Returns: The character, or the part to return if the reference is unfinished or is not
  ///   recognized.
  mutating func reference() -> (character: Unicode.Scalar?, fault: Part?) {
    let maxLength = 12
    let start = cursor.index + 1
    let bound = min(cursor.index + maxLength, bytes.count)
    var end = start
    while end < bound, bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard end < bound else { return (nil, bound == bytes.count ? .unfinished : .unknown) }
    guard let scalar = scalar(UnsafeBufferPointer(rebasing: bytes[start..<end])) else {
      return (nil, .unknown)
    }
    cursor.index = end + 1
    return (scalar, nil)
  }

  /// Returns the character for the bytes between `&` and `;`, or `nil` if it is neither predefined
  /// nor a valid character reference.
  private func scalar(_ name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    guard name.first == UInt8(ascii: "#") else {
      guard name.count <= 4 else { return nil }
      switch name.reduce(0 as UInt32, { $0 << 8 | UInt32($1) }) {
      case 0x61_6D70: return "&"  // amp
      case 0x6C74: return "<"  // lt
      case 0x6774: return ">"  // gt
      case 0x7175_6F74: return "\""  // quot
      case 0x6170_6F73: return "'"  // apos
      default: return nil
      }
    }
    let isHexadecimal = name.count > 1 && name[1] == UInt8(ascii: "x")
    guard let number = Self.number(name[(isHexadecimal ? 2 : 1)...], isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    switch number {
    case 0x9, 0xA, 0xD, 0x20..<0xFFFE, 0x10000...: return scalar
    default: return nil
    }
  }
  /// Returns the value of digits in a radix, or `nil` if they are invalid.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, _ radix: UInt64)
    -> UInt32?
  {
    var number: UInt64 = 0
    for byte in digits {
      let digit: UInt64
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt64(byte - UInt8(ascii: "A")) + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a")) + 10
      default: return nil
      }
      guard digit < radix else { return nil }
      // References are too short to overflow.
      number = number * radix + digit
    }
    return digits.isEmpty ? nil : UInt32(exactly: number)
  }
}
