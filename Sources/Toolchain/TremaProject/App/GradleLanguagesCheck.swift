import TremaFormats
import TremaMessages
import TremaSupport

/// Compares the languages that a Gradle build file keeps in the Android app with the languages of
/// the project.
///
/// The build removes the resources of all other languages, including those of libraries. Several
/// lists, such as those of product flavors, are compared as one.
///
/// Source: "Shrink, obfuscate, and optimize your app" (unused alternative resources) and
/// `ApplicationAndroidResources.localeFilters`, developer.android.com.
struct GradleLanguagesCheck: AppCheck {
  let lists: GradleLanguageLists
  let app: AppFiles

  func finish(languages project: [LanguageTag], master: LanguageTag) -> [Diagnostic] {
    let languages = app.languages(on: .android, among: project, master: master)
    let literals = lists.lists.flatMap { list in list.literals.map { (list: list, literal: $0) } }
    guard let first = literals.first?.list else {
      let mention = lists.lists.first.map { lists.location($0.range) }
      return [
        .withoutList(
          lists.lists.first?.name, languages.map(name),
          at: mention ?? SourceLocation(file: lists.file))
      ]
    }
    // A literal with interpolations may be any language.
    if literals.contains(where: { $0.literal.text == nil }) { return [] }
    let known = Set(languages.map(\.withChineseScript))
    var found: Set<LanguageTag> = []
    var findings: [Diagnostic] = []
    for (list, literal) in literals {
      guard let text = literal.text, !Self.isOtherQualifier(text) else { continue }
      if let tag = language(text) {
        found.insert(tag)
        // Pseudo-languages are kept for tests.
        if known.contains(tag) || tag.isPseudo { continue }
      }
      findings.append(.unknownLanguage(text, list.name, at: lists.location(literal.range)))
    }
    let missing = languages.filter { !found.contains($0.withChineseScript) }
    if !missing.isEmpty {
      findings.append(
        .missingLanguages(
          missing, first.name, missing.map(name), at: lists.location(first.range)))
    }
    return findings
  }

  /// The names of languages in resource folders that the project specifies.
  private var folderNames: [LanguageTag: String] {
    app.outputs.reduce(into: [:]) { names, output in
      guard case .resources(.android) = output.kind else { return }
      names.merge(output.folderNames) { first, _ in first }
    }
  }

  /// Returns the name of a language in the list.
  private func name(_ language: LanguageTag) -> String {
    folderNames[language] ?? AndroidQualifier.qualifier(of: language)
  }

  /// Returns the language of a name in the list: a qualifier of a resource folder, such as `pt-rBR`
  /// or `b+zh+Hans`, or a tag.
  private func language(_ text: String) -> LanguageTag? {
    if let tag = folderNames.first(where: { $0.value == text })?.key {
      return tag.withChineseScript
    }
    switch AndroidFolder("values-\(text)") {
    case .language(let tag): return tag.withChineseScript
    case .standard, .variation, nil: return LanguageTag(text)?.withChineseScript
    }
  }

  /// Returns whether a name in the list is another qualifier, such as the screen density `xxhdpi`.
  private static func isOtherQualifier(_ text: String) -> Bool {
    if case .variation(nil) = AndroidFolder("values-\(text)") { true } else { false }
  }
}

extension Diagnostic {
  /// Returns the finding for a build file that lists no languages.
  ///
  /// - Parameters:
  ///   - name: The property that the file uses, or `nil` if there is none.
  ///   - names: The languages to list.
  ///   - location: The location of the property, or the file.
  fileprivate static func withoutList(
    _ name: String?, _ names: [String], at location: SourceLocation
  ) -> Self {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return Diagnostic(
      .warning, "gradle-languages",
      name.map { "'\($0)' does not list languages as string literals" }
        ?? "the file does not list the languages of the app", at: location,
      hint: "add them: localeFilters += listOf(\(list)); in Groovy: localeFilters += [\(list)]",
      subject: "list")
  }

  /// Returns the finding for a language that the project does not have.
  fileprivate static func unknownLanguage(
    _ text: String, _ list: String, at location: SourceLocation
  ) -> Self {
    Diagnostic(
      .warning, "gradle-languages", "'\(list)' contains '\(text)', which the project does not have",
      at: location, hint: "remove it, or add the language to \"languages\" in trema.json",
      subject: text)
  }

  /// Returns the finding for languages that are not in the list.
  fileprivate static func missingLanguages(
    _ languages: [LanguageTag], _ list: String, _ names: [String], at location: SourceLocation
  ) -> Self {
    Diagnostic(
      .warning, "gradle-languages", "'\(list)' does not contain \(languages.quotedList())",
      at: location,
      hint: "add \(names.map { "\"\($0)\"" }.joined(separator: ", ")); the build removes the "
        + "resources of all other languages", subject: "missing")
  }
}
