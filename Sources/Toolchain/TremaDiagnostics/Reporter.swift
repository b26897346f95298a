import TremaSupport

/// Turns findings into the bytes of one report. The same findings in any order give the same bytes.
package protocol Reporter {
  func report(_ diagnostics: [Diagnostic]) -> [UInt8]
}

/// The reports there are, by the name that the command line gives them.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github, gitlab, junit, html

  /// Whether the report uses the source lines of findings: it quotes them or counts their columns.
  package var usesSource: Bool {
    switch self {
    case .text, .sarif, .github: true
    case .json, .gitlab, .junit, .html: false
    }
  }

  /// Whether the report shows the texts themselves.
  package var usesCatalogue: Bool { self == .html }

  /// - Returns: what writes the report of this name.
  package func reporter(_ material: ReportMaterial = ReportMaterial()) -> any Reporter {
    switch self {
    case .text:
      TextReporter(
        color: material.color, muted: material.muted, excused: material.excused,
        source: material.source)
    case .json: JSONReporter(muted: material.muted, excused: material.excused)
    case .sarif: SARIFReporter(material: material)
    case .github: GitHubReporter(material: material)
    case .gitlab: GitLabReporter()
    case .junit: JUnitReporter(material: material)
    case .html: HTMLReporter(material: material)
    }
  }
}

/// How many findings of each severity there are, told or not.
package struct Tally: Hashable, Sendable {
  package private(set) var errors = 0
  package private(set) var warnings = 0
  package private(set) var notes = 0
  /// How many of them are not told one by one.
  package private(set) var omitted = 0

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
  /// `2 errors, 1 warning`; empty when there is nothing to count.
  package var description: String {
    [(errors, "error"), (warnings, "warning"), (notes, "note")]
      .filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
      .joined(separator: ", ")
  }
}
