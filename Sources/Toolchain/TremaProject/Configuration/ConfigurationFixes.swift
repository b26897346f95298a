import ConfigKit
import TremaSupport

/// The findings of a configuration that can be fixed.
package struct ConfigurationFixes: Sendable {
  /// Findings of these codes are fixed only when they are named: the value may be intended.
  package static let unasked: Set<String> = ["dead-override"]

  /// The codes to fix; nil for all but those above.
  private let only: Set<String>?

  package init(only: [String]?) { self.only = only.map { Set($0) } }

  /// The form of the fixed files.
  package var form: FixableForm {
    .configurations(removes: only?.isDisjoint(with: Self.unasked) == false)
  }

  /// - Parameter findings: all there are.
  /// - Returns: those with edits.
  /// - Throws: the finding that keeps a file from being read, or when one cannot be opened again.
  package func fixable(
    _ findings: [Diagnostic], in matrix: ConfigMatrix
  ) throws(Diagnostic) -> [Diagnostic] {
    if let unreadable = findings.first(where: { $0.kind != .finding }) { throw unreadable }
    var edits = ConfigurationEdits(matrix)
    var fixable: [Diagnostic] = []
    for finding in findings where isWanted(finding.code) {
      let finding = try edits.completed(finding)
      if !finding.fixes.isEmpty { fixable.append(finding) }
    }
    return fixable
  }

  private func isWanted(_ code: String) -> Bool {
    only?.contains(code) ?? !Self.unasked.contains(code)
  }
}
