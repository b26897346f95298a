import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// The findings in a configuration, partitioned by its schema's suppressions.
package struct ConfigOutcome: Sendable {
  /// The findings that are not suppressed.
  package var diagnostics: [Diagnostic]
  /// The findings that an `x-ignore` with a reason suppresses.
  package var suppressed: [Diagnostic] = []
}

/// Applies the suppressions of a schema: `"x-ignore": { "dead-override": "why" }`.
enum ConfigSuppressions {
  /// The rule for suppressions without a finding.
  static let rule = Rule(
    .warning, "unused-ignore", "An `x-ignore` suppresses a finding that does not occur.",
    why:
      "Either the mistake was corrected, and the suppression would hide the next one, or the name "
      + "of the check is misspelled, and nothing is suppressed.",
    example: """
      "timeout": { "type": "integer", "x-ignore": { "dead-overide": "on purpose" } }
      """,
    fix: "Remove it from the schema.")

  /// Partitions the findings, and reports each suppression that matches no finding.
  static func applied(to diagnostics: [Diagnostic], _ contract: ConfigContract?) -> ConfigOutcome {
    guard let suppressions = contract?.suppressions, !suppressions.isEmpty else {
      return ConfigOutcome(diagnostics: diagnostics)
    }
    var used: Set<ConfigContract.Suppression> = []
    var outcome = ConfigOutcome(diagnostics: [])
    // One suppression may apply to multiple findings, for example in multiple array elements.
    for diagnostic in diagnostics {
      let applicable = self.suppressions(for: diagnostic, contract)
      used.formUnion(applicable)
      if applicable.isEmpty {
        outcome.diagnostics.append(diagnostic)
      } else {
        outcome.suppressed.append(diagnostic)
      }
    }
    outcome.diagnostics += suppressions.filter { !used.contains($0) }.map(unusedSuppression)
    return outcome
  }

  /// Returns the suppressions that apply to a finding. The suppressions of an array also apply to
  /// its elements. A finding about an unreadable file cannot be suppressed.
  static func suppressions(
    for diagnostic: Diagnostic, _ contract: ConfigContract?
  ) -> [ConfigContract.Suppression] {
    guard diagnostic.kind == .finding, let key = diagnostic.key, let path = ConfigKeyPath(key)
    else { return [] }
    return suppressions(diagnostic.code, path, contract)
  }

  /// Returns the suppressions of a code at a path. If an element has none, the suppressions of its
  /// array apply.
  static func suppressions(
    _ code: String, _ path: ConfigKeyPath, _ contract: ConfigContract?
  ) -> [ConfigContract.Suppression] {
    var path = path
    while true {
      let ignored = contract?[path]?.node.marks.suppressions ?? []
      let matching = ignored.filter { $0.code.equalsExactly(code) }
      guard matching.isEmpty, case .index? = path.components.last else { return matching }
      path.components.removeLast()
    }
  }

  /// Returns the finding for an unused suppression.
  private static func unusedSuppression(_ suppression: ConfigContract.Suppression) -> Diagnostic {
    let codes = ConfigChecker.rules.map(\.code)
    let isKnown = codes.contains(suppression.code)
    let suggestion = isKnown ? nil : closestMatch(to: suppression.code, among: codes)
    return Diagnostic(
      Self.rule.severity, Self.rule.code,
      isKnown
        ? "'\(suppression.code)' is suppressed, but is not reported here"
        : "unknown check '\(suppression.code)'", at: suppression.location,
      hint: suggestion.map { "did you mean '\($0)'?" } ?? "remove it from 'x-ignore'",
      subject: "\(suppression.location?.start?.line ?? 0) \(suppression.code)")
  }
}

extension ConfigMatrix {
  /// Returns the findings that the schema does not suppress.
  package func withoutSuppressed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { ConfigSuppressions.suppressions(for: $0, contract).isEmpty }
  }
}

extension ConfigContract {
  /// All suppressions, in schema order. A suppression that multiple keys share is returned once.
  fileprivate var suppressions: [Suppression] {
    var known: Set<Suppression> = []
    return nodes.flatMap(\.marks.suppressions).filter { known.insert($0).inserted }
  }
}
