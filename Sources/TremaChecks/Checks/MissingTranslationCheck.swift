import TremaCatalog
import TremaDiagnostics

/// A text without a value in a language that the app speaks.
struct MissingTranslationCheck: Check {
  static let rule = Rule(
    .warning, "missing-translation", "A text has no value in a language of the app.")

  /// The keys that say why they need no translation, as bytes: equal strings may be two keys.
  private var excused: Set<[UInt8]> = []

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    if text.annotations.ignored[Self.rule.code] != nil { excused.insert(Array(text.text.key.utf8)) }
  }

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    let needed = index.spokenLanguages(scope).filter { $0 != scope.master }
    let missing = index.languageSets.map { set in
      let tags = Set(set.compactMap { index.tags[$0] })
      return needed.filter { !tags.contains($0) }
    }
    for entry in index.entries where entry.languageSet >= 0 {
      let languages = missing[Int(entry.languageSet)]
      if languages.isEmpty { continue }
      let key = index.key(entry)
      if !excused.isEmpty, excused.contains(Array(key.utf8)) { continue }
      let list = languages.map { "'\($0)'" }.joined(separator: ", ")
      findings.add(
        Diagnostic(
          Self.rule.severity, Self.rule.code, "'\(key)' is not translated into \(list)",
          at: index.location(entry), subject: "\(key) \(list)"))
    }
  }
}
