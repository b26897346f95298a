import TremaDiagnostics

/// Findings in several environments: one that has the same cause in some of them is one finding, with
/// the names of all.
public struct ConfigFindings: Sendable {
  private var findings: [Diagnostic] = []
  private var indices: [Diagnostic: Int] = [:]

  public init() {}

  /// - Parameter environment: nil when the finding is about none of them.
  public mutating func add(_ diagnostic: Diagnostic, in environment: String? = nil) {
    let index = indices[diagnostic] ?? findings.endIndex
    if index == findings.endIndex {
      indices[diagnostic] = index
      findings.append(diagnostic)
    }
    guard let environment, !findings[index].environments.contains(environment) else { return }
    findings[index].environments.append(environment)
  }

  public mutating func add(_ diagnostics: [Diagnostic], in environment: String? = nil) {
    for diagnostic in diagnostics { add(diagnostic, in: environment) }
  }

  public var diagnostics: [Diagnostic] { findings }
}
