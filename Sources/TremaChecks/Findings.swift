import TremaCatalog
import TremaDiagnostics

/// Collects what the checks find, at the severity that the project, the status of the value and the
/// text itself give it.
public struct Findings: Sendable {
  public private(set) var diagnostics: [Diagnostic] = []
  /// The severity by code; a nil inside switches the check off.
  private let severities: [String: Severity?]

  public init(severities: [String: Severity?] = [:]) { self.severities = severities }

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

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
    // Unfinished work is expected to be unfinished; a crash is none the less a crash.
    if rule.severity == .warning, value?.status == .initial { diagnostic.severity = .note }
    if rule.severity < .error, text.annotations.ignored[rule.code] != nil { return }
    add(diagnostic)
  }

  /// Notes a finding of any origin; what the project says of its code still holds.
  public mutating func add(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    if let configured = severities[diagnostic.code] {
      guard let severity = configured else { return }
      // A lowered finding stays lowered where its severity is the usual one.
      diagnostic.severity = diagnostic.severity == .note ? min(.note, severity) : severity
    }
    diagnostics.append(diagnostic)
  }

  public mutating func take() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }
}
