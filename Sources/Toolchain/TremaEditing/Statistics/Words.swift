extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit or a combining mark.
  var isPartOfWord: Bool {
    if isASCII {
      return (0x30...0x39).contains(value) || (0x61...0x7A).contains(value | 0x20)
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  /// Whether the scalar is a Chinese or Japanese character. These languages are written without
  /// spaces, so each character counts as a word.
  ///
  /// See Unicode, `Scripts.txt`: Han, Hiragana, Katakana, Bopomofo.
  var isSingleCharacterWord: Bool {
    guard value >= 0x2E80 else { return false }
    switch value {
    case 0x2E80...0x2FD5, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3041...0x312F,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x1B000...0x1B16F, 0x20000...0x3FFFD:
      return isPartOfWord
    default: return false
    }
  }
}
