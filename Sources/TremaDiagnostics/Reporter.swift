/// Turns findings into the bytes of one report. Same findings, same bytes, whatever their order.
public protocol Reporter {
  func report(_ diagnostics: [Diagnostic]) -> [UInt8]
}

/// The reports there are, by the name that the command line gives them.
public enum ReportFormat: String, CaseIterable, Sendable {
  case text, json

  /// - Parameters:
  ///   - color: whether to write the escape sequences of a terminal.
  ///   - source: the text of the line where a location starts, without its line end; nil when it
  ///     cannot be had. Only reports for people ask for it.
  /// - Returns: what writes the report of this name.
  public func reporter(
    color: Bool = false, source: @escaping (SourceLocation) -> String? = { _ in nil }
  ) -> any Reporter {
    switch self {
    case .text: TextReporter(color: color, source: source)
    case .json: JSONReporter()
    }
  }
}

/// How many findings of each severity there are.
public struct Tally: Hashable, Sendable {
  public private(set) var errors = 0
  public private(set) var warnings = 0
  public private(set) var notes = 0

  public init(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      switch diagnostic.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .note: notes += 1
      }
    }
  }
}

extension Tally: CustomStringConvertible {
  /// `2 errors, 1 warning`; empty when there is nothing to count.
  public var description: String {
    [(errors, "error"), (warnings, "warning"), (notes, "note")]
      .filter { $0.0 > 0 }
      .map { count, word in "\(count) \(word)\(count == 1 ? "" : "s")" }
      .joined(separator: ", ")
  }
}
