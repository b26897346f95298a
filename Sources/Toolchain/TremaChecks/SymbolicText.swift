extension [UInt8] {
  /// Whether a reading looks like code, a command or a formula. Signs have different meanings
  /// there, so punctuation cannot be checked.
  var isSymbolic: Bool {
    guard contains(where: Self.isOperatorSign) else { return false }
    let operators = [
      "!=", "==", "<=", ">=", "=>", "&&", "||", "::", "+=", "-=", "();", " = ", " + ",
    ]
    if operators.contains(where: { offset(of: $0, from: 0) != nil }) { return true }
    if let questionMark = offset(of: " ? ", from: 0), offset(of: " : ", from: questionMark) != nil {
      return true
    }
    return hasLongOption
  }

  /// Returns whether the byte is one of `=&|:(+-?`, which most texts do not contain.
  private static func isOperatorSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ":"),
      UInt8(ascii: "("), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  /// Whether the reading contains a command-line option such as `--force`.
  private var hasLongOption: Bool {
    var start = 0
    while let hyphens = offset(of: "--", from: start) {
      let before = scalar(before: hyphens)
      if before.value == 0 || before.isSpace, scalar(at: hyphens + 2).isLetter { return true }
      start = hyphens + 2
    }
    return false
  }

  /// Returns the offset where a string first occurs at or after an offset.
  private func offset(of text: String, from start: Int) -> Int? {
    guard let first = text.utf8.first else { return nil }
    return indices.dropFirst(start).first {
      self[$0] == first && self[$0...].starts(with: text.utf8)
    }
  }
}
