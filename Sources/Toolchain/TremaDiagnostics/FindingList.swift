import TremaSupport

/// The findings that a reader reports about its file.
///
/// Findings beyond a rule's limit are counted, but not created. Creating a finding takes as long as
/// reading several hundred bytes, and a malicious file can have a mistake every few bytes.
package struct FindingList: Sendable {
  /// The diagnostics that have been created, in the order in which they were added.
  private var created: [Diagnostic] = []
  /// The limit that counts the findings and decides which are created.
  private var limit: FindingLimit

  /// Creates an empty list.
  ///
  /// - Parameter maximum: The maximum number of findings to report per rule and file, or `nil` for
  ///   no limit.
  package init(_ maximum: Int? = nil) { limit = FindingLimit(creatingAllAtLastPosition: maximum) }

  /// The created diagnostics, followed by the summaries of the omitted findings.
  ///
  /// Because findings are added out of order, there may be more than are reported;
  /// ``Swift/Array/limited(to:)`` removes the excess.
  package var diagnostics: [Diagnostic] { created + limit.omittedSummaries }

  /// Sorts the created diagnostics into the order of a report.
  package mutating func sort() { created = created.inReadingOrder() }

  /// Adds a finding, and evaluates its message and other contents only if it is created.
  ///
  /// - Parameter location: The location of the finding. A finding without a position is always
  ///   created, because only its message determines its order.
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
    created.append(finding)
  }

  /// Adds a diagnostic, or counts the findings of a summary.
  package mutating func add(_ finding: Diagnostic) {
    if finding.omitted > 0 {
      limit.addOmitted(finding)
    } else if finding.kind != .finding
      || admits(finding.severity, finding.code, at: finding.location)
    {
      created.append(finding)
    }
  }

  /// Returns whether to create a finding. A finding without a position is always created.
  private mutating func admits(
    _ severity: Severity, _ code: String, at location: SourceLocation?
  ) -> Bool {
    guard let location, let position = location.start else { return true }
    return limit.admits(severity, code, in: location.file, at: position)
  }
}
