/// The parser of escapes and character classes.
extension PatternParser {
  /// Parses an escape outside a character class, starting at its backslash.
  mutating func parseEscape() throws(PatternProblem) -> PatternTree {
    guard offset + 1 < scalars.count else { throw PatternProblem(message: "it ends with '\\'") }
    switch scalars[offset + 1] {
    case "b":
      offset += 2
      return .wordBoundary(isNegated: false)
    case "B":
      offset += 2
      return .wordBoundary(isNegated: true)
    case "k":
      offset += 2
      guard take("<") else { throw PatternProblem(message: "'\\k' has no group name") }
      let name = try groupName()
      guard let group = groupNames.firstIndex(of: name) else {
        throw PatternProblem(message: "there is no group '\(name)'")
      }
      return .backreference(group + 1)
    // A number that is too large is clamped, which also doesn't refer to a group.
    case "1"..."9":
      offset += 1
      var number = 0
      while let digit = next, (0x30...0x39).contains(digit.value) {
        number = min(number * 10 + Int(digit.value - 0x30), 1 << 20)
        offset += 1
      }
      guard number <= groupNames.count else {
        throw PatternProblem(message: "there is no group \(number)")
      }
      return .backreference(number)
    default:
      switch try classEscape(isInClass: false) {
      case .range(let range): return .set(PatternSet([.range(range)]))
      case let part: return .set(PatternSet([part]))
      }
    }
  }

  /// Parses an escape that represents a character or a set of characters, starting at its
  /// backslash.
  ///
  /// - Parameter isInClass: Whether the escape is in a character class, where `\b` is a backspace.
  private mutating func classEscape(isInClass: Bool) throws(PatternProblem) -> PatternSet.Part {
    guard offset + 1 < scalars.count else { throw PatternProblem(message: "it ends with '\\'") }
    let letter = scalars[offset + 1]
    offset += 2
    /// Returns a set of one code point.
    func one(_ value: UInt32) -> PatternSet.Part { .range(value...value) }
    switch letter {
    case "d": return .property(.digit, isNegated: false)
    case "D": return .property(.digit, isNegated: true)
    case "w": return .property(.word, isNegated: false)
    case "W": return .property(.word, isNegated: true)
    case "s": return .property(.space, isNegated: false)
    case "S": return .property(.space, isNegated: true)
    case "p", "P": return .property(try property(), isNegated: letter == "P")
    case "t": return one(0x09)
    case "n": return one(0x0A)
    case "v": return one(0x0B)
    case "f": return one(0x0C)
    case "r": return one(0x0D)
    case "b" where isInClass: return one(0x08)
    case "0" where !(next.map { (0x30...0x39).contains($0.value) } ?? false): return one(0)
    case "c":
      guard let control = next, control.isASCII, control.properties.isAlphabetic else {
        throw PatternProblem(message: "'\\c' is not followed by a letter")
      }
      offset += 1
      return one(control.value % 32)
    case "x": return one(try hexadecimal(2))
    case "u": return one(try unicodeEscape())
    default:
      // With the `u` flag, only syntax characters may be escaped. Here, any ASCII punctuation is
      // accepted.
      let isPunctuation =
        letter.isASCII && letter.value > 0x20 && !letter.properties.isAlphabetic
        && !(0x30...0x39).contains(letter.value) && letter.value != 0x7F
      guard isPunctuation else {
        throw PatternProblem(message: "unknown escape sequence '\\\(letter)'")
      }
      return one(letter.value)
    }
  }

  /// Parses exactly `count` hexadecimal digits.
  private mutating func hexadecimal(_ count: Int) throws(PatternProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next.flatMap(Self.hexadecimal) else {
        throw PatternProblem(message: "hexadecimal digits are missing")
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  /// Returns the value of a hexadecimal digit, or `nil` if it is not one.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x30...0x39: scalar.value - 0x30
    case 0x41...0x46: scalar.value - 0x37
    case 0x61...0x66: scalar.value - 0x57
    default: nil
    }
  }

  /// Parses what follows `\u`: four digits, a surrogate pair of two escapes, or digits in braces.
  private mutating func unicodeEscape() throws(PatternProblem) -> UInt32 {
    if take("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = next.flatMap(Self.hexadecimal) {
        value = min(value << 4 | digit, 0x110000)
        count += 1
        offset += 1
      }
      guard count > 0, value < 0x110000, take("}") else {
        throw PatternProblem(message: "'\\u{' is not a valid character")
      }
      return value
    }
    let unit = try hexadecimal(4)
    // An unpaired surrogate is kept, although it matches no scalar.
    guard (0xD800...0xDBFF).contains(unit), starts("\\u"), !starts("\\u{") else { return unit }
    let mark = offset
    offset += 2
    let low = try hexadecimal(4)
    guard (0xDC00...0xDFFF).contains(low) else {
      offset = mark
      return unit
    }
    return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
  }

  /// Parses the name of a property in braces, after `\p` or `\P`.
  private mutating func property() throws(PatternProblem) -> PatternProperty {
    guard take("{") else { throw PatternProblem(message: "'\\p' has no property name") }
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != "}" {
      name.append(scalar)
      offset += 1
    }
    guard take("}") else { throw PatternProblem(message: "'\\p{' is not closed") }
    guard let property = PatternProperty(named: String(name)) else {
      throw PatternProblem(message: "the Unicode property '\(String(name))' is not supported")
    }
    return property
  }

  /// Parses a character class, starting at its opening bracket.
  mutating func characterClass() throws(PatternProblem) -> PatternSet {
    offset += 1
    var set = PatternSet(isNegated: take("^"))
    while let scalar = next, scalar != "]" {
      let first = try classAtom()
      // A hyphen before the closing bracket is literal.
      guard starts("-"), offset + 1 < scalars.count, scalars[offset + 1] != "]" else {
        set.parts.append(first)
        continue
      }
      offset += 1
      let last = try classAtom()
      guard case .range(let from) = first, case .range(let to) = last else {
        throw PatternProblem(message: "a character range begins or ends with a character class")
      }
      guard from.lowerBound <= to.lowerBound else {
        throw PatternProblem(message: "the bounds of a character range are in the wrong order")
      }
      set.parts.append(.range(from.lowerBound...to.lowerBound))
    }
    guard take("]") else { throw PatternProblem(message: "'[' is not closed") }
    return set
  }

  /// Parses one character or escape in a class.
  private mutating func classAtom() throws(PatternProblem) -> PatternSet.Part {
    guard let scalar = next else { throw PatternProblem(message: "'[' is not closed") }
    if scalar == "\\" { return try classEscape(isInClass: true) }
    offset += 1
    return .range(scalar.value...scalar.value)
  }
}
