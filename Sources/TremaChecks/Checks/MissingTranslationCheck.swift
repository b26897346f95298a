import TremaCatalog
import TremaDiagnostics

/// A text without a value in a language that the app speaks.
struct MissingTranslationCheck: Check {
  static let rule = Rule(
    .warning, "missing-translation", "A text has no value in a language of the app.",
    why: "Users of that language see another one, or a key. The languages of an app are those it "
      + "declares, or those that at least one text in twenty has.",
    example: """
      <text key="title">
        <context/>
        <value lang="en">Title</value>
      </text>
      """,
    fix: "Translate it; or write @translatable false in the context when it is the same in every "
      + "language.")

  static let needs: TextTraits = []

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    let needed = index.spokenLanguages(scope).filter { $0 != scope.master }.map { tag in
      (tag: tag, number: index.tags.firstIndex(of: tag))
    }
    var isThere = Array(repeating: false, count: index.tags.count)
    let missing = index.languageSets.map { set in
      for number in set { isThere[number] = true }
      defer { for number in set { isThere[number] = false } }
      return needed.filter { $0.number.map { !isThere[$0] } ?? true }.map(\.tag)
    }
    for (text, set) in index.languageSetNumbers.enumerated() where set >= 0 {
      let languages = missing[Int(set)]
      if languages.isEmpty { continue }
      let key = index.places.key(text)
      // One finding for all of them, unless a project tells them apart.
      let groups = findings.tellsLanguagesApart(Self.rule) ? languages.map { [$0] } : [languages]
      for group in groups {
        let language = group.count == 1 ? group[0].description : nil
        let location = index.places.location(text)
        findings.add(
          Self.rule.code, Self.rule.severity, key: key, language: language, at: location
        ) {
          let list = group.map { "'\($0)'" }.joined(separator: ", ")
          var diagnostic = Diagnostic(
            Self.rule.severity, Self.rule.code, "'\(key)' is not translated into \(list)",
            at: location, subject: "\(key) \(list)")
          diagnostic.key = key
          diagnostic.language = language
          return diagnostic
        }
      }
    }
  }
}
