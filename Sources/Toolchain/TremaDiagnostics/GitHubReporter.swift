import TremaSupport

/// A reporter that writes workflow commands, which GitHub shows next to the changed lines.
///
/// See GitHub, "Workflow commands for GitHub Actions", and `@actions/core`, `command.ts`, for the
/// escapes.
struct GitHubReporter: Reporter {
  let context: ReportContext

  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var columns = SourceColumns(context.source)
    var text = ""
    for diagnostic in diagnostics.inReadingOrder() {
      let properties =
        Self.locationProperties(diagnostic.location, &columns) + [("title", diagnostic.code)]
      text += "::\(diagnostic.severity.command) "
      text += properties.map { "\($0)=\(Self.escaped($1, inProperty: true))" }
        .joined(separator: ",")
      let hint = diagnostic.hint.map { "\nhint: \(TerminalText.escaped($0))" } ?? ""
      let environments =
        diagnostic.listOfEnvironments.map { "\n\(TerminalText.escaped($0))" } ?? ""
      let message = TerminalText.escaped(diagnostic.message) + hint + environments
      text += "::\(Self.escaped(message, inProperty: false))\n"
    }
    return Array(text.utf8)
  }

  /// Returns the properties of a command for a location.
  ///
  /// Columns are omitted for a location that spans multiple lines, because GitHub ignores them.
  private static func locationProperties(
    _ location: SourceLocation?, _ columns: inout SourceColumns
  ) -> [(String, String)] {
    guard let location else { return [] }
    var properties = [("file", ReportPath.normalized(location.file))]
    guard let start = location.start else { return properties }
    properties.append(("line", String(start.line)))
    let end = location.end ?? start
    properties.append(("endLine", String(end.line)))
    guard end.line == start.line, let column = columns.utf16(start, in: location.file) else {
      return properties
    }
    properties.append(("col", String(column)))
    if end > start, let column = columns.utf16(end, in: location.file) {
      properties.append(("endColumn", String(column)))
    }
    return properties
  }

  /// Returns a string in which the characters that end a command, or one of its properties, are
  /// escaped.
  private static func escaped(_ text: String, inProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where inProperty: escaped += "%3A"
      case "," where inProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Severity {
  /// The name of the workflow command for the severity.
  fileprivate var command: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}
