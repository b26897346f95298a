import TremaSupport

/// A limit on how many findings one rule reports in one file.
///
/// The first findings in the file are reported individually; the others are only counted. Many
/// findings from one rule usually have a single cause, and no one reads a thousand of them. The
/// limit doesn't hide findings from other rules. A malicious file with a mistake every few bytes
/// costs no more than any other file, because findings that aren't reported aren't created.
package struct FindingLimit: Sendable {
  /// The limit that applies unless the user sets a different limit.
  package static let defaultLimit = 1_000

  /// The minimum number of findings that are created at the last reported position.
  private static let minAtLastPosition = 100

  /// The findings of one rule in one file.
  private struct Group {
    let code: String
    let file: String?
    /// The number of findings that have been admitted within the limit.
    var admittedCount = 0
    /// The last position of the findings within the limit.
    var lastPosition = SourcePosition.start
    /// The number of further findings that have been created at ``lastPosition``.
    var countAtLastPosition = 0
    /// The findings that have only been counted.
    var omitted = Omitted()

    /// Counts a finding if the limit has not been reached.
    ///
    /// - Returns: Whether it is within the limit.
    mutating func admit(_ limit: Int) -> Bool {
      if admittedCount == limit { return false }
      admittedCount += 1
      return true
    }

    /// Returns whether to create a finding. If not, the finding is counted as omitted.
    ///
    /// A finding before the last position is created in any case: it precedes a finding that has
    /// been admitted.
    ///
    /// - Parameters:
    ///   - severity: The severity of the finding.
    ///   - position: The position of the finding.
    ///   - limit: The maximum number of findings in the group.
    ///   - atOnePlace: The maximum number of further findings that are created at the last
    ///     position.
    mutating func admits(
      _ severity: Severity, at position: SourcePosition, _ limit: Int, atOnePlace: Int
    ) -> Bool {
      if admit(limit) {
        lastPosition = Swift.max(lastPosition, position)
        return true
      }
      if position < lastPosition { return true }
      // Findings at one position are sorted by severity, code and message, so a later finding may
      // be among the first.
      if position == lastPosition, countAtLastPosition < atOnePlace {
        countAtLastPosition += 1
        return true
      }
      omitted[severity] += 1
      return false
    }
  }

  /// The number of omitted findings for each severity.
  private struct Omitted {
    private var notes = 0
    private var warnings = 0
    private var errors = 0

    subscript(severity: Severity) -> Int {
      get {
        switch severity {
        case .note: notes
        case .warning: warnings
        case .error: errors
        }
      }
      set {
        switch severity {
        case .note: notes = newValue
        case .warning: warnings = newValue
        case .error: errors = newValue
        }
      }
    }
  }

  /// The limit, or `Int.max` if there is none.
  private let maxCount: Int
  /// The maximum number of further findings to create at a group's last position.
  private let maxAtLastPosition: Int
  /// The findings for each rule and file, in the order of their first finding.
  private var groups: [Group] = []
  /// The index in ``groups`` of the last finding's group. Successive findings often belong to one
  /// group.
  private var recentGroupIndex = 0

  /// Creates a limit.
  ///
  /// - Parameter maximum: The maximum number of findings to report per rule and file, or `nil` for
  ///   no limit.
  package init(_ maximum: Int?) {
    self.maxCount = maximum ?? .max
    maxAtLastPosition = Swift.max(self.maxCount, Self.minAtLastPosition)
  }

  /// Creates a limit for findings whose order at one position is given by their messages.
  ///
  /// All findings at the last position are created, because any of them may be the first.
  init(creatingAllAtLastPosition maximum: Int?) {
    self.maxCount = maximum ?? .max
    maxAtLastPosition = .max
  }

  /// Counts a finding that is about to be created.
  ///
  /// - Parameters:
  ///   - severity: The severity of the finding.
  ///   - code: The code of the rule.
  ///   - file: The path of the file with the finding.
  ///   - position: The position of the finding, or an earlier position if it is available without
  ///     further work.
  /// - Returns: Whether to create the finding. If findings are counted out of order or share a
  ///   position, more than the limit may be created; ``Swift/Array/limited(to:)`` keeps only the
  ///   first findings.
  package mutating func admits(
    _ severity: Severity, _ code: String, in file: String?, at position: SourcePosition
  ) -> Bool {
    if maxCount == .max { return true }
    let group = group(code, file)
    return groups[group].admits(severity, at: position, maxCount, atOnePlace: maxAtLastPosition)
  }

  /// Counts a finding that is passed in the order of a report.
  ///
  /// - Returns: Whether the finding is within the limit.
  mutating func admits(inOrder finding: Diagnostic) -> Bool {
    let group = group(finding.code, finding.location?.file)
    if groups[group].admit(maxCount) { return true }
    groups[group].omitted[finding.severity] += 1
    return false
  }

  /// Adds the findings that a summary represents to the omitted findings.
  mutating func addOmitted(_ summary: Diagnostic) {
    groups[group(summary.code, summary.location?.file)].omitted[summary.severity] += summary.omitted
  }

  /// Returns the index of the group for a rule and file, creating the group if it is missing.
  private mutating func group(_ code: String, _ file: String?) -> Int {
    if recentGroupIndex < groups.count, groups[recentGroupIndex].code == code,
      groups[recentGroupIndex].file == file
    {
      return recentGroupIndex
    }
    recentGroupIndex = groups.firstIndex { $0.code == code && $0.file == file } ?? groups.count
    if recentGroupIndex == groups.count { groups.append(Group(code: code, file: file)) }
    return recentGroupIndex
  }

  /// Returns the summaries of the omitted findings, one per rule, file and severity, and resets
  /// their counts.
  package mutating func takeOmittedSummary() -> [Diagnostic] {
    defer { for index in groups.indices { groups[index].omitted = Omitted() } }
    return omittedSummaries
  }

  /// The summaries of the omitted findings, one per rule, file and severity.
  var omittedSummaries: [Diagnostic] {
    var summaries: [Diagnostic] = []
    for index in groups.indices {
      for severity in Severity.allCases {
        let count = groups[index].omitted[severity]
        if count == 0 { continue }
        summaries.append(
          Diagnostic.omittedSummary(count, severity, groups[index].code, in: groups[index].file))
      }
    }
    return summaries
  }
}

