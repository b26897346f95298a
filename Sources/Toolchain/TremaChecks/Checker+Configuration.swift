import TremaDiagnostics
import TremaSupport

extension Checker {
  /// Returns whether a baseline can mute findings of a check. It cannot mute merge conflicts, which
  /// must be resolved.
  package static func canBeMuted(_ code: String) -> Bool { code != MergeConflictCheck.rule.code }

  /// Returns whether a policy enables a check.
  package static func isEnabled(_ code: String, under policy: CheckPolicy) -> Bool {
    rules.first { $0.code == code }.map(policy.completed(for: rules).isOn) ?? false
  }

  /// Returns the reason why a project cannot set the level of a check.
  ///
  /// - Parameter hasReason: See ``CheckPolicy/rejectionReason(to:for:hasReason:among:of:)``.
  package static func rejectionReason(
    of level: CheckLevel?, for code: String, hasReason: Bool = false
  ) -> (message: String, hint: String)? {
    CheckPolicy.rejectionReason(
      of: level, for: code, hasReason: hasReason, among: rules, of: documentedRules)
  }
}

extension CheckPolicy {
  /// Returns the reason why a project cannot set the level of a check, as a message and a hint, or
  /// `nil` if it can.
  ///
  /// - Parameters:
  ///   - level: The level, or `nil` to check only the code.
  ///   - code: The code of the check, or ``everyCheck``.
  ///   - hasReason: Whether the project gives a reason. A check of severity error can be lowered
  ///     only with a reason, because its findings break an output or an app.
  ///   - rules: The rules that a project can configure.
  ///   - pages: All rules.
  package static func rejectionReason(
    of level: CheckLevel?, for code: String, hasReason: Bool, among rules: [Rule], of pages: [Rule]
  ) -> (message: String, hint: String)? {
    if code == everyCheck { return nil }
    guard let rule = rules.first(where: { $0.code == code }) else {
      if pages.contains(where: { $0.code == code }) {
        return (
          "the check '\(code)' cannot be configured",
          "see 'trema help check \(code)'"
        )
      }
      let suggestion = closestMatch(to: code, among: rules.map(\.code))
      return (
        "unknown check '\(code)'",
        suggestion.map { "did you mean '\($0)'?" } ?? "list the checks with: trema help check"
      )
    }
    if rule.severity == .error, let level, level != .error, !hasReason {
      return (
        "'\(code)' is an error; lowering its level requires a reason",
        "suppress the finding where it occurs, or add a \"reason\" to the level in trema.json"
      )
    }
    return nil
  }

  /// Returns findings that are not about texts, with the severities set by the policy and without
  /// disabled findings.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    if settings.isEmpty { return diagnostics }
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.kind == .finding else { return diagnostic }
      let severity = severity(
        diagnostic.severity, of: diagnostic.code, key: diagnostic.key, language: nil, status: nil)
      guard let severity else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }
}
