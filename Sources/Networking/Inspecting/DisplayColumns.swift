/// How much room texts take on a terminal.
enum DisplayColumns {
  static func count(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + count($1) } }

  /// 0 for what joins the letter before it, 2 for wide letters.
  ///
  /// Source: Unicode Standard Annex 11, the blocks that are wide as a whole.
  static func count(_ scalar: UnicodeScalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// A text in exactly so many columns: cut with `…`, or filled up with blanks.
  static func fitted(_ text: String, _ width: Int, isRight: Bool = false) -> String {
    let length = count(text)
    if length <= width {
      let blanks = String(repeating: " ", count: width - length)
      return isRight ? blanks + text : text + blanks
    }
    var cut = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let more = count(scalar)
      if used + more > width - 1 { break }
      cut.append(scalar)
      used += more
    }
    return String(cut) + "…" + String(repeating: " ", count: max(0, width - 1 - used))
  }
}
