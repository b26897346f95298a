import TremaCatalog
import TremaDiagnostics

/// A number of the master that the translation does not have.
struct NumbersCheck: ProseCheck {
  static let rule = Rule(
    .warning, "numbers", "A translation has other numbers than the master.", stage: .review,
    why:
      "A price, a limit or a year that differs is wrong in one of the two. Digits of every script "
      + "and the separators of every country are known; small numbers may be written as words.",
    example: """
      <value lang="en">At most 1,000 characters</value>
      <value lang="de">Höchstens 100 Zeichen</value>
      """,
    fix: "Correct the one that is wrong. Excuse the text when a unit was converted.")

  static let signs: Signs = .digit

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    let wanted = Numbers(of: master)
    let found = Numbers(of: prose)
    var missing = wanted.all.keys.filter { found.all[$0] == nil }
    var extra = found.all.keys.filter { wanted.all[$0] == nil }
    if missing.isEmpty, extra.isEmpty { return }
    // The digits alone are the same where only their grouping differs.
    if wanted.digits == found.digits || wanted.hasClock || found.hasClock { return }
    if Numbers.tellHalfDays(master) || Numbers.tellHalfDays(prose) {
      missing.removeAll { Self.isHour($0, of: found) }
      extra.removeAll { Self.isHour($0, of: wanted) }
      if missing.isEmpty, extra.isEmpty { return }
    }
    let words: String
    if let one = missing.min(), let other = extra.min() {
      words = "has the number \(found.all[other] ?? other), the master \(wanted.all[one] ?? one)"
    } else if let one = missing.filter(Self.isLarge).min() {
      words = "does not have the number \(wanted.all[one] ?? one) of the master"
    } else if let one = extra.filter(Self.isLarge).min() {
      words = "has the number \(found.all[one] ?? one), which the master does not have"
    } else {
      return
    }
    findings.report(
      Self.rule, "'\(prose.value.language)' \(words)", of: prose, in: text,
      hint: "correct the one that is wrong")
  }

  /// Whether a number is the same hour as one of others, counted to twelve or to twenty-four:
  /// midnight is 12, 0 or 24.
  private static func isHour(_ number: String, of others: Numbers) -> Bool {
    guard let hour = Int(number), hour <= 24 else { return false }
    return others.all.keys.contains {
      Int($0).map { $0 <= 24 && ($0 - hour) % 12 == 0 } ?? false
    }
  }

  /// Numbers up to twelve are often words.
  private static func isLarge(_ number: String) -> Bool {
    number.utf8.count > 2 || number.utf8.count == 2 && number > "12"
  }
}
