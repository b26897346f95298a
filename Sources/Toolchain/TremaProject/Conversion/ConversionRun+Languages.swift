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

  /// Returns the errors about default languages that would not be written, so that an app would have
  /// no texts for other languages.
  func unmatchedDefaultLanguages() -> [Diagnostic] {
    guard plan.chosenLanguages == nil, report.textCount > 0 else { return [] }
    let supported = Set(checker.supportedLanguages())
    return plan.outputs.compactMap { output in
      guard let tag = output.selection.defaultLanguage, tag != checker.scope.master else {
        return nil
      }
      let location = output.defaultLanguageLocation ?? output.location
      if let languages = output.languages, !languages.contains(tag) {
        return .unmatchedDefault(
          tag, "is not one of the output's languages",
          hint: "add it to the output's 'languages', or remove 'defaultLanguage'", location)
      }
      if supported.contains(tag) { return nil }
      if plan.declaredLanguages != nil {
        return .unmatchedDefault(
          tag, "is not one of the project's languages",
          hint: "add it to the project's 'languages', or remove 'defaultLanguage'", location)
      }
      let isOmitted = checker.omittedLanguages().contains { $0.tag == tag }
      return .unmatchedDefault(
        tag,
        isOmitted
          ? "has values in less than \(plan.minimumCoverage) % of the texts"
          : "is not a language of any text",
        hint: isOmitted
          ? "translate more texts, or reduce 'minimumCoverage'"
          : "correct or remove it, or add a value in this language", location)
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
    let written = languages.filter { shipping.contains($0) || $0 == checker.scope.master }
    return checker.scope.master.map(written.including) ?? written
  }
}

extension Diagnostic {
  /// Returns the error about a default language that would not be written.
  fileprivate static func unmatchedDefault(
    _ tag: LanguageTag, _ reason: String, hint: String, _ location: SourceLocation?
  ) -> Self {
    Diagnostic(
      .error, "unmatched-language", "the default language '\(tag)' \(reason)", at: location,
      hint: hint, subject: tag.description)
  }
}
