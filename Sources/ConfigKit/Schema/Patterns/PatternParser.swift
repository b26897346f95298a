/// Reads a regular expression.
///
/// As patterns in schemas are written by hand, two habits of ECMA-262's Annex B are taken: braces and
/// brackets that close or open nothing stand for themselves, and so does punctuation after a
/// backslash. A letter or a digit after a backslash that says nothing is a mistake.
struct PatternParser {
  static let depthLimit = 200

  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0
  private(set) var groups = 0
  /// Of all groups, known before the end because `\2` may stand before its group.
  private let groupNames: [String?]

  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
    groupNames = Self.groups(in: scalars)
  }

  mutating func parse() throws(PatternProblem) -> PatternTree {
    let tree = try alternatives()
    guard offset == scalars.count else { throw PatternProblem(message: "')' closes no group") }
    return tree
  }

  private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes in
      offset + bytes.count <= scalars.count
        && bytes.indices.allSatisfy { scalars[offset + $0].value == UInt32(bytes[$0]) }
    }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard starts(text) else { return false }
    offset += text.utf8CodeUnitCount
    return true
  }

  private mutating func alternatives() throws(PatternProblem) -> PatternTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw PatternProblem(message: "more than \(Self.depthLimit) groups in one another")
    }
    var arms = [try sequence()]
    while take("|") { arms.append(try sequence()) }
    return arms.count == 1 ? arms[0] : .alternatives(arms)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternTree {
    var parts: [PatternTree] = []
    while let next, next != "|", next != ")" {
      let part = try term()
      parts.append(try quantified(part))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func term() throws(PatternProblem) -> PatternTree {
    guard let scalar = next else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\": return try escape()
    case "*", "+", "?": throw PatternProblem(message: "'\(scalar)' repeats nothing")
    case "{" where Self.bounds(scalars, offset) != nil:
      throw PatternProblem(message: "'{' repeats nothing")
    default: break
    }
    offset += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".": return .set(.dot)
    default: return .set(PatternSet(scalar.value))
    }
  }

  private mutating func quantified(_ part: PatternTree) throws(PatternProblem) -> PatternTree {
    let least: Int
    let most: Int?
    if take("*") {
      (least, most) = (0, nil)
    } else if take("+") {
      (least, most) = (1, nil)
    } else if take("?") {
      (least, most) = (0, 1)
    } else if let bounds = Self.bounds(scalars, offset) {
      (least, most, offset) = (bounds.least, bounds.most, bounds.end)
      if let most, most < least {
        throw PatternProblem(message: "{\(least),\(most)}: the limits stand the wrong way round")
      }
    } else {
      return part
    }
    let isLazy = take("?")
    if starts("*") || starts("+") || starts("?") || Self.bounds(scalars, offset) != nil {
      throw PatternProblem(message: "what repeats is repeated again without a group")
    }
    return .repeated(part, least: least, most: most, isLazy: isLazy)
  }

  /// `{2}`, `{2,}`, `{2,3}` at an offset; nil when it is something else, or the numbers are too large
  /// to mean anything.
  private static func bounds(
    _ scalars: [Unicode.Scalar], _ start: Int
  ) -> (least: Int, most: Int?, end: Int)? {
    guard start < scalars.count, scalars[start] == "{" else { return nil }
    var offset = start + 1
    func number() -> Int? {
      var value: Int?
      while offset < scalars.count, (0x30...0x39).contains(scalars[offset].value) {
        value = min((value ?? 0) * 10 + Int(scalars[offset].value - 0x30), 1 << 31)
        offset += 1
      }
      return value
    }
    guard let least = number() else { return nil }
    var most: Int? = least
    if offset < scalars.count, scalars[offset] == "," {
      offset += 1
      most = number()
    }
    guard offset < scalars.count, scalars[offset] == "}" else { return nil }
    return (least, most, offset + 1)
  }

  private mutating func group() throws(PatternProblem) -> PatternTree {
    let tree: PatternTree
    if take("(?:") {
      tree = try alternatives()
    } else if take("(?=") {
      tree = .look(try alternatives(), isAhead: true, isNegated: false)
    } else if take("(?!") {
      tree = .look(try alternatives(), isAhead: true, isNegated: true)
    } else if take("(?<=") {
      tree = .look(try alternatives(), isAhead: false, isNegated: false)
    } else if take("(?<!") {
      tree = .look(try alternatives(), isAhead: false, isNegated: true)
    } else {
      if take("(?<") {
        let name = try groupName()
        guard groupNames.filter({ $0 == name }).count == 1 else {
          throw PatternProblem(message: "two groups are called '\(name)'")
        }
      } else if starts("(?") {
        throw PatternProblem(message: "'(?' begins no group that is known")
      } else {
        offset += 1
      }
      groups += 1
      let number = groups
      tree = .group(number, try alternatives())
    }
    guard take(")") else { throw PatternProblem(message: "a group is not closed") }
    return tree
  }

  /// What stands before `>`, which is taken, too.
  private mutating func groupName() throws(PatternProblem) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != ">" {
      name.append(scalar)
      offset += 1
    }
    let isName =
      name.first.map { $0.properties.isIDStart || $0 == "_" || $0 == "$" } ?? false
      && name.allSatisfy { $0.properties.isIDContinue || $0 == "$" }
    guard take(">"), isName else { throw PatternProblem(message: "a group has no proper name") }
    return String(name)
  }

  /// The names of the capturing groups, in order; nil for those without one.
  private static func groups(in scalars: [Unicode.Scalar]) -> [String?] {
    var names: [String?] = []
    var offset = 0
    var isInClass = false
    while offset < scalars.count {
      switch scalars[offset] {
      case "\\": offset += 1
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        let rest = scalars[(offset + 1)...].prefix(2)
        if rest.first != "?" {
          names.append(nil)
        } else if rest.count == 2, rest.last == "<", offset + 3 < scalars.count,
          scalars[offset + 3] != "=", scalars[offset + 3] != "!"
        {
          var name = String.UnicodeScalarView()
          name.append(contentsOf: scalars[(offset + 3)...].prefix { $0 != ">" })
          names.append(String(name))
        }
      default: break
      }
      offset += 1
    }
    return names
  }

  // MARK: Escapes

  private mutating func escape() throws(PatternProblem) -> PatternTree {
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
      guard take("<") else { throw PatternProblem(message: "'\\k' names no group") }
      let name = try groupName()
      guard let group = groupNames.firstIndex(of: name) else {
        throw PatternProblem(message: "no group is called '\(name)'")
      }
      return .backreference(group + 1)
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

  /// From the backslash on: one character, or a set of them.
  private mutating func classEscape(isInClass: Bool) throws(PatternProblem) -> PatternSet.Part {
    guard offset + 1 < scalars.count else { throw PatternProblem(message: "it ends with '\\'") }
    let letter = scalars[offset + 1]
    offset += 2
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
        throw PatternProblem(message: "'\\c' names no control character")
      }
      offset += 1
      return one(control.value % 32)
    case "x": return one(try hexadecimal(2))
    case "u": return one(try unicodeEscape())
    default:
      let isPunctuation =
        letter.isASCII && letter.value > 0x20 && !letter.properties.isAlphabetic
        && !(0x30...0x39).contains(letter.value) && letter.value != 0x7F
      guard isPunctuation else {
        throw PatternProblem(message: "'\\\(letter)' is no escape")
      }
      return one(letter.value)
    }
  }

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

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x30...0x39: scalar.value - 0x30
    case 0x41...0x46: scalar.value - 0x37
    case 0x61...0x66: scalar.value - 0x57
    default: nil
    }
  }

  /// After `\u`: four digits, two times four of a surrogate pair, or up to six in braces.
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
        throw PatternProblem(message: "'\\u{' is no character")
      }
      return value
    }
    let unit = try hexadecimal(4)
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

  private mutating func property() throws(PatternProblem) -> PatternProperty {
    guard take("{") else { throw PatternProblem(message: "'\\p' names no property") }
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != "}" {
      name.append(scalar)
      offset += 1
    }
    guard take("}") else { throw PatternProblem(message: "'\\p{' is not closed") }
    guard let property = PatternProperty(named: String(name)) else {
      throw PatternProblem(message: "the property '\(String(name))' of Unicode is not known here")
    }
    return property
  }

  // MARK: Classes

  private mutating func characterClass() throws(PatternProblem) -> PatternSet {
    offset += 1
    var set = PatternSet(isNegated: take("^"))
    while let scalar = next, scalar != "]" {
      let first = try classAtom()
      guard starts("-"), offset + 1 < scalars.count, scalars[offset + 1] != "]" else {
        set.parts.append(first)
        continue
      }
      offset += 1
      let last = try classAtom()
      guard case .range(let from) = first, case .range(let to) = last else {
        throw PatternProblem(message: "a range in brackets begins or ends with a set")
      }
      guard from.lowerBound <= to.lowerBound else {
        throw PatternProblem(message: "a range in brackets stands the wrong way round")
      }
      set.parts.append(.range(from.lowerBound...to.lowerBound))
    }
    guard take("]") else { throw PatternProblem(message: "'[' is not closed") }
    return set
  }

  private mutating func classAtom() throws(PatternProblem) -> PatternSet.Part {
    guard let scalar = next else { throw PatternProblem(message: "'[' is not closed") }
    if scalar == "\\" { return try classEscape(isInClass: true) }
    offset += 1
    return .range(scalar.value...scalar.value)
  }
}
