import TremaSupport

/// Counts findings by their rule and file: of each only so many are told one by one, those that come
/// first in the file.
///
/// A flood of findings of one rule has one cause, most often, and a thousand of them are not read.
/// The limit hides no other rule, and a hostile file with a mistake in every few bytes costs no
/// more than any: a finding that is not reported is not even made.
package struct FindingLimit: Sendable {
  /// How many of one rule in one file are told, unless something else is asked for.
  package static let usual = 1_000

  private static let mostAtOnePlace = 100

  private struct Group {
    let code: String
    let file: String?
    var told = 0
    /// The last place of those that are told, and how many more have been made there.
    var last = SourcePosition.start
    var atLast = 0
    var omitted = Omitted()

    mutating func tell(_ most: Int) -> Bool {
      if told == most { return false }
      told += 1
      return true
    }

    /// - Parameter atOnePlace: how many more of the last place are made.
    mutating func admits(
      _ severity: Severity, at position: SourcePosition, _ most: Int, atOnePlace: Int
    ) -> Bool {
      if tell(most) {
        last = Swift.max(last, position)
        return true
      }
      if position < last { return true }
      // Several findings of one place have an order of their own.
      if position == last, atLast < atOnePlace {
        atLast += 1
        return true
      }
      omitted[severity] += 1
      return false
    }
  }

  /// How many are only counted.
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

  private let most: Int
  private let mostAtOnePlace: Int
  private var groups: [Group] = []
  /// The group of the last finding, as a flood is of one.
  private var recent = 0

  /// - Parameter most: how many of one rule in one file are told; nil for all.
  package init(_ most: Int?) {
    self.most = most ?? .max
    mostAtOnePlace = Swift.max(self.most, Self.mostAtOnePlace)
  }

  /// For findings that are told apart by their words where they are in one place: of these all are
  /// made.
  init(makingAllOfOnePlace most: Int?) {
    self.most = most ?? .max
    mostAtOnePlace = .max
  }

  /// Counts a finding that is about to be made.
  ///
  /// - Parameters:
  ///   - severity: what it counts as.
  ///   - code: its rule.
  ///   - file: the file that it is about.
  ///   - position: where it is, or any place before, where that is known at once.
  /// - Returns: whether it is to be made. Of findings that come out of order, or are in one place, there
  ///   may be more than the limit says; ``Swift/Array/limited(to:)`` leaves those that come first.
  package mutating func admits(
    _ severity: Severity, _ code: String, in file: String?, at position: SourcePosition
  ) -> Bool {
    if most == .max { return true }
    let group = group(code, file)
    return groups[group].admits(severity, at: position, most, atOnePlace: mostAtOnePlace)
  }

  /// The same for findings that come in their order, each with its place.
  mutating func admits(inOrder finding: Diagnostic) -> Bool {
    let group = group(finding.code, finding.location?.file)
    if groups[group].tell(most) { return true }
    groups[group].omitted[finding.severity] += 1
    return false
  }

  /// Counts what was not made elsewhere.
  mutating func note(_ rest: Diagnostic) {
    groups[group(rest.code, rest.location?.file)].omitted[rest.severity] += rest.omitted
  }

  private mutating func group(_ code: String, _ file: String?) -> Int {
    if recent < groups.count, groups[recent].code == code, groups[recent].file == file {
      return recent
    }
    recent = groups.firstIndex { $0.code == code && $0.file == file } ?? groups.count
    if recent == groups.count { groups.append(Group(code: code, file: file)) }
    return recent
  }

  /// Returns summaries of the findings that were not made, one for each rule, file and severity, and
  /// forgets these.
  package mutating func takeOmittedSummary() -> [Diagnostic] {
    defer { for index in groups.indices { groups[index].omitted = Omitted() } }
    return rests
  }

  /// The same, and they are kept.
  var rests: [Diagnostic] {
    var rests: [Diagnostic] = []
    for index in groups.indices {
      for severity in Severity.allCases {
        let count = groups[index].omitted[severity]
        if count == 0 { continue }
        rests.append(
          Diagnostic.rest(count, severity, groups[index].code, in: groups[index].file))
      }
    }
    return rests
  }
}

extension Diagnostic {
  /// Returns the summary of findings of one rule in one file that are not reported one by one.
  static func rest(_ count: Int, _ severity: Severity, _ code: String, in file: String?) -> Self {
    standing(
      for: count, severity, code, "\(count) more \(count == 1 ? "is" : "are") not shown", in: file,
      hint: "--max-findings=0 shows all")
  }

  /// One finding that takes the place of others of one rule in one file; it is counted as so many.
  package static func standing(
    for count: Int, _ severity: Severity, _ code: String, _ message: String, in file: String?,
    hint: String
  ) -> Self {
    var diagnostic = Diagnostic(
      severity, code, message, at: file.map { SourceLocation(file: $0) }, hint: hint)
    diagnostic.omitted = count
    return diagnostic
  }
}

extension [Diagnostic] {
  /// The findings in the order of a report, of one rule in one file as many as are told, and behind
  /// them what means the others.
  ///
  /// - Parameter most: how many that is; nil for all.
  package func limited(to most: Int?) -> [Diagnostic] {
    guard let most else { return self }
    let ordered = inReadingOrder()
    // A finding is large to copy.
    guard count > most || indices.contains(where: { self[$0].omitted > 0 }) else { return ordered }
    var limit = FindingLimit(most)
    var told: [Diagnostic] = []
    for diagnostic in ordered {
      if diagnostic.omitted > 0 {
        limit.note(diagnostic)
      } else if diagnostic.kind != .finding || limit.admits(inOrder: diagnostic) {
        told.append(diagnostic)
      }
    }
    let rests = limit.takeOmittedSummary()
    return rests.isEmpty ? told : (told + rests).inReadingOrder()
  }
}
