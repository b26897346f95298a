import TremaSupport

/// A writer for a report format.
///
/// The output must not depend on the order of the findings.
package protocol Reporter {
  /// Returns the bytes of the report.
  func report(_ diagnostics: [Diagnostic]) -> [UInt8]
}

/// The report formats, by their command-line names.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github, gitlab, junit, html

  /// Whether the report quotes the source lines of findings or counts columns in them.
  package var usesSource: Bool {
    switch self {
    case .text, .sarif, .github: true
    case .json, .gitlab, .junit, .html: false
    }
  }

  /// Whether the report shows the texts of the catalog.
  package var usesCatalog: Bool { self == .html }

  /// Returns the reporter of the format.
  package func reporter(_ context: ReportContext = ReportContext()) -> any Reporter {
    switch self {
    case .text:
      TextReporter(
        usesColor: context.usesColor, mutedCount: context.mutedCount,
        suppressedCount: context.suppressedCount,
        source: context.source)
    case .json:
      JSONReporter(mutedCount: context.mutedCount, suppressedCount: context.suppressedCount)
    case .sarif: SARIFReporter(context: context)
    case .github: GitHubReporter(context: context)
    case .gitlab: GitLabReporter()
    case .junit: JUnitReporter(context: context)
    case .html: HTMLReporter(context: context)
    }
  }
}

/// The number of findings for each severity, including omitted findings.
package struct Tally: Hashable, Sendable {
  /// The number of errors.
  package private(set) var errors = 0
  /// The number of warnings.
  package private(set) var warnings = 0
  /// The number of notes.
  package private(set) var notes = 0
  /// The number of findings that are only counted and not reported individually.
  package private(set) var omitted = 0

  /// Counts diagnostics. A summary counts as the findings that it represents.
  package init(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      let count = max(1, diagnostic.omitted)
      omitted += diagnostic.omitted
      switch diagnostic.severity {
      case .error: errors += count
      case .warning: warnings += count
      case .note: notes += count
      }
    }
  }
}

extension Tally: CustomStringConvertible {
  /// A summary such as `2 errors, 1 warning`, or empty if there are no findings.
  package var description: String {
    [(errors, "error"), (warnings, "warning"), (notes, "note")]
      .filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
      .joined(separator: ", ")
  }
}
