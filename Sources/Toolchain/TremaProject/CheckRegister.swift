import ConfigKit
import TremaChecks
import TremaDiagnostics

/// The checks of texts and those of configurations, which one project file configures.
package enum CheckRegister {
  /// All that have a page, those of texts first. A code may be in both: it is the same mistake.
  package static var pages: [Rule] { Checker.pages + ConfigChecker.pages }

  private static var rules: [Rule] { Checker.rules + ConfigChecker.rules }

  /// See ``CheckPolicy/objection(to:for:hasReason:among:of:)``.
  package static func objection(
    to level: CheckLevel?, for code: String, hasReason: Bool = false
  ) -> (message: String, hint: String)? {
    CheckPolicy.objection(to: level, for: code, hasReason: hasReason, among: rules, of: pages)
  }
}
