/// The words of a key, which consist of ASCII letters and digits, and the changes that were
/// required.
struct NameWords {
  /// The words. There is at least one, and none is empty.
  private(set) var words: [[UInt8]] = []
  /// The changes as clauses for a note, in the order in which they were made, without duplicates.
  var adjustments: [String] = []

  /// Splits a key into words.
  init(_ key: String) {
    var word: [UInt8] = []
    var isSpelledOut = false
    var isDropped = false
    for scalar in key.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if Self.isAlphanumeric(byte) {
          word.append(byte)
          continue
        }
        isDropped = isDropped || !Self.isSeparator(byte)
        endWord(&word)
      } else if let letters = Latin.letters(for: scalar) {
        isSpelledOut = true
        word += letters
      } else if Latin.isAccent(scalar) && !word.isEmpty {
        // A letter and its combining accent must produce the same name as the composed letter.
        isSpelledOut = true
      } else {
        isSpelledOut = true
        endWord(&word)
        words.append(Array("u\(Self.hexadecimal(scalar, uppercase: true))".utf8))
      }
    }
    endWord(&word)
    if words.isEmpty && key.isEmpty {
      words = [Array("empty".utf8)]
      adjustments.append("the key is empty")
    } else if words.isEmpty {
      words = key.unicodeScalars.map {
        Array("u\(Self.hexadecimal($0, uppercase: true))".utf8)
      }
      adjustments.append("it has neither letters nor digits, so its characters are spelled out")
    } else if isDropped {
      adjustments.append("a name can contain only letters and digits")
    }
    if isSpelledOut {
      adjustments.append("non-ASCII characters are replaced with letters or spelled out")
    }
  }

  /// Appends the current word, unless it is empty.
  private mutating func endWord(_ word: inout [UInt8]) {
    if word.isEmpty { return }
    words.append(word)
    word.removeAll(keepingCapacity: true)
  }

  /// The words joined in lowerCamelCase. A word in all uppercase is treated as an ordinary word. A
  /// word in mixed case keeps its inner uppercase letters.
  var lowerCamelCase: String {
    var name: [UInt8] = []
    for (index, word) in words.enumerated() {
      let isShouted = word.contains(where: Self.isUpper) && !word.contains(where: Self.isLower)
      if index == 0 {
        name += isShouted ? word.map(Self.lower) : Self.uncapitalised(word)
      } else {
        let rest = word.dropFirst()
        name.append(Self.upper(word[0]))
        name += isShouted ? rest.map(Self.lower) : Array(rest)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns a word with its initial uppercase letters in lowercase: `AppName` yields `appName`,
  /// and `URLKey` yields `urlKey`, because its last initial uppercase letter starts the next word.
  private static func uncapitalised(_ word: [UInt8]) -> [UInt8] {
    let capitals = word.prefix(while: isUpper).count
    let beginsWord = capitals > 1 && capitals < word.count && isLower(word[capitals])
    let end = beginsWord ? capitals - 1 : capitals
    return word[..<end].map(lower) + word[end...]
  }

  /// Returns a name with its first letter, after any underscores, in uppercase.
  static func capitalised(_ name: String) -> String {
    var bytes = Array(name.utf8)
    if let first = bytes.firstIndex(where: { $0 != UInt8(ascii: "_") }) {
      bytes[first] = upper(bytes[first])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the code of a scalar with at least four digits: `00F6`, `1F600`.
  static func hexadecimal(_ scalar: Unicode.Scalar, uppercase: Bool) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// Returns whether a byte is a usual separator between the words in a key. Other signs are
  /// removed and reported in a note.
  static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "),
      UInt8(ascii: "/"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isUpper(byte) || isLower(byte) || isDigit(byte)
  }

  static func lower(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
  static func upper(_ byte: UInt8) -> UInt8 { isLower(byte) ? byte & 0xDF : byte }
}

extension NameWords {
  /// Inserts an underscore before a digit, because a name cannot start with one.
  mutating func adjustLeadingDigit(in name: inout String) {
    guard let first = name.utf8.first, Self.isDigit(first) else { return }
    adjustments.append("a name cannot begin with a digit")
    name = "_" + name
  }

  /// Returns the name of a member or an argument, before reserved words are considered.
  mutating func memberName() -> String {
    var name = lowerCamelCase
    adjustLeadingDigit(in: &name)
    return name
  }

  /// Returns an argument name, limited in length so that it fits on a line.
  mutating func parameterName() -> String {
    let name = memberName()
    if name.utf8.count <= Self.maxParameterLength { return name }
    adjustments.append("it is longer than \(Self.maxParameterLength) characters")
    return String(name.prefix(Self.maxParameterLength))
  }

  /// The maximum length of an argument name in characters.
  private static let maxParameterLength = 60

  /// Returns the name of a type, which is the same in all languages except for reserved types.
  ///
  /// A valid name is returned unchanged, even if it is not in UpperCamelCase: `L10n`, `My_Texts`.
  ///
  /// - Parameter reserved: The types that generated code uses.
  static func typeName(_ name: String, reserved: Set<String>) -> GeneratedName {
    var words = NameWords(name)
    var type = name
    if !isTypeName(name) {
      let member = words.memberName()
      type = capitalised(member)
      if type != name && words.adjustments.isEmpty {
        words.adjustments.append(
          "type names begin with a capital letter and have no spaces or signs")
      }
    }
    return words.type(type, reserved: reserved)
  }

  /// Appends a suffix if the name is the name of a reserved type.
  mutating func type(_ type: String, reserved: Set<String>) -> GeneratedName {
    guard reserved.contains(type) else { return GeneratedName(type, adjustments: adjustments) }
    adjustments.append("it would hide a type that generated code uses")
    return GeneratedName(type + "Texts", adjustments: adjustments)
  }

  /// Returns whether a name is valid for a type and does not start with a lowercase letter.
  private static func isTypeName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, let letter = bytes.first(where: { $0 != UInt8(ascii: "_") })
    else { return false }
    return bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      && !isDigit(first) && !isLower(letter)
  }
}
