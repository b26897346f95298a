/// The rules of Compose Multiplatform, which reads `composeResources/values*/strings.xml` itself:
/// the character data is the text, white space, quotes, apostrophes and references and all.
///
/// Source: `handleSpecialCharacters` of the Gradle plugin `org.jetbrains.compose`.
enum ComposeText {
  /// Whether a file is one of Compose Multiplatform's.
  static func isFile(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual("composeResources".utf8)
    }
  }

  /// The text of character data: `\n`, `\t` and `\u0041` are characters, `\\` is a backslash, and a
  /// backslash before anything else is itself.
  static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var units: [UInt16] = []
    func flush() {
      text += String(decoding: units, as: UTF16.self).utf8
      units = []
    }
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        if !units.isEmpty { flush() }
        text.append(bytes[index])
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "u"), let unit = unit(bytes, at: index + 2) {
        units.append(unit)
        index += 6
        continue
      }
      if !units.isEmpty { flush() }
      switch bytes[index + 1] {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
      default:
        text.append(UInt8(ascii: "\\"))
        index += 1
        continue
      }
      index += 2
    }
    flush()
    return text
  }

  private static func unit(_ bytes: [UInt8], at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
