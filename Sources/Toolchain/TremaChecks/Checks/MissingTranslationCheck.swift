import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A check for texts without a value in a language of the app.
struct MissingTranslationCheck: Check {
  static let rule = Rule(
    .warning, "missing-translation", "A text has no value in a language of the app.",
    why: "Users of that language see the text in another language, or the key. The languages of an "
      + "app are the declared ones or, without a declaration, those in which at least one text in "
      + "twenty has a value.",
    example: """
      <text key="title">
        <context/>
        <value lang="en">Title</value>
      </text>
      """,
    fix: "Translate it, or add @translatable false to the context if it is the same in every "
      + "language.")

  static let needs = CheckNeeds([])

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    let numbers = index.numbersByTag
    let needed = index.expectedLanguages(scope).filter { $0 != scope.master }.map { tag in
      (tag: tag, number: numbers[tag])
    }
    var isTranslated = Array(repeating: false, count: index.tags.count)
    let dependsOnLanguage = findings.dependsOnLanguage(Self.rule)
    // There are few distinct sets of languages, but possibly many texts, so the missing languages
    // are determined for each set.
    let missing = index.languageSets.map { set in
      for number in set { isTranslated[number] = true }
      defer { for number in set { isTranslated[number] = false } }
      return needed.filter { $0.number.map { !isTranslated[$0] } ?? true }.map(\.tag)
    }
    // One finding mentions all missing languages unless a project sets different levels for them.
    func makeGroups(_ tags: [LanguageTag]) -> [Group] {
      dependsOnLanguage ? tags.map { Group([$0]) } : tags.isEmpty ? [] : [Group(tags)]
    }
    let missingGroups = missing.map(makeGroups)
    for (text, set) in index.languageSetNumbers.enumerated() where set >= 0 {
      var groups = missingGroups[Int(set)]
      if groups.isEmpty { continue }
      if let required = index.requiredLanguages[text] {
        groups = makeGroups(missing[Int(set)].filter(required.contains))
      }
      // An array that is not translated is reported once rather than for each item.
      if index.continuedArrays.contains(text), index.languageSetNumbers[text - 1] == set {
        continue
      }
      let key = index.texts.key(text)
      let location = index.texts.location(text)
      for group in groups {
        findings.add(
          Self.rule.code, Self.rule.severity, key: key, language: group.language, at: location
        ) {
          var diagnostic = Diagnostic(
            Self.rule.severity, Self.rule.code,
            "'\(key.shortened)' is not translated into \(group.list)",
            at: location, subject: "\(key.shortenedField) \(group.list)")
          diagnostic.key = key
          diagnostic.language = group.language
          return diagnostic
        }
      }
    }
  }

  /// The languages of one finding.
  private struct Group {
    /// The quoted tags, separated by commas.
    let list: String
    /// The language, if there is only one.
    let language: String?

    init(_ tags: [LanguageTag]) {
      list = tags.map { "'\($0)'" }.joined(separator: ", ")
      language = tags.count == 1 ? tags[0].description : nil
    }
  }
}
