import TremaCatalog
import TremaDiagnostics

/// A check for brackets without a counterpart.
struct BracketsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "brackets", "A bracket is unmatched.", stage: .review,
    why: "One bracket of a pair is missing. A translation is not reported if its master also has "
      + "an unmatched bracket, because such a text may be joined to another one. List numbers such "
      + "as `a)` and smileys are recognized.",
    example: """
      <value lang="en">Name (optional</value>
      """,
    fix: "Add the matching bracket, or remove the unmatched one.")

  static let relevantFlags: TextFlags = [.bracket, .unclassified]

  /// Reports the first unpaired bracket, unless the master also has one or is a fragment that is
  /// joined to other texts.
  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    if (master ?? prose).readings.contains(where: \.isFragment) { return }
    for index in prose.readings.indices {
      // All wide brackets start with one of these bytes.
      guard
        prose.flags.contains(.bracket)
          || prose.readings[index].contains(where: { $0 == 0xE3 || $0 == 0xEF })
      else { continue }
      guard let unmatched = Self.unmatched(in: prose.masked[index]) else { continue }
      if let master,
        master.readings.indices.contains(where: { Self.unmatched(in: master.masked[$0]) != nil })
      {
        return
      }
      let width = unmatched.scalar.width
      findings.report(
        Self.rule, "'\(unmatched.scalar)' is unmatched in '\(prose.value.language)'", of: prose,
        reading: index, range: unmatched.start..<unmatched.start + width, in: text,
        hint: "add the matching bracket, or remove this one")
      return
    }
  }

  /// Returns the first bracket without a counterpart, or `nil` if all are paired. Smileys, list
  /// numbers and brackets between spaces are ignored.
  private static func unmatched(in reading: [UInt8]) -> (scalar: Unicode.Scalar, start: Int)? {
    var open: [(scalar: Unicode.Scalar, start: Int, partner: Unicode.Scalar)] = []
    for (scalar, start) in reading.scalars {
      switch scalar {
      case "(", "（", "[", "［", "{", "｛", "【":
        if !isSmiley(reading, start) { open.append((scalar, start, partner(of: scalar))) }
      case ")", "）", "]", "］", "}", "｝", "】":
        if let last = open.last, last.partner == folded(scalar) {
          open.removeLast()
        } else if !isSmiley(reading, start), !isBetweenSpaces(reading, start, scalar),
          !endsListNumber(reading, start)
        {
          return (scalar, start)
        }
      default: break
      }
    }
    return open.first { !isBetweenSpaces(reading, $0.start, $0.scalar) }.map {
      ($0.scalar, $0.start)
    }
  }

  /// Returns the narrow form of a closing bracket, because wide and narrow brackets may close one
  /// another.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "）": ")"
    case "］": "]"
    case "｝": "}"
    default: scalar
    }
  }

  /// Returns the narrow closing bracket for an opening one.
  private static func partner(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "(", "（": ")"
    case "[", "［": "]"
    case "{", "｛": "}"
    default: "】"
    }
  }

  /// Returns whether a bracket is mentioned as a character, between spaces: `the sign }`.
  private static func isBetweenSpaces(_ reading: [UInt8], _ start: Int, _ bracket: Unicode.Scalar)
    -> Bool
  {
    let end = start + bracket.width
    return (start == 0 || reading.scalar(before: start).isSpace)
      && (end == reading.count || reading.scalar(at: end).isSpace)
  }

  /// Returns whether a parenthesis is part of `:)` or `:-(`, without a letter before or after it.
  ///
  /// - Parameter start: The offset of the parenthesis.
  private static func isSmiley(_ reading: [UInt8], _ start: Int) -> Bool {
    guard "()".utf8.contains(reading[start]), !reading.scalar(at: start + 1).isLetter else {
      return false
    }
    var eyes = start - 1
    if eyes > 0, reading[eyes] == UInt8(ascii: "-") { eyes -= 1 }
    return eyes >= 0 && ":;=".utf8.contains(reading[eyes])
      && !reading.scalar(before: eyes).isLetter
  }

  /// Returns whether a bracket ends a list item's number in any script, at the start of a line or
  /// after a space: `a)`, `12)`, `iv)`.
  ///
  /// - Parameter bracket: The offset of the bracket.
  private static func endsListNumber(_ reading: [UInt8], _ bracket: Int) -> Bool {
    var start = bracket
    var marks: [Unicode.Scalar] = []
    while start > 0, marks.count < 4 {
      let scalar = reading.scalar(before: start)
      guard scalar.isWordPart || scalar.isDecimalDigit else { break }
      marks.append(scalar)
      start = reading.start(before: start)
    }
    let before = reading.scalar(before: start)
    guard before.value == 0 || before.isSpace else { return false }
    return marks.count == 1
      || (1...3).contains(marks.count) && marks.last?.isDecimalDigit == true
      || (1...4).contains(marks.count) && marks.allSatisfy("ivx".unicodeScalars.contains)
  }
}
