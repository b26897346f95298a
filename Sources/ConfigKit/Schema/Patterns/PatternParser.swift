/// A parser of regular expressions.
///
/// Because patterns in schemas are written by hand, two extensions from ECMA-262, Annex B, are
/// accepted: unmatched braces and brackets are literal, and any punctuation may be escaped. An
/// escaped letter or digit without a meaning is an error.
struct PatternParser {
  /// The maximum nesting of groups.
  static let depthLimit = 200

  /// The scalars of the pattern.
  let scalars: [Unicode.Scalar]
  /// The index of the next scalar.
  var offset = 0
  /// The current nesting of groups.
  private var depth = 0
  /// The number of capturing groups so far.
  private(set) var groupCount = 0
  /// The names of all capturing groups, or `nil` for unnamed groups. They are determined before
  /// parsing, because `\2` may precede its group.
  let groupNames: [String?]

  /// Creates a parser.
  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
    groupNames = Self.groups(in: scalars)
  }

  /// Parses the whole pattern.
  mutating func parse() throws(PatternProblem) -> PatternTree {
    let tree = try alternatives()
    guard offset == scalars.count else { throw PatternProblem(message: "')' has no matching '('") }
    return tree
  }

  /// The next scalar, or `nil` at the end.
  var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  /// Returns whether an ASCII string follows.
  func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes in
      offset + bytes.count <= scalars.count
        && bytes.indices.allSatisfy { scalars[offset + $0].value == UInt32(bytes[$0]) }
    }
  }

  /// Skips an ASCII string if it follows, and returns whether it did.
  mutating func take(_ text: StaticString) -> Bool {
    guard starts(text) else { return false }
    offset += text.utf8CodeUnitCount
    return true
  }

  /// Parses alternatives up to the end or a closing parenthesis.
  private mutating func alternatives() throws(PatternProblem) -> PatternTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw PatternProblem(message: "groups are nested deeper than \(Self.depthLimit) levels")
    }
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }

  /// Parses terms up to `|`, a closing parenthesis or the end.
  private mutating func sequence() throws(PatternProblem) -> PatternTree {
    var parts: [PatternTree] = []
    while let next, next != "|", next != ")" {
      let part = try term()
      parts.append(try quantified(part))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  /// Parses one term without its quantifier.
  private mutating func term() throws(PatternProblem) -> PatternTree {
    guard let scalar = next else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\": return try parseEscape()
    // A quantifier must follow a term.
    case "*", "+", "?":
      throw PatternProblem(message: "there is nothing to repeat before '\(scalar)'")
    // A brace that does not start a quantifier is literal.
    case "{" where Self.bounds(scalars, offset) != nil:
      throw PatternProblem(message: "there is nothing to repeat before '{'")
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

  /// Parses the quantifier of a term, if there is one.
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
        throw PatternProblem(message: "the bounds of {\(least),\(most)} are in the wrong order")
      }
    } else {
      return part
    }
    let isLazy = take("?")
    // `a**` and `a{2}{3}` are errors, although some dialects give them a meaning.
    if starts("*") || starts("+") || starts("?") || Self.bounds(scalars, offset) != nil {
      throw PatternProblem(message: "a quantifier follows another quantifier")
    }
    return .repeated(part, least: least, most: most, isLazy: isLazy)
  }

  /// Parses `{2}`, `{2,}` or `{2,3}` at an index.
  ///
  /// - Returns: The bounds and the index after them, or `nil` if there is no such quantifier.
  ///   Numbers are clamped to 2^31.
  private static func bounds(
    _ scalars: [Unicode.Scalar], _ start: Int
  ) -> (least: Int, most: Int?, end: Int)? {
    guard start < scalars.count, scalars[start] == "{" else { return nil }
    var offset = start + 1
    /// Reads decimal digits, or returns `nil` if there are none.
    func number() -> Int? {
      var value: Int?
      while offset < scalars.count, (0x30...0x39).contains(scalars[offset].value) {
        // The limit prevents an overflow.
        value = min((value ?? 0) * 10 + Int(scalars[offset].value - 0x30), 1 << 31)
        offset += 1
      }
      return value
    }
    guard let least = number() else { return nil }
    var most: Int? = least
    // If the maximum after the comma is missing, there is no limit.
    if offset < scalars.count, scalars[offset] == "," {
      offset += 1
      most = number()
    }
    guard offset < scalars.count, scalars[offset] == "}" else { return nil }
    return (least, most, offset + 1)
  }

  /// Parses a group or a lookaround, starting at its opening parenthesis.
  private mutating func group() throws(PatternProblem) -> PatternTree {
    let tree: PatternTree
    if take("(?:") {
      tree = try alternatives()
    } else if take("(?=") {
      tree = .lookaround(try alternatives(), isAhead: true, isNegated: false)
    } else if take("(?!") {
      tree = .lookaround(try alternatives(), isAhead: true, isNegated: true)
    } else if take("(?<=") {
      tree = .lookaround(try alternatives(), isAhead: false, isNegated: false)
    } else if take("(?<!") {
      tree = .lookaround(try alternatives(), isAhead: false, isNegated: true)
    } else {
      if take("(?<") {
        let name = try groupName()
        // A name must be unique, because `\k<name>` refers to one group.
        guard groupNames.filter({ $0 == name }).count == 1 else {
          throw PatternProblem(message: "group '\(name)' is defined twice")
        }
      } else if starts("(?") {
        throw PatternProblem(message: "'(?' is followed by unknown group syntax")
      } else {
        offset += 1
      }
      // Groups are numbered by their opening parentheses.
      groupCount += 1
      let number = groupCount
      tree = .group(number, try alternatives())
    }
    guard take(")") else { throw PatternProblem(message: "a group is not closed") }
    return tree
  }

  /// Parses the name of a group, including the `>` that follows.
  mutating func groupName() throws(PatternProblem) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != ">" {
      name.append(scalar)
      offset += 1
    }
    let isName =
      name.first.map { $0.properties.isIDStart || $0 == "_" || $0 == "$" } ?? false
      && name.allSatisfy { $0.properties.isIDContinue || $0 == "$" }
    guard take(">"), isName else { throw PatternProblem(message: "a group name is not valid") }
    return String(name)
  }

  /// Returns the names of the capturing groups in order, or `nil` for unnamed groups.
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
        // `(?<` starts a named group, unless `=` or `!` makes it a lookbehind.
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
}
