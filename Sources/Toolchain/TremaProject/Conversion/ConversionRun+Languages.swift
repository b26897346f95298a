import TremaCatalog
import TremaMessages
import TremaSupport

/// The languages of the texts, compared with the project.
extension ConversionRun {
  /// Returns the warnings about languages of outputs that no text has. The languages of the project
  /// are compared when the project file is read.
  func unmatchedLanguages() -> [Diagnostic] {
    guard plan.declaredLanguages == nil, plan.chosenLanguages == nil, report.textCount > 0,
      plan.outputs.contains(where: { $0.languages != nil })
    else { return [] }
    let known = Set(checker.supportedLanguages() + checker.omittedLanguages().map(\.tag))
    return plan.outputs.flatMap { output in
      (output.languages ?? []).filter { !known.contains($0) }.map { tag in
        Diagnostic(
          .warning, "unmatched-language", "no text has a value in '\(tag)'",
          at: output.languageLocations[tag] ?? output.location,
          hint: "correct or remove it, or add a value in this language", subject: tag.description)
      }
    }
  }

  /// Returns the languages of the app: the languages that ship, or all supported languages.
  ///
  /// - Throws: A diagnostic if the languages that ship cannot be determined.
  func appLanguages() throws(Diagnostic) -> [LanguageTag] {
    let languages = checker.supportedLanguages()
    var shipping = report.shippingLanguages
    // Without a transaction, the decision has not been made yet.
    if shipping == nil, let rule = plan.shipping, let master = checker.scope.master {
      shipping = try plan.decision(of: rule, master: master).languages
    }
    guard let shipping else { return languages }
    return languages.filter { shipping.contains($0) || $0 == checker.scope.master }
  }
}
