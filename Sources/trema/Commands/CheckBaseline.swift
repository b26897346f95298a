import TremaChecks
import TremaDiagnostics
import TremaProject
import TremaSupport

/// The baseline of a run of `trema check` or `trema config check`: what it mutes, or that it is written anew.
struct CheckBaseline {
  let path: String
  private let isUpdated: Bool
  private let baseline: Baseline

  /// - Parameter isUpdated: whether it may be absent, because it will be written.
  /// - Throws: kind `.unreadable`.
  init(path: String, isUpdated: Bool) throws(Diagnostic) {
    self.path = path
    self.isUpdated = isUpdated
    baseline = try Baseline.load(path, isOptional: isUpdated)
  }

  /// The findings that the baseline does not know.
  func mute(_ diagnostics: [Diagnostic]) -> (reported: [Diagnostic], muted: Int, outdated: Int) {
    Self.mute(diagnostics, by: baseline)
  }

  private static func mute(
    _ diagnostics: [Diagnostic], by baseline: Baseline
  ) -> (reported: [Diagnostic], muted: Int, outdated: Int) {
    let (reported, muted, outdated) = baseline.apply(
      diagnostics.filter { Checker.canBeMuted($0.code) })
    return (reported + diagnostics.filter { !Checker.canBeMuted($0.code) }, muted, outdated)
  }

  /// Takes the findings of the baseline out.
  ///
  /// - Parameters:
  ///   - isPart: not all findings are known, so what is not among them may still be there.
  ///   - remedy: the command that writes the baseline anew.
  func apply(
    to findings: inout Reports.Findings, isPart: Bool, remedy: String,
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
    findings.muted = muted
    if outdated > 0, isComplete, !isPart {
      findings.diagnostics.append(Self.outdated(outdated, path, remedy))
    }
  }

  private static func outdated(_ count: Int, _ path: String, _ remedy: String) -> Diagnostic {
    Diagnostic(
      .note, "outdated-baseline",
      count == 1
        ? "1 finding of the baseline is not there any more"
        : "\(count) findings of the baseline are not there any more",
      at: SourceLocation(file: path), hint: "\(remedy) forgets them")
  }
}
