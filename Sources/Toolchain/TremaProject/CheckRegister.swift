import ConfigKit
import TremaChecks
import TremaDiagnostics

/// The checks of texts and those of configurations, which one project file configures.
public enum CheckRegister {
  /// All that have a page, those of texts first. A code may stand in both: it is the same mistake.
  public static var pages: [Rule] { Checker.pages + ConfigChecker.pages }

  private static var rules: [Rule] { Checker.rules + ConfigChecker.rules }

  /// See ``CheckPolicy/objection(to:for:hasReason:among:of:)``.
  public static func objection(
    to level: CheckLevel?, for code: String, hasReason: Bool = false
  ) -> (message: String, hint: String)? {
    CheckPolicy.objection(to: level, for: code, hasReason: hasReason, among: rules, of: pages)
  }
}
