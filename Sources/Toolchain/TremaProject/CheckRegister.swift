import ConfigKit
import TremaChecks
import TremaDiagnostics

/// The checks of texts and those of configurations, both of which the project file configures.
package enum CheckRegister {
  /// The rules of all checks with a documentation page, those of texts first. A code for the same
  /// mistake in both is contained twice.
  package static var pages: [Rule] { Checker.documentedRules + ConfigChecker.pages }

  /// All rules, those of texts first.
  private static var rules: [Rule] { Checker.rules + ConfigChecker.rules }

  /// Returns the objection to a level for a code; see
  /// ``CheckPolicy/rejectionReason(to:for:hasReason:among:of:)``.
  package static func rejectionReason(
    of level: CheckLevel?, for code: String, hasReason: Bool = false
  ) -> (message: String, hint: String)? {
    CheckPolicy.rejectionReason(of: level, for: code, hasReason: hasReason, among: rules, of: pages)
  }
}
