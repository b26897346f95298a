import TremaDiagnostics
import TremaSupport

extension Checker {
  /// Whether a baseline may keep quiet of findings of a check: an open conflict never was there before.
  package static func canBeMuted(_ code: String) -> Bool { code != MergeConflictCheck.rule.code }

  /// Whether findings of a check would be told.
  package static func finds(_ code: String, under policy: CheckPolicy) -> Bool {
    rules.first { $0.code == code }.map(policy.completed(for: rules).isOn) ?? false
  }

  /// Why a project cannot say that findings of a check count as something.
  ///
  /// - Parameter hasReason: see ``CheckPolicy/objection(to:for:hasReason:among:of:)``.
  package static func objection(
    to level: CheckLevel?, for code: String, hasReason: Bool = false
  ) -> (message: String, hint: String)? {
    CheckPolicy.objection(to: level, for: code, hasReason: hasReason, among: rules, of: pages)
  }
}

extension CheckPolicy {
  /// Why a project cannot say that findings of a check count as something, in words with a hint;
  /// nil when it can.
  ///
  /// - Parameters:
  ///   - level: what they are to count as; nil when it is only about the name.
  ///   - hasReason: whether a reason is given. A check of severity error can be lowered only with a
  ///     reason, because its findings break an output or an app.
  ///   - rules: those that a project configures.
  ///   - pages: all that there are.
  package static func objection(
    to level: CheckLevel?, for code: String, hasReason: Bool, among rules: [Rule], of pages: [Rule]
  ) -> (message: String, hint: String)? {
    if code == everyCheck { return nil }
    guard let rule = rules.first(where: { $0.code == code }) else {
      if pages.contains(where: { $0.code == code }) {
        return (
          "'\(code)' is no check that a project configures",
          "trema help check \(code) says what it is"
        )
      }
      let near = nearest(to: code, among: rules.map(\.code))
      return (
        "there is no check '\(code)'",
        near.map { "did you mean '\($0)'?" } ?? "Documentation/Checks.md lists them"
      )
    }
    if rule.severity == .error, let level, level != .error, !hasReason {
      return (
        "'\(code)' is an error, and counts as less only for a reason",
        "excuse it at its place, or say a \"reason\" beside the level in trema.json"
      )
    }
    return nil
  }

  /// Findings of another origin than texts, at the severity that the project gives them.
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
