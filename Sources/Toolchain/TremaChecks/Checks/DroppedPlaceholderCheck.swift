import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for translations that omit an argument of the master. Such a translation works but shows
/// less information.
struct DroppedPlaceholderCheck: Check {
  static let rule = Rule(
    .warning, "dropped-placeholder", "A translation omits an argument of the master.",
    why: "The app passes an argument that the text does not show. Often the placeholder was lost, "
      + "but a language may also do without it. A plural that never shows its number may become a "
      + "plain text, and a branch may show fewer arguments than another. Values with the status "
      + "`initial` are not checked.",
    example: """
      <value lang="en">%1$@ sent %2$d files</value>
      <value lang="de">Dateien von %1$@</value>
      """,
    fix: "Add the placeholder, or state why the language does without it: @ignore "
      + "dropped-placeholder reason.")

  static let needs = CheckNeeds(.placeholders)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let comparison = text.argumentComparison,
      !text.hasUnclearArguments(comparison.referenceIndex)
    else { return }
    let values = text.text.values
    let language = values[comparison.referenceIndex].language
    lazy var bracedNames = Set(comparison.numbers.names.map(\.name))
    for index in values.indices {
      // A draft will be replaced.
      if values[index].message.isEmpty || values[index].status == .initial { continue }
      if text.hasUnclearArguments(index) { continue }
      guard comparison.uses[index].conflict == nil,
        case .missing(let use)? = comparison.difference(index),
        !isDamaged(index, bracedNames, in: text)
      else { continue }
      let value = values[index]
      let missing = comparison.expected.uses[use]
      findings.report(
        Self.rule,
        "the '\(value.language)' value of '\(text.shownKey)' omits argument \(missing.number) "
          + "(\(missing.requirement)) of the '\(language)' value",
        in: text, value: value, at: text.text.location(value.textPosition, of: value),
        hint: "add it as in '\(language)'",
        related: [
          Diagnostic.Related(
            "the '\(language)' value is here",
            at: text.location(ofUse: use, inValue: comparison.referenceIndex))
        ])
    }
  }

  /// Returns whether a placeholder was damaged rather than omitted, or whether its name became
  /// text. Other checks report both cases.
  ///
  /// - Parameters:
  ///   - index: The index of the value.
  ///   - names: The names of the arguments.
  private func isDamaged(
    _ index: Int, _ names: Set<String>, in text: ExaminedText
  ) -> Bool {
    let value = text.text.values[index]
    if ArgumentComparison.bracedName(in: value, of: names) != nil { return true }
    return text.findsDamage
      && DamagedPlaceholder.range(in: Self.withoutPlaceholders(value), isMissed: true) != nil
  }

  /// Returns the source with each intact placeholder replaced with U+FFFC.
  private static func withoutPlaceholders(_ value: Value) -> [UInt8] {
    let source = Array(value.source.utf8)
    var rest: [UInt8] = []
    var done = 0
    for occurrence in value.occurrences
    where occurrence.placeholder != nil && occurrence.range.lowerBound >= done {
      rest += source[done..<occurrence.range.lowerBound]
      rest += Array("\u{FFFC}".utf8)
      done = occurrence.range.upperBound
    }
    return rest + source[done...]
  }
}
