import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// The `@ignore` lines of contexts: what they excuse, and those that excuse nothing.
struct Suppressions: Sendable {
  static let rule = Rule(
    .warning, "unused-ignore", "An excuse excuses nothing.",
    stage: .review,
    why: "What was excused has been mended, or the name is misspelled: the excuse would hide the "
      + "next mistake, or hides none. That is told of @ignore lines and of the keys of a check in "
      + "trema.json.",
    example: """
      <text key="title">
        <context>@ignore edge-space it is a heading</context>
        <value lang="en">Title</value>
      </text>
      """,
    fix:
      "Remove the line; `trema check --fix` does. A line that excuses an error needs a reason behind "
      + "the name of the check.")

  private struct Line {
    var code: String
    var key: String
    var location: SourceLocation
    /// All of it with its line end; nil where no edit could take it out.
    var range: SourceLocation?
    /// How many more of its context name no check.
    var others = 0
    /// Whether it says why: an error needs a reason.
    var hasReason = false
    var isUsed = false
    /// Whether an error was found that it would excuse if it had a reason.
    var lacksReason = false
  }

  private static let rules = Dictionary(
    Checker.pages.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// Few texts have any.
  private var lines: [Line] = []
  private var places: [ExactKey: [Int]] = [:]
  private let running: Set<String>
  private let tellsUnused: Bool

  init(running: Set<String>, tellsUnused: Bool) {
    self.running = running
    self.tellsUnused = tellsUnused
  }

  mutating func begin(_ text: Text, _ annotations: Annotations) {
    guard !annotations.ignored.isEmpty, let context = text.context else { return }
    let start = lines.count
    if tellsUnused {
      lines += Self.lines(in: context, of: text, annotations)
    } else {
      // Neither needs a place, nor does the name of an unknown check.
      let location = text.location(ofContext: context)
      let (codes, checks) = (annotations.ignored, Self.rules)
      // The fewer are looked up among the others.
      let known =
        codes.count < checks.count
        ? codes.keys.filter { checks[$0] != nil } : checks.keys.filter { codes[$0] != nil }
      lines += known.map {
        Line(
          code: $0, key: text.key, location: location,
          hasReason: codes[$0].map { !$0.isEmpty } ?? false)
      }
    }
    // Two texts may have one key.
    places[ExactKey(text.key), default: []] += start..<lines.count
  }

  /// Returns the first line of each check, and some of those that name no check: there may be thousands.
  private static func lines(
    in context: Context, of text: Text, _ annotations: Annotations
  ) -> [Line] {
    let bytes = Array(context.text.utf8)
    var places = ContextPlaces(context, bytes, of: text)
    var codes: Set<String> = []
    var found: [Line] = []
    var unknown = 0
    var lastUnknown = 0
    for line in ContextLine.All(bytes) where line.mayBeAnnotation {
      let words = line.words
      guard words.count >= 2, words[0].elementsEqual("@ignore".utf8) else { continue }
      let code = String(decoding: words[1], as: UTF8.self)
      let isCheck = rules[code] != nil
      guard isCheck || unknown < Findings.mostPerValue, codes.insert(code).inserted else {
        continue
      }
      if !isCheck {
        unknown += 1
        lastUnknown = found.count
      }
      let (start, end) = (line.range.lowerBound, line.range.upperBound)
      // The line end goes with it: that before the last line, that behind any other.
      let whole = end < bytes.count ? start..<end + 1 : max(start - 1, 0)..<end
      found.append(
        Line(
          code: code, key: text.key, location: places.location(of: ContextLine.range(of: words)),
          range: context.spelling == nil ? places.location(of: whole) : nil,
          hasReason: words.count > 2))
    }
    if unknown > 0 { found[lastUnknown].others = annotations.ignored.count - found.count }
    return found
  }

  /// Whether no text is excused from anything.
  var isEmpty: Bool { places.isEmpty }

  /// Whether a text is excused from a finding of a check.
  mutating func excuse(_ key: String, from code: String, _ severity: Severity) -> Bool {
    if places.isEmpty { return false }
    guard let index = places[ExactKey(key)]?.first(where: { lines[$0].code == code }) else {
      return false
    }
    if severity == .error, !lines[index].hasReason {
      lines[index].lacksReason = true
      return false
    }
    lines[index].isUsed = true
    return true
  }

  /// Tells of the lines that excused their texts from nothing.
  ///
  /// - Parameter tell: what is to make them findings, each when it is to be told.
  func unused(_ tell: (_ key: String, SourceLocation, _ make: () -> Diagnostic) -> Void) {
    guard tellsUnused else { return }
    for line in lines where !line.isUsed {
      let rule = Self.rules[line.code]
      // What is not looked for now may be found another time.
      if rule != nil, !line.lacksReason, !running.contains(line.code) { continue }
      tell(line.key, line.location) { Self.diagnostic(line, rule) }
    }
  }

  private static func diagnostic(_ line: Line, _ rule: Rule?) -> Diagnostic {
    var diagnostic = Diagnostic(
      Self.rule.severity, Self.rule.code, message(line, rule), at: line.location,
      hint: hint(line, rule), subject: "\(line.key.shortenedField) \(line.code)")
    diagnostic.key = line.key
    if line.lacksReason { return diagnostic }
    if let range = line.range { diagnostic.fixes = [.init(at: range, replacement: "")] }
    return diagnostic
  }

  private static func message(_ line: Line, _ rule: Rule?) -> String {
    let start = "'\(line.key.shortened)' ignores '\(line.code)', which "
    if rule == nil {
      return start + "is no check"
        + (line.others > 0 ? " (and \(line.others) more in this context)" : "")
    }
    return start
      + (line.lacksReason ? "finds an error, without a reason" : "finds nothing in it")
  }

  private static func hint(_ line: Line, _ rule: Rule?) -> String {
    if line.lacksReason { return "write the reason behind the name of the check" }
    if line.code.contains(",") { return "write one line for each check" }
    let near = rule == nil ? nearest(to: line.code, among: Checker.pages.map(\.code)) : nil
    return near.map { "did you mean '\($0)'?" } ?? "remove the line"
  }
}
