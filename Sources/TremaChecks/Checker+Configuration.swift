import TremaDiagnostics

extension Checker {
  /// Why a project cannot give findings of a check a severity (nil: switch it off), in words with a
  /// hint; nil when it can.
  ///
  /// What is an error breaks an output or an app, so it stays one.
  public static func objection(
    to severity: Severity?, for code: String
  ) -> (message: String, hint: String)? {
    guard let rule = rules.first(where: { $0.code == code }) else {
      let near = nearest(to: code, among: rules.map(\.code))
      return (
        "there is no check '\(code)'",
        near.map { "did you mean '\($0)'?" } ?? "Documentation/Checks.md lists them"
      )
    }
    if rule.severity == .error, severity != .error {
      return ("'\(code)' is always an error", "it would break an output or an app")
    }
    return nil
  }
}
