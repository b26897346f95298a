import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check for arguments that no language uses although an argument with a higher number is used:
/// `%2$@` without `%1$@`.
struct PlaceholderGapCheck: Check {
  static let rule = Rule(
    .warning, "placeholder-gap", "The placeholders of a text skip an argument number.",
    stage: .review, isOptIn: true,
    why: "The app has to pass an argument that no language shows, and Apple's formatter has to "
      + "guess its size. Usually a number is misspelled in every language.",
    example: """
      <value lang="en">Hello %2$@</value>
      """,
    fix: "Number arguments from 1 without gaps, or declare the argument that is skipped: @param 1 "
      + "title.")

  static let needs = CheckNeeds(.placeholders)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    // An argument that provides a width or a precision is used, although it is not shown.
    guard let master = text.master, master.message.hasPlaceholders,
      !Self.useAllArguments(text.text.values),
      !text.text.values.contains(where: {
        // Determining the occurrences parses the value again, so it is done only if a conversion
        // may have such arguments.
        !$0.message.allPlaceholders { !$0.takesWidthOrPrecisionArguments }
          && $0.occurrences.contains { $0.placeholder?.takesWidthOrPrecisionArguments == true }
      })
    else { return }
    let signature = text.signature
    let gaps = signature.arguments.filter {
      $0.requirement == nil && text.annotations.parameters[$0.number] == nil
    }
    guard let gap = gaps.first, let last = signature.arguments.last else { return }
    findings.report(
      Self.rule,
      "'\(text.shownKey)' uses argument \(last.number) but not argument \(gap.number)", in: text,
      value: master, at: text.text.location(master.textPosition, of: master),
      hint: "number arguments from 1 without gaps, or declare the argument with @param "
        + "\(gap.number)")
  }

  /// Returns whether the values use all arguments without gaps, as most do. The result is `false`
  /// if a value has arguments in braces. This is a fast test without allocations.
  private static func useAllArguments(_ values: [Value]) -> Bool {
    var shown: UInt64 = 0
    // Up to 64 arguments are recorded as bits. Higher numbers must be consecutive.
    var last = 64
    for value in values {
      if value.message.hasArguments { return false }
      var numbers = PlaceholderNumbers()
      let areFirst = value.message.allPlaceholders { placeholder in
        let number = numbers.next(placeholder)
        if placeholder.type == .none { return true }
        guard !placeholder.takesWidthOrPrecisionArguments, (1...last + 1).contains(number) else {
          return false
        }
        if number <= 64 { shown |= 1 << UInt64(number - 1) }
        last = max(last, number)
        return true
      }
      if !areFirst { return false }
    }
    // There is no gap if all set bits are consecutive from the lowest bit, and all 64 bits are set
    // if there is a higher number.
    return shown & (shown &+ 1) == 0 && (last == 64 || shown == .max)
  }
}
