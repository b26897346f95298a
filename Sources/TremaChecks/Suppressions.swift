import TremaCatalog
import TremaDiagnostics

/// The `@ignore` lines of contexts: what they excuse, and those that excuse nothing.
struct Suppressions: Sendable {
  static let rule = Rule(
    .warning, "unused-ignore", "An @ignore line excuses a text from something nobody finds.",
    stage: .review,
    why: "What was excused has been mended, or the name is misspelled: the line would hide the "
      + "next mistake, or hides none.",
    example: """
      <text key="title">
        <context>@ignore edge-space it is a heading</context>
        <value lang="en">Title</value>
      </text>
      """,
    fix: "Remove the line; `trema check --fix` does.")

  private struct Line {
    var code: String
    var key: String
    var location: SourceLocation
    /// All of it with its line end; nil where no edit could take it out.
    var range: SourceLocation?
    var isUsed = false
  }

  /// Few texts have any.
  private var lines: [Line] = []
  private var places: [ExactKey: Range<Int>] = [:]
  private let running: Set<String>
  private let tellsUnused: Bool

  init(running: Set<String>, tellsUnused: Bool) {
    self.running = running
    self.tellsUnused = tellsUnused
  }

  mutating func begin(_ text: Text, _ annotations: Annotations) {
    guard !annotations.ignored.isEmpty, let context = text.context else { return }
    let start = lines.count
    let ranges = context.spelling == nil ? Self.ranges(in: context, of: text) : [:]
    for code in annotations.ignored.keys.sorted() {
      lines.append(
        Line(
          code: code, key: text.key,
          location: ranges[code]?.word ?? text.location(ofContext: context),
          range: ranges[code]?.line))
    }
    places[ExactKey(text.key)] = start..<lines.count
  }

  /// Whether no text is excused from anything.
  var isEmpty: Bool { places.isEmpty }

  /// Whether a text is excused from a check.
  mutating func excuse(_ key: String, from code: String) -> Bool {
    if places.isEmpty { return false }
    guard let range = places[ExactKey(key)] else { return false }
    // They stand in the order of their codes, and there may be thousands.
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].code < code { low = middle + 1 } else { high = middle }
    }
    guard low < range.upperBound, lines[low].code == code else { return false }
    lines[low].isUsed = true
    return true
  }

  /// A finding for each line that excused its text from nothing.
  func unused() -> [Diagnostic] {
    guard tellsUnused else { return [] }
    let rules = Checker.pages
    return lines.filter { !$0.isUsed }.compactMap { line in
      let rule = rules.first { $0.code == line.code }
      // What is not looked for now may be found another time.
      if let rule, rule.severity < .error, !running.contains(line.code) { return nil }
      var diagnostic = Diagnostic(
        Self.rule.severity, Self.rule.code, Self.message(line, rule), at: line.location,
        hint: Self.hint(line, rule, rules), subject: "\(line.key) \(line.code)")
      diagnostic.key = line.key
      if let range = line.range { diagnostic.fixes = [.init(at: range, replacement: "")] }
      return diagnostic
    }
  }

  private static func message(_ line: Line, _ rule: Rule?) -> String {
    switch rule?.severity {
    case nil: "'\(line.key)' ignores '\(line.code)', which is no check"
    case .error: "'\(line.key)' ignores '\(line.code)', which is an error and cannot be ignored"
    default: "'\(line.key)' ignores '\(line.code)', which finds nothing in it"
    }
  }

  private static func hint(_ line: Line, _ rule: Rule?, _ rules: [Rule]) -> String {
    if line.code.contains(",") { return "write one line for each check" }
    let near = rule == nil ? nearest(to: line.code, among: rules.map(\.code)) : nil
    return near.map { "did you mean '\($0)'?" } ?? "remove the line"
  }

  /// Where the lines of a context excuse from checks, the first of each: its words, and all of it.
  private static func ranges(
    in context: Context, of text: Text
  ) -> [String: (word: SourceLocation, line: SourceLocation)] {
    let bytes = Array(context.text.utf8)
    var places = ContextPlaces(context, bytes, of: text)
    var found: [String: (word: SourceLocation, line: SourceLocation)] = [:]
    for line in ContextLine.annotations(in: bytes)
    where line.words.count >= 2 && line.words[0].elementsEqual("@ignore".utf8) {
      let code = String(decoding: line.words[1], as: UTF8.self)
      if found[code] != nil { continue }
      let (start, end) = (line.range.lowerBound, line.range.upperBound)
      // The line end goes with it: that before the last line, that behind any other.
      let whole = end < bytes.count ? start..<end + 1 : max(start - 1, 0)..<end
      found[code] = (places.location(of: line.wordRange), places.location(of: whole))
    }
    return found
  }
}
