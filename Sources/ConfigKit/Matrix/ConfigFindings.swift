import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Findings in several environments: one that has the same cause in some of them is one finding, with
/// the names of all.
package struct ConfigFindings: Sendable {
  private var findings: [Diagnostic] = []
  private var indices: [Diagnostic: Int] = [:]
  private var withdrawn: Set<[String]> = []
  /// For ``UnknownKeyCheck``, which looks at one key after the other.
  var knownKeys = KnownKeys()
  /// For ``SchemaCheck``: how many of one rule in one file are made.
  var maxFindings: Int?
  /// For ``EmptyValueCheck``.
  var requiredKeys = RequiredKeys()

  package init() {}

  /// - Parameter environment: nil when the finding is about none of them.
  package mutating func add(_ diagnostic: Diagnostic, in environment: String? = nil) {
    let index = indices[diagnostic] ?? findings.endIndex
    if index == findings.endIndex {
      indices[diagnostic] = index
      findings.append(diagnostic)
    }
    guard let environment, !findings[index].environments.contains(environment) else { return }
    findings[index].environments.append(environment)
  }

  package mutating func add(_ diagnostics: [Diagnostic], in environment: String? = nil) {
    for diagnostic in diagnostics { add(diagnostic, in: environment) }
  }

  package var diagnostics: [Diagnostic] {
    if withdrawn.isEmpty { return findings }
    return findings.filter { !withdrawn.contains([$0.code, $0.key ?? ""]) }
  }

  /// Takes back what was said of a key, because another finding says more.
  mutating func withdraw(_ rule: Rule, about path: ConfigKeyPath) {
    withdrawn.insert([rule.code, path.description])
  }

  /// Notes what a check has found.
  ///
  /// - Parameters:
  ///   - path: the key that it is about, which is its subject, too.
  ///   - place: where it is shown.
  ///   - environments: those that it is found in, in the order of the matrix.
  package mutating func report(
    _ rule: Rule, _ message: String, about path: ConfigKeyPath, at place: ConfigPlace?,
    in environments: [String], hint: String? = nil, related: [Diagnostic.Related] = [],
    expected: String? = nil, actual: String? = nil
  ) {
    var diagnostic = Diagnostic(
      rule.severity, rule.code, message, at: place?.location, hint: hint,
      subject: path.description)
    diagnostic.related = related
    diagnostic.environments = environments
    diagnostic.expected = expected
    diagnostic.actual = actual
    diagnostic.about(path)
    if let bytes = place?.bytes, !bytes.isEmpty { diagnostic.bytes = bytes }
    add(diagnostic)
  }
}
