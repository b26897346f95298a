import TremaSupport

/// A reporter for people, and for programs that turn `file:line:column` into links.
///
/// ```
/// Texts.trm:14:3: error: [duplicate-key] key 'login.title' is defined twice (first on line 3)
/// 14 |   <text key="login.title">
///    |   ^ hint: rename one of the two, or merge their values
/// ```
///
/// A finding in a configuration has an additional line with the environments in which it occurs.
///
/// Input files cannot affect the terminal: control characters are shown as `\u{1B}`.
package struct TextReporter: Reporter {
  /// Whether to write ANSI escape sequences for colors.
  package var usesColor: Bool
  /// Whether the report ends with a summary such as `2 errors, 1 warning`.
  package var includesSummary: Bool
  /// See ``ReportContext/mutedCount``.
  package var mutedCount: Int
  /// See ``ReportContext/suppressedCount``.
  package var suppressedCount: Int
  /// See ``ReportContext/source``.
  package var source: (SourceLocation) -> String?

  package init(
    usesColor: Bool = false, includesSummary: Bool = true, mutedCount: Int = 0,
    suppressedCount: Int = 0,
    source: @escaping (SourceLocation) -> String? = { _ in nil }
  ) {
    self.usesColor = usesColor
    self.includesSummary = includesSummary
    self.mutedCount = mutedCount
    self.suppressedCount = suppressedCount
    self.source = source
  }

  package func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var text: [UInt8] = []
    // Findings are expensive to copy.
    diagnostics.inReadingOrder().withUnsafeBufferPointer { ordered in
      for index in ordered.indices { append(ordered[index], to: &text) }
    }
    let tally = Tally(diagnostics)
    let counts = [
      tally.description, tally.omitted > 0 ? "\(tally.omitted) not shown" : "",
      mutedCount > 0 ? "\(mutedCount) muted" : "",
      suppressedCount > 0 ? "\(suppressedCount) ignored" : "",
    ].filter { !$0.isEmpty }
    if includesSummary, !counts.isEmpty { text.append(counts.joined(separator: ", "), "\n") }
    return text
  }

  /// Returns the lines of one diagnostic, for a command that reports them as they occur.
  package func text(of diagnostic: Diagnostic) -> String {
    var text: [UInt8] = []
    append(diagnostic, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the lines of one diagnostic.
  ///
  /// A catalog can have tens of thousands of findings. We append the parts as bytes, without
  /// building a string for each, which takes a third of the time that appending to a string would.
  private func append(_ diagnostic: Diagnostic, to text: inout [UInt8]) {
    appendHeadline(
      diagnostic.location, diagnostic.severity, code: diagnostic.code, diagnostic.message,
      to: &text)
    let hint = diagnostic.hint.map(TerminalText.escaped)
    let environments = diagnostic.listOfEnvironments.map(TerminalText.escaped)
    if let location = diagnostic.location, let start = location.start,
      let line = source(location)
    {
      let excerpt = SourceExcerpt(line, column: start.column)
      let number = String(start.line)
      let gutter = SourceExcerpt.spaces(number.utf8.count)
      text.append(number, " | ", excerpt.line, "\n", gutter, " | ", excerpt.indentation, "^")
      if let hint { text.append(" hint: ", hint) }
      text.append("\n")
      if let environments { text.append(gutter, " = ", environments, "\n") }
    } else {
      if let hint { text.append("  hint: ", hint, "\n") }
      if let environments { text.append("  ", environments, "\n") }
    }
    for related in diagnostic.related {
      appendHeadline(related.location, .note, code: nil, related.message, to: &text)
    }
  }

  /// Appends the line with the location, the severity and the message.
  ///
  /// - Parameter code: The code to write in brackets, or `nil` for a related location.
  private func appendHeadline(
    _ location: SourceLocation?, _ severity: Severity, code: String?, _ message: String,
    to text: inout [UInt8]
  ) {
    paint("1", &text) { text in
      text.append(location.map { TerminalText.escaped($0.file) } ?? "trema")
      if let start = location?.start {
        text.append(":", String(start.line), ":", String(start.column))
      }
      text.append(":")
    }
    text.append(" ")
    paint(severity.color, &text) { $0.append(severity.rawValue, ":") }
    text.append(" ")
    if let code { text.append("[", TerminalText.escaped(code), "] ") }
    text.append(TerminalText.escaped(message), "\n")
  }

  /// Appends text in color if colors are enabled.
  ///
  /// - Parameters:
  ///   - color: The parameters of the SGR sequence.
  ///   - text: The report.
  ///   - append: Appends the colored text.
  private func paint(_ color: String, _ text: inout [UInt8], _ append: (inout [UInt8]) -> Void) {
    if self.usesColor { text.append("\u{1B}[", color, "m") }
    append(&text)
    if self.usesColor { text.append("\u{1B}[0m") }
  }
}

extension [UInt8] {
  /// Appends the UTF-8 bytes of the strings.
  fileprivate mutating func append(_ parts: String...) {
    for part in parts { append(contentsOf: part.utf8) }
  }
}

extension Diagnostic {
  /// The list `environments: staging, staging-eu`, or `nil` if the finding does not depend on
  /// environments.
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
