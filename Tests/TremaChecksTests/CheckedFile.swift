import Foundation
import TremaCatalog
import TremaChecks
import TremaDiagnostics
import TremaFormats
import TremaMessages
import TremaSupport

/// A catalogue with all findings of the checks.
struct CheckedFile {
  var findings: [Diagnostic]
  /// How many findings were suppressed.
  let suppressed: Int
  private let lines: [Substring]

  init(
    _ bytes: [UInt8], name: String, policy: CheckPolicy = .everything,
    depth: Checker.Depth = .everything,
    configure: (inout CheckScope) -> Void = Self.askEverything
  ) throws {
    let (catalog, oddities) = try Catalog.decode(bytes, file: name)
    var scope = CheckScope(master: LanguageTag(catalog.header.masterLanguage))
    configure(&scope)
    var checker = Checker(scope, depth: depth, policy: policy)
    findings = checker.configure(oddities)
    for text in catalog.texts {
      findings += checker.examine(text, annotations: Annotations(text.context))
    }
    findings += checker.finish()
    suppressed = checker.suppressedCount
    lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// Enables every target, the least coverage of a language, some terms, and a history for the
  /// fixture of the check that needs one.
  static func askEverything(_ scope: inout CheckScope) {
    scope.targets = CheckTarget.allCases
    scope.minimumCoverage = 5
    let change = MasterChange(commit: "1a2b3c4d5", day: "2026-05-01")
    scope.staleTranslations = [ExactKey("delete"): ["de": change, "fr": change]]
    scope.terms = terms
  }

  private static var terms: [Term] {
    var account = Term("account")
    if let german = LanguageTag("de"), let polish = LanguageTag("pl"),
      let japanese = LanguageTag("ja"), let english = LanguageTag("en")
    {
      account.required = [german: ["Konto", "Konten"], polish: ["kont"]]
      account.forbidden = [english: ["acct"], german: ["Zugang"], japanese: ["口座"]]
    }
    var hub = Term("Hub")
    hub.isCaseSensitive = true
    hub.note = "it is the name of a product"
    if let german = LanguageTag("de") { hub.required = [german: ["Hub"]] }
    return [account, hub]
  }

  /// Returns the printed report of a single check.
  func report(of code: String) -> String {
    let reporter = TextReporter { location in location.start.map { String(lines[$0.line - 1]) } }
    return String(
      decoding: reporter.report(findings.filter { $0.code == code }), as: UTF8.self)
  }

  /// A catalogue of these texts, in German first.
  init(
    texts: String, policy: CheckPolicy = .everything, depth: Checker.Depth = .outputs,
    configure: (inout CheckScope) -> Void = { _ in }
  ) throws {
    try self.init(
      Array("<trema masterLang='de'>\n\(texts)</trema>".utf8), name: "test.trm",
      policy: policy, depth: depth, configure: configure)
  }

  /// `warning empty-value`, one for each finding.
  var summary: [String] {
    findings.sorted(by: Diagnostic.areInReadingOrder).map { "\($0.severity) \($0.code)" }
  }
}

extension CheckPolicy {
  /// Runs the checks that are off by default as well, at the severity of their rules.
  static var everything: CheckPolicy {
    let optIn = Checker.rules.filter(\.isOptIn)
    return CheckPolicy(
      Dictionary(uniqueKeysWithValues: optIn.map { ($0.code, Setting(CheckLevel($0.severity))) }))
  }
}
