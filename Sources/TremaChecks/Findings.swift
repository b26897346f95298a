import TremaCatalog
import TremaDiagnostics

/// Collects what the checks find, at the severity that the project, the status of the value and the
/// text itself give it.
struct Findings: Sendable {
  private(set) var diagnostics: [Diagnostic] = []
  private let policy: CheckPolicy
  private var suppressions: Suppressions
  /// The keys whose names collide with those of others.
  private(set) var collidingKeys: Set<ExactKey> = []

  /// - Parameters:
  ///   - running: the codes of the checks that are run.
  ///   - tellsUnusedIgnores: whether an `@ignore` that excuses nothing is a finding.
  init(policy: CheckPolicy, running: Set<String>, tellsUnusedIgnores: Bool) {
    self.policy = policy
    suppressions = Suppressions(running: running, tellsUnused: tellsUnusedIgnores)
  }

  /// To be called before anything is said of a text.
  mutating func begin(_ text: Text, _ annotations: Annotations) {
    suppressions.begin(text, annotations)
  }

  /// Notes a finding about a text or one value of it.
  mutating func report(
    _ rule: Rule, _ message: String, in text: ExaminedText, value: Value? = nil,
    at location: SourceLocation? = nil, hint: String? = nil,
    related: [Diagnostic.Related] = [], fixes: [Diagnostic.Edit] = []
  ) {
    let place = location ?? text.text.location(value?.position ?? text.text.position, of: value)
    var diagnostic = Diagnostic(
      rule.severity, rule.code, message, at: place, hint: hint, subject: text.subject(value))
    diagnostic.related = related
    diagnostic.fixes = fixes
    diagnostic.key = text.text.key
    diagnostic.language = value?.language
    add(diagnostic, status: value?.status)
  }

  /// Notes a finding of any origin; what the project and the text say of its code still holds.
  ///
  /// - Parameter status: of the value that it is about.
  mutating func add(_ diagnostic: Diagnostic, status: Status? = nil) {
    if diagnostic.code == NameCollisionCheck.rule.code, let key = diagnostic.key {
      collidingKeys.insert(ExactKey(key))
    }
    if diagnostic.severity < .error, let key = diagnostic.key,
      suppressions.excuse(key, from: diagnostic.code)
    {
      return
    }
    let severity = policy.severity(
      diagnostic.severity, of: diagnostic.code, key: diagnostic.key,
      language: diagnostic.language, status: status)
    guard var severity else { return }
    // Unfinished work is expected to be unfinished; a crash is none the less a crash.
    if diagnostic.severity == .warning, status == .initial { severity = .note }
    var diagnostic = diagnostic
    diagnostic.severity = severity
    diagnostics.append(diagnostic)
  }

  /// Whether a finding counts differently in different languages.
  func tellsLanguagesApart(_ rule: Rule) -> Bool { policy.tellsLanguagesApart(rule.code) }

  /// Says what could only be known after all others.
  mutating func finish() {
    for diagnostic in suppressions.unused() { add(diagnostic) }
  }

  mutating func take() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }
}
