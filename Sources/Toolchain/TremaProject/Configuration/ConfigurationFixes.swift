import ConfigKit
import TremaSupport

/// The selection of configuration findings to fix.
package struct ConfigurationFixes: Sendable {
  /// The codes of findings that are fixed only on request, because the value may be intended.
  package static let optInCodes: Set<String> = ["dead-override"]

  /// The codes to fix, or `nil` for all codes except ``optInCodes``.
  private let only: Set<String>?

  /// Creates a selection.
  ///
  /// - Parameter only: The codes to fix, or `nil` for all codes except ``optInCodes``.
  package init(only: [String]?) { self.only = only.map { Set($0) } }

  /// The kind of files to fix, which also determines whether keys may be removed.
  package var form: FixableForm {
    .configurations(removesKeys: only?.isDisjoint(with: Self.optInCodes) == false)
  }

  /// Returns the findings that can be fixed, with their edits.
  ///
  /// - Parameters:
  ///   - findings: All findings of the configuration.
  ///   - matrix: The configuration that the findings are about.
  /// - Throws: The diagnostic of a file that could not be read, or a diagnostic if a file cannot be
  ///   read again.
  package func fixable(
    _ findings: [Diagnostic], in matrix: ConfigMatrix
  ) throws(Diagnostic) -> [Diagnostic] {
    if let unreadable = findings.first(where: { $0.kind != .finding }) { throw unreadable }
    var edits = ConfigurationEdits(matrix)
    var fixable: [Diagnostic] = []
    for finding in findings where isSelected(finding.code) {
      let finding = try edits.completed(finding)
      if !finding.fixes.isEmpty { fixable.append(finding) }
    }
    return fixable
  }

  /// Returns whether to fix findings with a code.
  private func isSelected(_ code: String) -> Bool {
    only?.contains(code) ?? !Self.optInCodes.contains(code)
  }
}
