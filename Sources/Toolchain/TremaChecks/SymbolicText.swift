extension [UInt8] {
  /// Whether a reading looks like code, a command or a formula: signs mean themselves there, and no
  /// punctuation can be told wrong.
  var isSymbolic: Bool {
    guard contains(where: Self.isOperatorSign) else { return false }
    let operators = [
      "!=", "==", "<=", ">=", "=>", "&&", "||", "::", "+=", "-=", "();", " = ", " + ",
    ]
    if operators.contains(where: { place(of: $0, from: 0) != nil }) { return true }
    if let question = place(of: " ? ", from: 0), place(of: " : ", from: question) != nil {
      return true
    }
    return hasLongOption
  }

  /// One of `=&|:(+-?`, of which most texts have none.
  private static func isOperatorSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ":"),
      UInt8(ascii: "("), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  /// Whether some word is like `--force`.
  private var hasLongOption: Bool {
    var from = 0
    while let hyphens = place(of: "--", from: from) {
      let before = scalar(before: hyphens)
      if before.value == 0 || before.isSpace, scalar(at: hyphens + 2).isLetter { return true }
      from = hyphens + 2
    }
    return false
  }

  private func place(of text: String, from start: Int) -> Int? {
    guard let first = text.utf8.first else { return nil }
    return indices.dropFirst(start).first {
      self[$0] == first && self[$0...].starts(with: text.utf8)
    }
  }
}
