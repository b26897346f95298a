import Foundation
import TremaCatalog
import TremaChecks
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// A catalogue with all that the checks say of it.
struct CheckedFile {
  var findings: [Diagnostic]
  var report: String

  init(
    _ bytes: [UInt8], name: String, severities: [String: Severity?] = [:],
    configure: (inout CheckScope) -> Void = { $0.targets = CheckTarget.allCases }
  ) throws {
    let (catalog, oddities) = try Catalog.decode(bytes, file: name)
    var scope = CheckScope(master: LanguageTag(catalog.header.masterLanguage))
    configure(&scope)
    var checker = Checker(scope, severities: severities)
    findings = checker.configure(oddities)
    for text in catalog.texts {
      findings += checker.examine(text, annotations: Annotations(text.context))
    }
    findings += checker.finish()
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let reporter = TextReporter { location in location.start.map { String(lines[$0.line - 1]) } }
    report = String(decoding: reporter.report(findings), as: UTF8.self)
  }

  /// A catalogue of these texts, in German first.
  init(
    texts: String, severities: [String: Severity?] = [:],
    configure: (inout CheckScope) -> Void = { _ in }
  ) throws {
    try self.init(
      Array("<trema masterLang='de'>\n\(texts)</trema>".utf8), name: "test.trm",
      severities: severities, configure: configure)
  }

  /// `warning empty-value`, one for each finding.
  var summary: [String] {
    findings.sorted(by: Diagnostic.inReadingOrder).map { "\($0.severity) \($0.code)" }
  }
}
