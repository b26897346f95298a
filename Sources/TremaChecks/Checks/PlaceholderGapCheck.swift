import TremaMessages
import TremaDiagnostics

/// A numbered argument before which another is shown nowhere: `%2$@` without `%1$@`.
struct PlaceholderGapCheck: Check {
  static let rule = Rule(
    .warning, "placeholder-gap", "The numbers of placeholders leave an argument out.",
    stage: .review,
    why: "The app must give an argument that no language shows, and Apple's formatter has to guess "
      + "how large it is. Most often a number is misspelled in every language.",
    example: """
      <value lang="en">Hello %2$@</value>
      """,
    fix: "Count from 1 without gaps, or name the argument that is left out: @param 1 title.")

  static let needs: TextTraits = .placeholders

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let master = text.master, master.message.hasPlaceholders else { return }
    // Without numbers they are counted, and none is left out.
    var hasNumbers = !text.annotations.parameters.isEmpty
    for value in text.text.values {
      for place in value.places {
        guard let placeholder = place.placeholder else { continue }
        // What a width or a precision comes from is used, and shown nowhere.
        if placeholder.takesExtentArguments { return }
        if placeholder.position != nil { hasNumbers = true }
      }
    }
    guard hasNumbers else { return }
    let order = text.text.order(master: text.masterIndex)
    let signature = TextSignature(
      order.map { text.text.values[$0].message },
      parameters: text.annotations.parameters.mapValues(\.name))
    let gaps = signature.arguments.filter {
      $0.demand == nil && text.annotations.parameters[$0.number] == nil
    }
    guard let gap = gaps.first, let last = signature.arguments.last else { return }
    findings.report(
      Self.rule,
      "'\(text.text.key)' shows argument \(last.number) and not argument \(gap.number)", in: text,
      value: master, at: text.text.location(master.textPosition, of: master),
      hint: "count from 1, or name the argument with @param \(gap.number)")
  }
}
