import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// A collection of findings that merges equal ones. A finding with one cause in several
/// environments is reported once, with the names of all of them.
package struct ConfigFindings: Sendable {
  /// The findings in the order in which they were added.
  private var findings: [Diagnostic] = []
  /// The index of each finding, by the finding as it was first added.
  private var indices: [Diagnostic: Int] = [:]
  /// The codes and keys of the findings that were withdrawn.
  private var withdrawn: Set<[String]> = []
  /// The cache of ``UnknownKeyCheck``, which examines keys one by one.
  var knownKeys = KnownKeys()
  /// The maximum number of findings that ``SchemaCheck`` creates for one rule in one file; `nil`
  /// for all.
  var maxFindings: Int?
  /// The cache of ``EmptyValueCheck``.
  var requiredKeys = RequiredKeys()

  /// Creates a collection without findings.
  package init() {}

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - diagnostic: the finding, without environments.
  ///   - environment: the environment in which it was found, or `nil` if it concerns none.
  package mutating func add(_ diagnostic: Diagnostic, in environment: String? = nil) {
    let index = indices[diagnostic] ?? findings.endIndex
    if index == findings.endIndex {
      indices[diagnostic] = index
      findings.append(diagnostic)
    }
    guard let environment, !findings[index].environments.contains(environment) else { return }
    findings[index].environments.append(environment)
  }

  /// Adds several findings of one environment.
  package mutating func add(_ diagnostics: [Diagnostic], in environment: String? = nil) {
    for diagnostic in diagnostics { add(diagnostic, in: environment) }
  }

  /// The findings that were not withdrawn.
  package var diagnostics: [Diagnostic] {
    if withdrawn.isEmpty { return findings }
    return findings.filter { !withdrawn.contains([$0.code, $0.key ?? ""]) }
  }

  /// Withdraws the findings of a rule about a key, because another finding is more specific. Later
  /// ones are withdrawn as well.
  mutating func withdraw(_ rule: Rule, about path: ConfigKeyPath) {
    withdrawn.insert([rule.code, path.description])
  }

  /// Adds a finding of a check.
  ///
  /// - Parameters:
  ///   - rule: the rule that is violated.
  ///   - message: the problem.
  ///   - path: the key, which is also the subject of the finding.
  ///   - location: the location that is shown.
  ///   - environments: the environments in which it was found, in the order of the matrix.
  ///   - hint: the advice for its correction.
  ///   - related: other locations that explain it.
  ///   - expected: the expected value.
  ///   - actual: the actual value.
  package mutating func report(
    _ rule: Rule, _ message: String, about path: ConfigKeyPath, at location: ConfigLocation?,
    in environments: [String], hint: String? = nil, related: [Diagnostic.Related] = [],
    expected: String? = nil, actual: String? = nil
  ) {
    var diagnostic = Diagnostic(
      rule.severity, rule.code, message, at: location?.diagnosticLocation, hint: hint,
      subject: path.description)
    diagnostic.related = related
    diagnostic.environments = environments
    diagnostic.expected = expected
    diagnostic.actual = actual
    diagnostic.setKeyPath(path)
    if let bytes = location?.bytes, !bytes.isEmpty { diagnostic.bytes = bytes }
    add(diagnostic)
  }
}
