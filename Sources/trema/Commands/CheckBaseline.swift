import TremaChecks
import TremaDiagnostics
import TremaProject
import TremaSupport

/// The baseline for a `trema check` or `trema config check` run, which mutes findings or is
/// updated.
struct CheckBaseline {
  /// The path of the baseline.
  let path: String
  /// Whether to write the baseline.
  private let isUpdated: Bool
  /// The baseline that was read.
  private let baseline: Baseline

  /// Reads the baseline.
  ///
  /// - Parameters:
  ///   - path: The path of the baseline.
  ///   - isUpdated: Whether to write the baseline. In this case, the file may be missing.
  /// - Throws: An `.unreadable` diagnostic.
  init(path: String, isUpdated: Bool) throws(Diagnostic) {
    self.path = path
    self.isUpdated = isUpdated
    baseline = try Baseline.load(path, isOptional: isUpdated)
  }

  /// Returns the findings that the baseline does not mute.
  ///
  /// - Returns: The findings to report, and how many findings were muted or no longer exist.
  func mute(_ diagnostics: [Diagnostic]) -> (reported: [Diagnostic], muted: Int, outdated: Int) {
    Self.mute(diagnostics, by: baseline)
  }

  /// Returns the findings that a baseline does not mute. Codes that cannot be muted are always
  /// reported.
  private static func mute(
    _ diagnostics: [Diagnostic], by baseline: Baseline
  ) -> (reported: [Diagnostic], muted: Int, outdated: Int) {
    let (reported, muted, outdated) = baseline.apply(
      diagnostics.filter { Checker.canBeMuted($0.code) })
    return (reported + diagnostics.filter { !Checker.canBeMuted($0.code) }, muted, outdated)
  }

  /// Removes the muted findings, and writes the baseline if requested.
  ///
  /// - Parameters:
  ///   - findings: The findings of the run.
  ///   - isPartial: Whether only some of the files were checked, so other findings in the baseline
  ///     may still exist.
  ///   - remedy: The command that writes the baseline again.
  ///   - transaction: The transaction that receives the baseline.
  func apply(
    to findings: inout Reports.Findings, isPartial: Bool, remedy: String,
    _ transaction: OutputTransaction
  ) throws(Diagnostic) {
    let isComplete = findings.diagnostics.allSatisfy { $0.kind == .finding }
    let isWritten = isUpdated && isComplete
    let mutable = findings.diagnostics.filter { Checker.canBeMuted($0.code) }
    let baseline = isWritten ? Baseline(of: mutable) : self.baseline
    if isWritten {
      let shown = findings.secrets.map(baseline.hiding) ?? baseline
      transaction.file(path).bytes = shown.encoded()
    }
    let (reported, muted, outdated) = Self.mute(findings.diagnostics, by: baseline)
    findings.diagnostics = reported
    findings.mutedCount = muted
    if outdated > 0, isComplete, !isPartial {
      findings.diagnostics.append(Self.outdatedFindings(outdated, path, remedy))
    }
  }

  /// Returns the note about findings in the baseline that no longer exist.
  private static func outdatedFindings(_ count: Int, _ path: String, _ remedy: String) -> Diagnostic
  {
    Diagnostic(
      .note, "outdated-baseline",
      count == 1
        ? "1 finding in the baseline no longer occurs"
        : "\(count) findings in the baseline no longer occur",
      at: SourceLocation(file: path), hint: "remove them with: \(remedy)")
  }
}
