import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for variants with other arguments, plurals, selects or annotations than the text that
/// they replace.
struct VariantMismatchCheck: Check {
  static let rule = Rule(
    .error, "variant-mismatch",
    "A variant has other arguments or annotations than the text that it replaces.",
    why: "One accessor is used on all platforms, and passes the arguments of the replaced text. A "
      + "variant with others shows the wrong values, or crashes; one without its plural is another "
      + "kind of resource on Android. A variant is compared with the value in the same language, "
      + "and with the master if there is none. For a value with the status `initial` the finding "
      + "is a note, and apps do not contain the value. A variant has the annotations of the text "
      + "that it replaces, such as @max and @markup, so others would have no effect.",
    example: """
      <text key="files"><context/>
        <value lang="en">%1$d files in %2$@</value>
      </text>
      <text key="files.ios"><context>@variant-of files ios</context>
        <value lang="en">%1$@: %2$d files</value>
      </text>
      """,
    fix: "Use the placeholders of the replaced text, and its plurals and selects with the same "
      + "branches. Remove an annotation that the replaced text does not have, or add it there.")

  static let needs = CheckNeeds(.variant)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let view = text.variant?.base, let declared = text.annotations.variants.first else {
      return
    }
    VariantAnnotations.report(text, view.annotations, declared.base.shortened, into: &findings)
    let base = Text(view)
    guard
      base.values.contains(where: \.message.hasPlaceholders)
        || text.text.values.contains(where: \.message.hasPlaceholders),
      let comparison = VariantComparison(text, base)
    else { return }
    let report = Reporter(text: text, comparison: comparison, base: declared.base.shortened)
    for pair in comparison.pairs where !text.hasUnclearArguments(pair.index) {
      if let mismatch = report.argument(pair) ?? report.choice(pair) {
        report.report(mismatch, of: pair.index, into: &findings)
      }
    }
  }
}

/// The comparison of one variant, and the words for its findings.
private struct Reporter {
  typealias Pair = (index: Int, combined: Int, base: Int?)

  /// The variant.
  let text: ExaminedText
  let comparison: VariantComparison
  /// The key of the base, as it is shown in messages.
  let base: String

  /// A difference from the base.
  struct Mismatch {
    var description: String
    var hint: String
    var location: SourceLocation
    var baseLocation: SourceLocation
  }

  /// Returns the first difference between the arguments of a value and of the base.
  func argument(_ pair: Pair) -> Mismatch? {
    let combined = comparison.combined
    guard let arguments = combined.argumentComparison,
      !combined.hasUnclearArguments(arguments.referenceIndex),
      arguments.uses[pair.combined].conflict == nil,
      let difference = arguments.difference(pair.combined)
    else { return nil }
    // A language may omit an argument in both texts, which is not a matter of the variant.
    if case .missing(let use) = difference, let sibling = pair.base {
      let number = arguments.expected.uses[use].number
      if !arguments.uses[sibling].contains(where: { $0.number == number }) { return nil }
    }
    return Mismatch(
      description: PlaceholderMismatchCheck.description(
        difference, arguments, pair.combined, base),
      hint: "use the placeholders of '\(base)'; number them to change their order",
      location: text.location(ofUse: difference.actual, inValue: pair.index),
      baseLocation: combined.location(
        ofUse: difference.expected.flatMap { arguments.isOriginal($0) ? $0 : nil },
        inValue: arguments.referenceIndex))
  }

  /// Returns the first difference between the plurals and selects of a value and of the base.
  func choice(_ pair: Pair) -> Mismatch? {
    let combined = comparison.combined
    guard combined.text.values.contains(where: \.message.hasBranches) else { return nil }
    let reference = pair.base ?? combined.masterIndex ?? 0
    let (actual, expected) = (
      comparison.choices(ofValue: pair.combined), comparison.choices(ofValue: reference)
    )
    let selectors = Set(actual.keys).union(expected.keys).sorted {
      ($0.number, $0.word) < ($1.number, $1.word)
    }
    for selector in selectors {
      let (mine, theirs) = (actual[selector], expected[selector])
      let name = "the \(selector.word) of argument \(selector.number)"
      let description: String
      switch (mine, theirs) {
      case (nil, _): description = "\(name) of '\(base)' is missing"
      case (_, nil): description = "\(name) is not in '\(base)'"
      case (let mine?, let theirs?):
        // The categories of plurals differ between languages.
        if mine.keywords == theirs.keywords || pair.base == nil { continue }
        description =
          "\(name) has \(Self.list(mine)), but \(Self.list(theirs)) in '\(base)'"
      }
      return Mismatch(
        description: description,
        hint: "use the same plurals and selects as '\(base)', with the same branches",
        location: mine.map { text.location(ofOccurrence: $0.occurrence, inValue: pair.index) }
          ?? text.location(ofUse: nil, inValue: pair.index),
        baseLocation: theirs.map {
          combined.location(ofOccurrence: $0.occurrence, inValue: reference)
        } ?? combined.location(ofUse: nil, inValue: reference))
    }
    return nil
  }

  /// Returns the quoted keywords in a fixed order.
  private static func list(_ choice: VariantComparison.Choice) -> KeywordSummary {
    KeywordSummary(choice.keywords.sorted(), of: choice.keywords.count)
  }

  /// Reports a difference.
  func report(_ mismatch: Mismatch, of index: Int, into findings: inout Findings) {
    let value = text.text.values[index]
    let isDraft = value.status == .initial
    findings.report(
      VariantMismatchCheck.rule,
      "'\(text.shownKey)' in '\(value.language)': \(mismatch.description)", in: text, value: value,
      isOmitted: isDraft, at: mismatch.location, hint: mismatch.hint,
      related: [Diagnostic.Related("'\(base)' is here", at: mismatch.baseLocation)])
    // A suppressed value is written, so it is not recorded as omitted.
    if isDraft, findings.lastSeverity != nil { findings.omittedParts.drafts.insert(index) }
  }
}
