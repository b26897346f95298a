import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for multiple placeholders without numbers, whose order a translation cannot change.
struct UnnumberedPlaceholdersCheck: Check {
  static let rule = Rule(
    .note, "unnumbered-placeholders", "A text has several placeholders without numbers.",
    stage: .review, isOptIn: true,
    why: "Languages order their words differently, and only numbered placeholders can be "
      + "reordered. Outputs are correct either way: placeholders for Android are numbered when "
      + "they are written.",
    example: """
      <value lang="en">%s invited %s</value>
      """,
    fix: "Number them in every language: %1$s invited %2$s; `trema check --fix` does.")

  static let needs = CheckNeeds(.placeholders)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let master = text.master, master.message.hasPlaceholders, !master.message.hasArguments,
      text.text.values.count > 1,
      master.issues.allSatisfy({ $0.kind != .mixedPlaceholders })
    else { return }
    var types: [ArgumentType] = []
    let areUnnumbered = master.message.allPlaceholders {
      if $0.type != .none { types.append($0.type) }
      return $0.position == nil || $0.type == .none
    }
    guard areUnnumbered, types.count > 1 else { return }
    findings.report(
      Self.rule, "'\(text.shownKey)' has \(types.count) placeholders without numbers",
      in: text,
      value: master, at: text.text.location(master.textPosition, of: master),
      hint: "number them so that translations can change their order",
      fixes: Self.fixes(text, types))
  }

  /// Returns edits that number the placeholders of all languages.
  ///
  /// There are none if a placeholder cannot be numbered, or if the languages differ, because
  /// numbers would make an incorrect order look intended.
  ///
  /// - Parameter types: The types of the master's placeholders, in order.
  private static func fixes(_ text: ExaminedText, _ types: [ArgumentType]) -> [Diagnostic.Edit] {
    let shown = text.text.values.indices.filter { !text.text.values[$0].message.isEmpty }
    let areFixable = shown.allSatisfy { index in
      let message = text.text.values[index].message
      return !message.hasArguments && text.text.values[index].issues.isEmpty
        && (index == text.masterIndex || consumes(types, message))
    }
    guard areFixable else { return [] }
    var fixes: [Diagnostic.Edit] = []
    for index in shown {
      // The occurrences of a value are found once, and each position is computed from the previous
      // one.
      var locator = ValueLocator(text.text.values[index])
      let conversions = locator.occurrences.filter { $0.placeholder?.type != ArgumentType.none }
      for (number, conversion) in conversions.enumerated() {
        guard let placeholder = conversion.placeholder, placeholder.position == nil,
          !placeholder.takesWidthOrPrecisionArguments
        else { return [] }
        let percent = conversion.range.lowerBound..<conversion.range.lowerBound + 1
        fixes.append(
          Diagnostic.Edit(
            at: locator.location(ofSource: percent, in: text.text), replacement: "%\(number + 1)$"))
      }
    }
    return fixes
  }

  /// Returns whether a message consumes arguments of these types in this order.
  private static func consumes(_ types: [ArgumentType], _ message: Message) -> Bool {
    var rest = types[...]
    let areSame = message.allPlaceholders { $0.type == .none || rest.popFirst() == $0.type }
    return areSame && rest.isEmpty
  }
}