extension Diagnostic {
  /// Returns a summary of one rule's omitted findings in one file.
  ///
  /// - Parameters:
  ///   - count: The number of omitted findings.
  ///   - severity: The severity of the omitted findings.
  ///   - code: The code of the rule.
  ///   - file: The path of the file with the findings.
  static func omittedSummary(_ count: Int, _ severity: Severity, _ code: String, in file: String?)
    -> Self
  {
    summary(
      of: count, severity, code, "\(count) more \(count == 1 ? "is" : "are") not shown", in: file,
      hint: "show all with --max-findings=0")
  }

  /// Returns a diagnostic that represents multiple findings from one rule in one file.
  ///
  /// Its ``omitted`` is the number of these findings so that a ``Tally`` counts all of them.
  package static func summary(
    of count: Int, _ severity: Severity, _ code: String, _ message: String, in file: String?,
    hint: String
  ) -> Self {
    var diagnostic = Diagnostic(
      severity, code, message, at: file.map { SourceLocation(file: $0) }, hint: hint)
    diagnostic.omitted = count
    return diagnostic
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics in the order of a report, limited per rule and file.
  ///
  /// The first findings of a rule in a file are kept. The others are replaced with summaries, which
  /// follow the other findings of the file. Diagnostics of other kinds are always kept.
  ///
  /// - Parameter maximum: The maximum number of findings per rule and file, or `nil` for no limit,
  ///   in which case the array is returned unsorted.
  package func limited(to maximum: Int?) -> [Diagnostic] {
    guard let maximum else { return self }
    let ordered = inReadingOrder()
    // If there is nothing to limit, the array is returned unchanged, because findings are expensive
    // to copy.
    guard count > maximum || indices.contains(where: { self[$0].omitted > 0 }) else {
      return ordered
    }
    var limit = FindingLimit(maximum)
    var reported: [Diagnostic] = []
    for diagnostic in ordered {
      if diagnostic.omitted > 0 {
        limit.addOmitted(diagnostic)
      } else if diagnostic.kind != .finding || limit.admits(inOrder: diagnostic) {
        reported.append(diagnostic)
      }
    }
    let summaries = limit.takeOmittedSummary()
    return summaries.isEmpty ? reported : (reported + summaries).inReadingOrder()
  }
}
