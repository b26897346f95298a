/// A character that is not written as it is.
struct JSONEscape {
  private let code: UInt32

  /// - Returns: nil for a character that stands for itself.
  init?(_ text: UnsafeBufferPointer<UInt8>, at index: Int, _ length: Int) {
    switch text[index] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: code = UInt32(text[index])
    case 0xC2 where text[index + 1] < 0xA0: code = UInt32(text[index + 1])
    case 0xE2 where text[index + 1] == 0x80 && (0xA8...0xA9).contains(text[index + 2]):
      code = 0x2000 + UInt32(text[index + 2] & 0x3F)
    default: return nil
    }
  }

  /// How many bytes the character has that begins here.
  static func length(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...: 4
    default: 1
    }
  }

  func append(to bytes: inout [UInt8]) {
    switch code {
    case 0x08: bytes.append(#"\b"#)
    case 0x09: bytes.append(#"\t"#)
    case 0x0A: bytes.append(#"\n"#)
    case 0x0C: bytes.append(#"\f"#)
    case 0x0D: bytes.append(#"\r"#)
    case 0x22: bytes.append(#"\""#)
    case 0x5C: bytes.append(#"\\"#)
    default:
      bytes.append(#"\u"#)
      for shift in [12, 8, 4, 0] as [UInt32] {
        let digit = UInt8(code >> shift & 0xF)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
