import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// A collection of findings that merges equal ones. A finding with the same cause in multiple
/// environments is reported once, naming all of them.
package struct ConfigFindings: Sendable {
  /// The findings in the order in which they were added.
  private var findings: [Diagnostic] = []
  /// The index of each finding, by its value when it was first added.
  private var indices: [Diagnostic: Int] = [:]
  /// The codes and keys of the findings that were withdrawn.
  private var withdrawn: Set<[String]> = []
  /// The cache of ``UnknownKeyCheck``, which checks keys one at a time.
  var knownKeys = KnownKeys()
  /// The maximum number of findings that ``SchemaCheck`` creates for one rule in one file, or `nil`
  /// for no limit.
  var maxFindings: Int?
  /// The cache of ``EmptyValueCheck``.
  var requiredKeys = RequiredKeys()

  /// Creates an empty collection.
  package init() {}

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding, without environments.
  ///   - environment: The environment in which the problem was found, or `nil` if the finding is
  ///     independent of environments.
  package mutating func add(_ diagnostic: Diagnostic, in environment: String? = nil) {
    let index = indices[diagnostic] ?? findings.endIndex
    if index == findings.endIndex {
      indices[diagnostic] = index
      findings.append(diagnostic)
    }
    guard let environment, !findings[index].environments.contains(environment) else { return }
    findings[index].environments.append(environment)
  }

  /// Adds findings of one environment.
  package mutating func add(_ diagnostics: [Diagnostic], in environment: String? = nil) {
    for diagnostic in diagnostics { add(diagnostic, in: environment) }
  }

  /// The findings that were not withdrawn.
  package var diagnostics: [Diagnostic] {
    if withdrawn.isEmpty { return findings }
    return findings.filter { !withdrawn.contains([$0.code, $0.key ?? ""]) }
  }

  /// Withdraws the findings of a rule about a key, because another finding is more specific.
  /// Findings that are added later are also withdrawn.
  mutating func remove(_ rule: Rule, for path: ConfigKeyPath) {
    withdrawn.insert([rule.code, path.description])
  }

  /// Adds a finding of a check.
  ///
  /// - Parameters:
  ///   - path: The key, which is also the finding's subject.
  ///   - environments: The environments in which the problem was found, in matrix order.
  ///   - hint: The advice on how to correct the problem.
  ///   - related: Other locations that explain the problem.
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
