import TremaCatalog
import TremaEditing
import TremaSupport

/// A catalogue of keys, and sources that may use them.
struct Sources {
  var keys: [String]
  var contexts: [String: String] = [:]
  /// The values of texts, by their keys.
  var values: [String: String] = [:]
  /// The name spaces that lack a text, by its key.
  var missing: [String: Set<NameSpace>] = [:]
  var nesting: String?
  var allowed: [String] = []
  var functions: [String] = []
  var accessors: [String] = []

  init(_ keys: String..., nesting: String? = nil) {
    self.keys = keys
    self.nesting = nesting
  }

  var names: UsageNames {
    var names = UsageNames(
      swiftTypes: [UsageNames.SwiftType("Texts", nesting: nesting)],
      functions: functions.compactMap { KeyFunction($0) }, accessors: accessors)
    for key in keys {
      var placement = UsageNames.Placement()
      placement.missing = missing[key] ?? []
      names.append(
        Text(
          key: key, context: contexts[key].map { Context($0) },
          values: values[key].map { [Value(language: "en", source: $0)] } ?? [], file: "Texts.trm"),
        in: placement)
    }
    return names
  }

  func diagnostics(_ kind: SourceFileKind, _ sources: String...) -> [Diagnostic] {
    var names = names
    var findings = sources.map { kind.findings(Array($0.utf8), names) }
    names.swiftAliases = findings.reduce(into: [:]) { $0.merge($1.aliases) { a, _ in a } }
    if !names.swiftAliases.isEmpty {
      findings = sources.map { kind.findings(Array($0.utf8), names) }
    }
    var report = UsageReport(names, allowed: allowed.map { KeyPattern($0) })
    for (number, found) in findings.enumerated() { report.append(found, file: "\(number)") }
    return report.diagnostics().sorted(by: Diagnostic.areInReadingOrder)
  }

  func unused(_ kind: SourceFileKind, _ sources: String...) -> [String] {
    sources.reduce(keys) { rest, source in
      let found = diagnostics(kind, source).filter { $0.code == UsageReport.unused }
      return rest.filter { key in found.contains { $0.key == key } }
    }
  }

  /// `line:column: message` of all problems of the source itself.
  func problems(_ kind: SourceFileKind, _ source: String) -> [String] {
    diagnostics(kind, source).filter { $0.code != UsageReport.unused }.map { diagnostic in
      let start = diagnostic.location?.start ?? .start
      return "\(start.line):\(start.column): \(diagnostic.message)"
    }
  }
}
