import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// The `@ignore` lines in contexts, and which of them are used.
struct Suppressions: Sendable {
  /// The rule for suppressions that suppress nothing.
  static let rule = Rule(
    .warning, "unused-ignore", "A suppression has no effect.",
    stage: .review,
    why: "The suppressed finding was corrected, or the name of the check is misspelled: the "
      + "suppression would hide the next mistake, or has no effect. This is reported for @ignore "
      + "lines and for the keys of a check in trema.json.",
    example: """
      <text key="title">
        <context>@ignore edge-space it is a heading</context>
        <value lang="en">Title</value>
      </text>
      """,
    fix: "Remove the line; `trema check --fix` does. A line that suppresses an error requires a "
      + "reason after the name of the check.")

  /// An `@ignore` line.
  private struct Line {
    /// The code of the check, as written in the line.
    var code: String
    /// The key of the text.
    var key: String
    /// The location of the words in the line.
    var location: SourceLocation
    /// The whole line with its line terminator, or `nil` if no edit can remove it.
    var range: SourceLocation?
    /// The number of further lines in the context that name no check and are not listed.
    var otherLineCount = 0
    /// Whether the line gives a reason, which is required to suppress an error.
    var hasReason = false
    /// Whether the line has suppressed a finding.
    var isUsed = false
    /// Whether there was an error that the line would suppress if it gave a reason.
    var lacksReason = false
  }

  /// The rules by code.
  private static let rules = Dictionary(
    Checker.documentedRules.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// The lines of all texts. Few texts have any.
  private var lines: [Line] = []
  /// Each key's line indices.
  private var lineIndices: [ExactKey: [Int]] = [:]
  /// The codes of the checks that run.
  private let running: Set<String>
  /// Whether to report unused lines.
  private let reportsUnused: Bool

  init(running: Set<String>, reportsUnused: Bool) {
    self.running = running
    self.reportsUnused = reportsUnused
  }

  /// Adds the lines of a text.
  mutating func begin(_ text: Text, _ annotations: Annotations) {
    guard !annotations.ignored.isEmpty, let context = text.context else { return }
    let start = lines.count
    if reportsUnused {
      lines += Self.lines(in: context, of: text, annotations)
    } else {
      // Unused lines aren't reported, so their locations and the names of unknown checks aren't
      // needed.
      let location = text.location(ofContext: context)
      let (codes, checks) = (annotations.ignored, Self.rules)
      // The smaller of the two collections is traversed.
      let known =
        codes.count < checks.count
        ? codes.keys.filter { checks[$0] != nil } : checks.keys.filter { codes[$0] != nil }
      lines += known.map {
        Line(
          code: $0, key: text.key, location: location,
          hasReason: codes[$0].map { !$0.isEmpty } ?? false)
      }
    }
    // Two texts may have the same key.
    lineIndices[ExactKey(text.key), default: []] += start..<lines.count
  }

  /// Returns the first line for each check, and some of the lines without a check, of which there
  /// can be thousands.
  private static func lines(
    in context: Context, of text: Text, _ annotations: Annotations
  ) -> [Line] {
    let bytes = Array(context.text.utf8)
    var locator = ContextLocator(context, bytes, of: text)
    var codes: Set<String> = []
    var found: [Line] = []
    var unknown = 0
    var lastUnknown = 0
    for line in ContextLine.All(bytes) where line.mayBeAnnotation {
      let words = line.words
      guard words.count >= 2, words[0].elementsEqual("@ignore".utf8) else { continue }
      let code = String(decoding: words[1], as: UTF8.self)
      let isCheck = rules[code] != nil
      guard isCheck || unknown < Findings.maxPerValue, codes.insert(code).inserted else {
        continue
      }
      if !isCheck {
        unknown += 1
        lastUnknown = found.count
      }
      let (start, end) = (line.range.lowerBound, line.range.upperBound)
      // The line terminator is removed with the line: before the last line, and after any other
      // line.
      let whole = end < bytes.count ? start..<end + 1 : max(start - 1, 0)..<end
      found.append(
        Line(
          code: code, key: text.key, location: locator.location(of: ContextLine.range(of: words)),
          range: context.spelling == nil ? locator.location(of: whole) : nil,
          hasReason: words.count > 2))
    }
    if unknown > 0 { found[lastUnknown].otherLineCount = annotations.ignored.count - found.count }
    return found
  }

  /// Whether no text contains a suppression.
  var isEmpty: Bool { lineIndices.isEmpty }

  /// Returns whether a text suppresses a finding, and marks the line as used.
  ///
  /// - Parameters:
  ///   - key: The key of the text.
  ///   - code: The code of the check.
  ///   - severity: The severity of the rule. An error requires a reason.
  mutating func suppresses(_ key: String, from code: String, _ severity: Severity) -> Bool {
    if lineIndices.isEmpty { return false }
    guard let index = lineIndices[ExactKey(key)]?.first(where: { lines[$0].code == code }) else {
      return false
    }
    if severity == .error, !lines[index].hasReason {
      lines[index].lacksReason = true
      return false
    }
    lines[index].isUsed = true
    return true
  }

  /// Calls a closure for each line that has not suppressed anything.
  ///
  /// - Parameter body: Receives the key, the location of the line, and a function that creates the
  ///   finding.
  func forEachUnused(_ body: (_ key: String, SourceLocation, _ make: () -> Diagnostic) -> Void) {
    guard reportsUnused else { return }
    for line in lines where !line.isUsed {
      let rule = Self.rules[line.code]
      // A check that does not run now may have a finding in a different run.
      if rule != nil, !line.lacksReason, !running.contains(line.code) { continue }
      body(line.key, line.location) { Self.diagnostic(line, rule) }
    }
  }

  /// Creates the finding for a line that has not suppressed anything. An edit that removes the line
  /// is attached unless the line only lacks a reason.
  private static func diagnostic(_ line: Line, _ rule: Rule?) -> Diagnostic {
    var diagnostic = Diagnostic(
      Self.rule.severity, Self.rule.code, message(line, rule), at: line.location,
      hint: hint(line, rule), subject: "\(line.key.shortenedField) \(line.code)")
    diagnostic.key = line.key
    if line.lacksReason { return diagnostic }
    if let range = line.range { diagnostic.fixes = [.init(at: range, replacement: "")] }
    return diagnostic
  }

  /// Returns the message for a line that has not suppressed anything.
  ///
  /// - Parameter rule: The rule that the line names, or `nil` if there is none.
  private static func message(_ line: Line, _ rule: Rule?) -> String {
    let start = "'\(line.key.shortened)' ignores '\(line.code)', "
    if rule == nil {
      return start + "which is not a check"
        + (line.otherLineCount > 0 ? " (and \(line.otherLineCount) more in this context)" : "")
    }
    return start
      + (line.lacksReason ? "which is an error, without a reason" : "which has no findings in it")
  }

  /// Returns the hint for a line that has not suppressed anything.
  private static func hint(_ line: Line, _ rule: Rule?) -> String {
    if line.lacksReason { return "add the reason after the name of the check" }
    if line.code.contains(",") { return "use one line for each check" }
    let suggestion =
      rule == nil ? closestMatch(to: line.code, among: Checker.documentedRules.map(\.code)) : nil
    return suggestion.map { "did you mean '\($0)'?" } ?? "remove the line"
  }
}
