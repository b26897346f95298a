import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// The findings of a configuration, separated by the suppressions of its schema.
package struct ConfigOutcome: Sendable {
  /// The findings that are not suppressed.
  package var diagnostics: [Diagnostic]
  /// The findings that `x-ignore` suppresses with a reason.
  package var suppressed: [Diagnostic] = []
}

/// Applies the suppressions of a schema: `"x-ignore": { "dead-override": "why" }`.
enum ConfigSuppressions {
  /// The rule for suppressions without a finding.
  static let rule = Rule(
    .warning, "unused-ignore", "An `x-ignore` suppresses a finding that does not occur.",
    why:
      "The mistake was corrected, or the name of the check is misspelled: the suppression would "
      + "hide the next mistake, or suppresses nothing.",
    example: """
      "timeout": { "type": "integer", "x-ignore": { "dead-overide": "on purpose" } }
      """,
    fix: "Remove it from the schema.")

  /// Separates the suppressed findings, and reports each suppression without a finding.
  static func applied(to diagnostics: [Diagnostic], _ contract: ConfigContract?) -> ConfigOutcome {
    guard let excuses = contract?.suppressions, !excuses.isEmpty else {
      return ConfigOutcome(diagnostics: diagnostics)
    }
    var used: Set<ConfigContract.Suppression> = []
    var outcome = ConfigOutcome(diagnostics: [])
    // One suppression may apply to several findings, for example to those of array elements.
    for diagnostic in diagnostics {
      let own = self.suppressions(for: diagnostic, contract)
      used.formUnion(own)
      if own.isEmpty {
        outcome.diagnostics.append(diagnostic)
      } else {
        outcome.suppressed.append(diagnostic)
      }
    }
    outcome.diagnostics += excuses.filter { !used.contains($0) }.map(unused)
    return outcome
  }

  /// Returns the suppressions that apply to a finding. Those of an array apply to its elements,
  /// too. A finding about an unreadable file cannot be suppressed.
  static func suppressions(
    for diagnostic: Diagnostic, _ contract: ConfigContract?
  ) -> [ConfigContract.Suppression] {
    guard diagnostic.kind == .finding, let key = diagnostic.key, let path = ConfigKeyPath(key)
    else { return [] }
    return suppressions(diagnostic.code, path, contract)
  }

  /// Returns the suppressions of a code at a path. If an element has none, those of its array
  /// apply.
  static func suppressions(
    _ code: String, _ path: ConfigKeyPath, _ contract: ConfigContract?
  ) -> [ConfigContract.Suppression] {
    var path = path
    while true {
      let ignored = contract?[path]?.node.marks.suppressions ?? []
      let own = ignored.filter { $0.code.isExactly(code) }
      guard own.isEmpty, case .index? = path.components.last else { return own }
      path.components.removeLast()
    }
  }

  /// Returns the finding for a suppression that is not used.
  private static func unused(_ excuse: ConfigContract.Suppression) -> Diagnostic {
    let codes = ConfigChecker.rules.map(\.code)
    let isKnown = codes.contains(excuse.code)
    let near = isKnown ? nil : closestMatch(to: excuse.code, among: codes)
    return Diagnostic(
      Self.rule.severity, Self.rule.code,
      isKnown
        ? "'\(excuse.code)' is ignored, but not reported here"
        : "'\(excuse.code)' is ignored, but there is no such check", at: excuse.location,
      hint: near.map { "did you mean '\($0)'?" } ?? "remove it from \"x-ignore\"",
      subject: "\(excuse.location?.start?.line ?? 0) \(excuse.code)")
  }
}

extension ConfigMatrix {
  /// Returns the findings that the schema does not suppress.
  package func withoutSuppressed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { ConfigSuppressions.suppressions(for: $0, contract).isEmpty }
  }
}

extension ConfigContract {
  /// All suppressions in the order of the schema. One that several keys share is returned once.
  fileprivate var suppressions: [Suppression] {
    var known: Set<Suppression> = []
    return nodes.flatMap(\.marks.suppressions).filter { known.insert($0).inserted }
  }
}
