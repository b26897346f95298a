import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for arguments that the call does not pass.
///
/// A translation may use an argument that is not passed or has a different type, or a value may use
/// the same argument with two types. In these cases, the app shows the wrong argument or crashes.
struct PlaceholderMismatchCheck: Check {
  static let rule = Rule(
    .error, "placeholder-mismatch", "A value uses arguments that its call does not pass.",
    why: "The app passes the same arguments in every language: those of the master, those in the "
      + "key (`fav %lld`) and those declared with `@param`. A translation with other arguments "
      + "shows the wrong values, or crashes. `%d` and `%ld` are equivalent; in plurals and selects "
      + "all branches are compared. An argument that is only omitted is a `dropped-placeholder`. "
      + "For a value with the status `initial`, such as a fuzzy one of gettext, the finding is a "
      + "note: translators receive the value, and apps do not contain it until it is corrected.",
    example: """
      <value lang="en">%1$@ sent %2$d files</value>
      <value lang="de">%1$d Dateien von %2$@</value>
      """,
    fix: "Use the placeholders of the master; number them to change their order. Declare "
      + "additional arguments that the call passes: @param 2 count.")

  static let needs = CheckNeeds(.placeholders)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let comparison = text.argumentComparison else { return }
    let values = text.text.values
    let reference = comparison.referenceIndex
    let isReferenceUnclear = text.hasUnclearArguments(reference)
    lazy var bracedNames = Set(comparison.numbers.names.map(\.name))
    for index in values.indices {
      // An empty value is reported by a different check, and nothing is formatted with it.
      if values[index].message.isEmpty || text.hasUnclearArguments(index) { continue }
      let isDraft = index != reference && values[index].status == .initial
      if let conflict = comparison.uses[index].conflict {
        report(
          conflict, of: index, comparison.uses[index], isDraft: isDraft, in: text, into: &findings)
      } else if !isReferenceUnclear, let difference = comparison.difference(index) {
        let name = ArgumentComparison.bracedName(in: values[index], of: bracedNames)
        let isForeign =
          difference.isOmission && isOnlyTranslationForeign(index, reference, in: text)
        if difference.isOmission, name == nil, !isForeign { continue }
        let language = values[reference].language
        findings.report(
          Self.rule,
          "'\(text.shownKey)' in '\(values[index].language)': "
            + (isForeign
              ? "the value is a date format, but '\(language)' is not"
              : Self.description(difference, comparison, index, language)),
          in: text, value: values[index], isOmitted: isDraft,
          at: text.location(ofUse: difference.actual, inValue: index),
          hint: Self.hint(name, language),
          related: [Self.related(difference, comparison, language, in: text)])
      } else {
        continue
      }
      // A suppressed value is written, so it is not recorded as omitted.
      if isDraft, findings.lastSeverity != nil { findings.omittedParts.drafts.insert(index) }
    }
  }

  /// Returns whether a translation, but not its original, is a format for a different function. A
  /// misspelled conversion, such as `%a` for `%@`, has this effect.
  private func isOnlyTranslationForeign(_ index: Int, _ reference: Int, in text: ExaminedText)
    -> Bool
  {
    let values = text.text.values
    return ForeignFormat.isForeign(values[index].source)
      && !ForeignFormat.isForeign(values[reference].source)
  }

  /// Reports a value that uses one argument with two types.
  ///
  /// - Parameters:
  ///   - conflict: The indices of two contradictory uses.
  ///   - index: The index of the value.
  ///   - uses: The uses of the value.
  ///   - isDraft: Whether outputs for apps omit the value.
  private func report(
    _ conflict: (first: Int, other: Int), of index: Int, _ uses: [ArgumentUse], isDraft: Bool,
    in text: ExaminedText, into findings: inout Findings
  ) {
    let value = text.text.values[index]
    let (first, other) = (uses[conflict.first].requirement, uses[conflict.other].requirement)
    findings.report(
      Self.rule,
      "'\(text.shownKey)' in '\(value.language)': argument \(uses[conflict.first].number) is both "
        + "\(first) and \(other)",
      in: text, value: value, isOmitted: isDraft,
      at: text.location(ofUse: conflict.other, inValue: index),
      hint: "give each argument its own number",
      related: [
        Diagnostic.Related(
          "\(first) is here", at: text.location(ofUse: conflict.first, inValue: index))
      ])
  }

  /// Returns the related location of a difference: the key if only the key contains the argument,
  /// otherwise the original.
  private static func related(
    _ difference: ArgumentDifference, _ comparison: ArgumentComparison, _ reference: String,
    in text: ExaminedText
  ) -> Diagnostic.Related {
    if let use = difference.expected, !comparison.isOriginal(use) {
      return Diagnostic.Related("the key is here", at: text.text.location(text.text.keyPosition))
    }
    return Diagnostic.Related(
      "the '\(reference)' value is here",
      at: text.location(ofUse: difference.expected, inValue: comparison.referenceIndex))
  }

  /// Returns the description of a difference in the message.
  ///
  /// - Parameters:
  ///   - comparison: The comparison of the text's arguments.
  ///   - index: The index of the value.
  ///   - reference: The language of the original, or the key of the original text.
  static func description(
    _ difference: ArgumentDifference, _ comparison: ArgumentComparison, _ index: Int,
    _ reference: String
  ) -> String {
    let (uses, expected) = (comparison.uses[index], comparison.expected.uses)
    return switch difference {
    case .missing(let use):
      "argument \(expected[use].number) (\(expected[use].requirement)) of '\(reference)' is missing"
    case .extra(let use):
      "argument \(uses[use].number) (\(uses[use].requirement)) does not exist in '\(reference)'"
    case .other(let actual, let wanted):
      "argument \(uses[actual].number) is \(uses[actual].requirement), "
        + "but \(expected[wanted].requirement) in "
        + (comparison.isOriginal(wanted) ? "'\(reference)'" : "the key")
    }
  }

  /// Returns the hint for a difference.
  ///
  /// - Parameters:
  ///   - bracedName: The name of an argument that the value contains in braces as text, or `nil`.
  ///   - reference: The language of the original.
  private static func hint(_ bracedName: String?, _ reference: String) -> String {
    if let name = bracedName {
      return "use {\(name), plural, other {…}}; braces outside a plural or select are text"
    }
    return "use the placeholders of '\(reference)'; number them to change their order"
  }
}
