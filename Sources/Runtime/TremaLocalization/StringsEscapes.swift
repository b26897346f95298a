/// The escapes in quoted strings: `\a \b \f \n \r \t \v`, `\ooo` (one to three octal digits in the
/// NeXTSTEP encoding) and `\Uxxxx` (one to four hexadecimal digits for one UTF-16 code unit). After
/// any other backslash, the next character is taken literally.
///
/// See `CFOldStylePList.c` in CoreFoundation. Checked against Foundation.
enum StringsEscapes {
  /// Returns a quoted string's value.
  ///
  /// - Parameter bytes: The content between the quotes.
  static func resolve(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    // The result is built from UTF-16 code units because two escapes may form a surrogate pair.
    var units: [UInt16] = []
    func flush() {
      if units.isEmpty { return }
      result += String(decoding: units, as: UTF16.self).utf8
      units.removeAll()
    }
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        flush()
        result.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "U"):
        if let unit = takeNumber(&rest, base: 16, digits: 4) {
          units.append(unit)
          continue
        }
        flush()
        result.append(letter)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        rest = bytes[(rest.startIndex - 1)...]
        let code = UInt8(truncatingIfNeeded: takeNumber(&rest, base: 8, digits: 3) ?? 0)
        units.append(code < 0x80 ? UInt16(code) : nextStep[Int(code) - 0x80])
      default:
        flush()
        result.append(control(letter) ?? letter)
      }
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the control character for the letter of an escape, or `nil` if there is none.
  private static func control(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "a"): 0x07
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "v"): 0x0B
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: nil
    }
  }

  /// Removes and returns a number with at most the given number of digits. Returns `nil` if there
  /// are no digits.
  private static func takeNumber(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, base: UInt16, digits: Int
  ) -> UInt16? {
    var number: UInt16?
    for byte in rest.prefix(digits) {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return number
      }
      guard digit < base else { return number }
      // Four digits in base 16 and three digits in base 8 always fit.
      number = (number ?? 0) * base + UInt16(digit)
      rest.removeFirst()
    }
    return number
  }

  /// The upper half of the NeXTSTEP encoding. Its last two codes are unassigned.
  private static let nextStep: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
    0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
    0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
    0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
    0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
    0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
    0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
    0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
  ]
}
