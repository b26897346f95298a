/// Findings for people, and for whatever makes `file:line:column` a link:
///
/// ```
/// Texts.trm:14:3: error: [duplicate-key] key 'login.title' is defined twice (first on line 3)
/// 14 |   <text key="login.title">
///    |   ^ hint: rename one of the two, or merge their values
/// ```
///
/// A finding of a configuration has one line more, the environments it is found in.
///
/// What a file says cannot act on the terminal: controls are shown as `\u{1B}`.
public struct TextReporter: Reporter {
  /// Whether to write the escape sequences of a terminal.
  public var color: Bool
  /// Whether the report ends with a line such as `2 errors, 1 warning`.
  public var summary: Bool
  /// See ``ReportMaterial/muted``.
  public var muted: Int
  /// See ``ReportMaterial/source``.
  public var source: (SourceLocation) -> String?

  public init(
    color: Bool = false, summary: Bool = true, muted: Int = 0,
    source: @escaping (SourceLocation) -> String? = { _ in nil }
  ) {
    self.color = color
    self.summary = summary
    self.muted = muted
    self.source = source
  }

  public func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var text = ""
    for diagnostic in diagnostics.inReadingOrder() {
      text += self.text(of: diagnostic)
    }
    let counts = [Tally(diagnostics).description, muted > 0 ? "\(muted) muted" : ""]
      .filter { !$0.isEmpty }
    if summary, !counts.isEmpty { text += counts.joined(separator: ", ") + "\n" }
    return Array(text.utf8)
  }

  /// One finding, its lines ended; for a command that tells as it goes.
  public func text(of diagnostic: Diagnostic) -> String {
    var text = headline(
      diagnostic.location, diagnostic.severity, "[\(diagnostic.code)] \(diagnostic.message)")
    let hint = diagnostic.hint.map { "hint: \(TerminalText.shown($0))" }
    let environments = diagnostic.listOfEnvironments.map(TerminalText.shown)
    if let location = diagnostic.location, let start = location.start,
      let line = source(location)
    {
      let excerpt = SourceExcerpt(line, column: start.column)
      let number = String(start.line)
      let gutter = String(repeating: " ", count: number.utf8.count)
      text += "\(number) | \(excerpt.line)\n"
      text += "\(gutter) | \(excerpt.indentation)^\(hint.map { " " + $0 } ?? "")\n"
      if let environments { text += "\(gutter) = \(environments)\n" }
    } else {
      if let hint { text += "  \(hint)\n" }
      if let environments { text += "  \(environments)\n" }
    }
    for related in diagnostic.related {
      text += headline(related.location, .note, related.message)
    }
    return text
  }

  private func headline(
    _ location: SourceLocation?, _ severity: Severity, _ message: String
  ) -> String {
    var place = location.map { TerminalText.shown($0.file) } ?? "trema"
    if let start = location?.start { place += ":\(start.line):\(start.column)" }
    return "\(paint(place + ":", "1")) \(paint(severity.rawValue + ":", severity.color)) "
      + TerminalText.shown(message) + "\n"
  }

  private func paint(_ text: String, _ color: String) -> String {
    self.color ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}

extension Diagnostic {
  /// `environments: staging, staging-eu`; nil for a finding that is about none.
  var listOfEnvironments: String? {
    switch environments.count {
    case 0: nil
    case 1: "environment: \(environments[0])"
    default: "environments: \(environments.joined(separator: ", "))"
    }
  }
}

extension Severity {
  /// The parameters of the terminal's SGR sequence.
  fileprivate var color: String {
    switch self {
    case .error: "1;31"
    case .warning: "1;35"
    case .note: "1;36"
    }
  }
}
