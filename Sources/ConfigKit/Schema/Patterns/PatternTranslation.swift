/// Rewrites ECMA-262 patterns for Foundation's regular expressions, which are based on ICU. Parts
/// that the two dialects interpret differently (`\d`, `\w`, `\s`, `.`, `^`, `$`) are written out.
///
/// See the ICU User Guide, Regular Expressions.
enum PatternTranslation {
  /// Returns a pattern in ICU syntax.
  ///
  /// - Returns: `nil` for a malformed pattern, or if ICU may interpret a part differently or does
  ///   not support it: `\p{…}`, a backreference or a lookbehind.
  static func foundation(_ source: String) -> String? {
    var parser = PatternParser(source)
    guard let tree = try? parser.parse() else { return nil }
    return translated(tree)
  }

  /// Rewrites a part of the tree, or returns `nil` if ICU does not support it.
  private static func translated(_ tree: PatternTree) -> String? {
    switch tree {
    case .empty: return "(?:)"
    case .set(let set): return translated(set)
    case .sequence(let parts): return joined(parts, "")
    case .alternatives(let alternatives): return joined(alternatives, "|").map { "(?:\($0))" }
    case .repeated(let part, let least, let most, let isLazy):
      guard let inner = translated(part) else { return nil }
      let bounds = most.map { $0 == least ? "{\(least)}" : "{\(least),\($0)}" } ?? "{\(least),}"
      return "(?:\(inner))\(bounds)\(isLazy ? "?" : "")"
    case .group(_, let part): return translated(part).map { "(\($0))" }
    // A reference to a group that has not matched succeeds in ECMA-262 but fails in ICU.
    case .backreference: return nil
    case .start: return #"\A"#
    case .end: return #"\z"#
    case .wordBoundary(let isNegated):
      // ICU's `\b` depends on Unicode word characters, so it is written out for ASCII.
      let (before, after) = ("(?<=[0-9A-Z_a-z])", "(?=[0-9A-Z_a-z])")
      let (notBefore, notAfter) = ("(?<![0-9A-Z_a-z])", "(?![0-9A-Z_a-z])")
      return isNegated
        ? "(?:\(before)\(after)|\(notBefore)\(notAfter))"
        : "(?:\(before)\(notAfter)|\(notBefore)\(after))"
    case .lookaround(let part, let isAhead, let isNegated):
      guard isAhead, let inner = translated(part) else { return nil }
      return "(?\(isNegated ? "!" : "=")\(inner))"
    }
  }

  /// Rewrites multiple parts.
  private static func joined(_ parts: [PatternTree], _ separator: String) -> String? {
    let all = parts.map(translated)
    return all.contains { $0 == nil } ? nil : all.compactMap(\.self).joined(separator: separator)
  }

  /// Rewrites a set of characters.
  private static func translated(_ set: PatternSet) -> String? {
    var text = ""
    for part in set.parts {
      switch part {
      case .range(let range): text += translated(range)
      case .property(let property, let isNegated):
        guard let inner = translated(property) else { return nil }
        text += isNegated ? "[^\(inner)]" : inner
      }
    }
    // ICU has no empty sets.
    if text.isEmpty { return set.isNegated ? #"[\x{0}-\x{10FFFF}]"# : "(?!)" }
    return set.isNegated ? "[^\(text)]" : "[\(text)]"
  }

  /// Rewrites a range of code points.
  private static func translated(_ range: ClosedRange<UInt32>) -> String {
    let first = scalar(range.lowerBound)
    return range.count == 1 ? first : "\(first)-\(scalar(range.upperBound))"
  }

  /// Returns an ASCII letter or digit unchanged, and any other code point as an escape.
  private static func scalar(_ value: UInt32) -> String {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: Unicode.Scalar(value).map { String($0) } ?? ""
    default: "\\x{\(String(value, radix: 16, uppercase: true))}"
    }
  }

  /// Returns the members of a property for use in a set, or `nil` if ICU may define it differently.
  private static func translated(_ property: PatternProperty) -> String? {
    switch property {
    case .digit: "0-9"
    case .word: "0-9A-Z_a-z"
    case .space:
      #"\x{9}-\x{D}\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}"#
        + #"\x{205F}\x{3000}\x{FEFF}"#
    case .any: #"\x{0}-\x{10FFFF}"#
    case .ascii: #"\x{0}-\x{7F}"#
    case .category, .binary: nil
    }
  }
}
