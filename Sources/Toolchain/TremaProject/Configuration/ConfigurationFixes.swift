import ConfigKit
import TremaSupport

/// The selection of a configuration's findings that are fixed.
package struct ConfigurationFixes: Sendable {
  /// The codes of findings that are only fixed if they are specified, because the value may be
  /// intended.
  package static let optInCodes: Set<String> = ["dead-override"]

  /// The codes to fix; `nil` for all but ``optInCodes``.
  private let only: Set<String>?

  /// Creates a selection.
  ///
  /// - Parameter only: The codes to fix; `nil` for all that need no explicit request.
  package init(only: [String]?) { self.only = only.map { Set($0) } }

  /// The kind of the fixed files, which also determines whether keys may be removed.
  package var form: FixableForm {
    .configurations(removesKeys: only?.isDisjoint(with: Self.optInCodes) == false)
  }

  /// Returns the findings that can be fixed, with their edits.
  ///
  /// - Parameters:
  ///   - findings: All findings of the configuration.
  ///   - matrix: The configuration.
  /// - Throws: The diagnostic of a file that could not be read, or a diagnostic if one cannot be
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

  /// Returns whether findings of a code are to be fixed.
  private func isSelected(_ code: String) -> Bool {
    only?.contains(code) ?? !Self.optInCodes.contains(code)
  }
}
