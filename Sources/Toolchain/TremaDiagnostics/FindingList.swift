import TremaSupport

/// The findings of a reader in its file: of one rule as many are made as are reported, the others are
/// counted.
///
/// A finding takes as long to make as some hundred bytes to read, and a hostile file has one in every few
/// bytes.
package struct FindingList: Sendable {
  private var made: [Diagnostic] = []
  private var limit: FindingLimit

  /// - Parameter most: how many findings of one rule in one file are told; nil for all.
  package init(_ most: Int? = nil) { limit = FindingLimit(makingAllOfOnePlace: most) }

  /// All that were found, and behind them what means those that were not made. As they come out of
  /// order, there may be more than are told: ``Swift/Array/limited(to:)`` leaves those.
  package var diagnostics: [Diagnostic] { made + limit.rests }

  /// Brings them into the order of a report.
  package mutating func sort() { made = made.inReadingOrder() }

  /// Notes a finding, and asks for its words when it is to be told.
  ///
  /// - Parameter location: without a place in the file it is made in any case, as its words say where it
  ///   is among others.
  package mutating func add(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at location: SourceLocation?, hint: @autoclosure () -> String? = nil,
    subject: @autoclosure () -> String = "",
    related: @autoclosure () -> [Diagnostic.Related] = [],
    fixes: @autoclosure () -> [Diagnostic.Edit] = []
  ) {
    guard admits(severity, code, at: location) else { return }
    var finding = Diagnostic(
      severity, code, message(), at: location, hint: hint(), subject: subject())
    finding.related = related()
    finding.fixes = fixes()
    made.append(finding)
  }

  /// Adds a finding, or the summary of findings that were not made.
  package mutating func add(_ finding: Diagnostic) {
    if finding.omitted > 0 {
      limit.note(finding)
    } else if finding.kind != .finding
      || admits(finding.severity, finding.code, at: finding.location)
    {
      made.append(finding)
    }
  }

  private mutating func admits(
    _ severity: Severity, _ code: String, at location: SourceLocation?
  ) -> Bool {
    guard let location, let position = location.start else { return true }
    return limit.admits(severity, code, in: location.file, at: position)
  }
}
