import ConfigKit
import TremaChecks
import TremaDiagnostics

/// The checks for texts and for configurations, both of which are configured in the project file.
package enum CheckRegister {
  /// The rules for all checks with a documentation page, starting with text checks. A code that is
  /// used for both texts and configurations is included twice.
  package static var pages: [Rule] { Checker.documentedRules + ConfigChecker.pages }

  /// All rules, starting with text checks.
  private static var rules: [Rule] { Checker.rules + ConfigChecker.rules }

  /// Returns the objection to a level for a code; see
  /// ``CheckPolicy/rejectionReason(to:for:hasReason:among:of:)``.
  package static func rejectionReason(
    of level: CheckLevel?, for code: String, hasReason: Bool = false
  ) -> (message: String, hint: String)? {
    CheckPolicy.rejectionReason(of: level, for: code, hasReason: hasReason, among: rules, of: pages)
  }
}
