import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for arrays with an element that is missing, out of order or separated from the others:
/// `days.2` after `days.0`. There is at most one finding for each array.
struct BrokenArrayCheck: Check {
  static let rule = Rule(
    .warning, "broken-array",
    "An element of an array is missing, or the elements are not consecutive.",
    stage: .review,
    why: "The array ends before the gap, and the texts after it are treated as separate texts: an "
      + "app that reads the array shows fewer elements. Each array is reported once.",
    example: """
      <text key="days.0"><context>@array</context>…</text>
      <text key="days.2"><context>@array</context>…</text>
      """,
    fix: "Number the elements consecutively from 0 and keep them together, or remove @array.")

  static let needs = CheckNeeds(.context)

  /// The array that the current text may continue.
  private var sequence = ArraySequence()
  /// The index of the last text with a context.
  private var lastEntryIndex: Int?
  /// The names of the arrays that were reported.
  private var reported: Set<ExactKey> = []

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    if text.annotations.isVariant { return }
    // Texts without a context are not examined, but they end an array as well.
    if text.entry == nil || lastEntryIndex.map({ $0 + 1 }) != text.entry {
      sequence = ArraySequence()
    }
    lastEntryIndex = text.entry
    let isElement = sequence.next(text.text.key, text.annotations) != nil
    guard !isElement, text.annotations.isArray, text.entry != nil,
      let item = ArrayItem(text.text.key), reported.insert(ExactKey(item.arrayKey)).inserted
    else { return }
    findings.report(
      Self.rule,
      item.index == 0
        ? "the array '\(item.arrayKey.shortened)' starts again at '\(text.shownKey)'"
        : "'\(text.shownKey)' does not follow element \(item.index - 1) of the array "
          + "'\(item.arrayKey.shortened)'",
      in: text, hint: "number the elements consecutively from 0, and keep them together")
  }
}
