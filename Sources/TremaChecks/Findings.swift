import TremaCatalog
import TremaDiagnostics

/// Collects what the checks find, at the severity that the project, the status of the value and the
/// text itself give it.
struct Findings: Sendable {
  private(set) var diagnostics: [Diagnostic] = []
  /// The severity by code; a nil inside switches the check off.
  private let severities: [String: Severity?]

  init(severities: [String: Severity?] = [:]) { self.severities = severities }

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Notes a finding about a text or one value of it.
  mutating func report(
    _ rule: Rule, _ message: String, in text: ExaminedText, value: Value? = nil,
    at location: SourceLocation? = nil, hint: String? = nil,
    related: [Diagnostic.Related] = []
  ) {
    let place = location ?? text.text.location(value?.position ?? text.text.position, of: value)
    var diagnostic = Diagnostic(
      rule.severity, rule.code, message, at: place, hint: hint, subject: text.subject(value))
    diagnostic.related = related
    if rule.severity < .error, text.annotations.ignored[rule.code] != nil { return }
    // Unfinished work is expected to be unfinished; a crash is none the less a crash.
    add(diagnostic, isLowered: rule.severity == .warning && value?.status == .initial)
  }

  /// Notes a finding of any origin; what the project says of its code still holds.
  ///
  /// - Parameter isLowered: it is about unfinished work, and so no more than a note.
  mutating func add(_ diagnostic: Diagnostic, isLowered: Bool = false) {
    var diagnostic = diagnostic
    if let configured = severities[diagnostic.code] {
      guard let severity = configured else { return }
      diagnostic.severity = severity
    }
    if isLowered { diagnostic.severity = .note }
    diagnostics.append(diagnostic)
  }

  mutating func take() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }
}
