import ConfigKit
import TremaDiagnostics
import TremaProject
import TremaSupport
import TremaXML

/// Prints findings with the lines they are about.
enum DiagnosticPrinter {
  /// The most bytes of a line that are looked at for a quotation.
  private static let lineLimit = 1 << 20
  /// How many lines above one are looked at for the key of its value.
  private static let mostAbove = 40

  /// The mistakes of the readers of configurations, who quote what they did not expect.
  private static let quotingCodes: Set<String> = [
    "invalid-property-list", "invalid-json", "invalid-env", "invalid-xcconfig", "invalid-yaml",
  ]

  /// The secrets that are hidden by default: of a configuration everything that looks like one, of texts
  /// nothing.
  static let usuallyHidden: ConfigSecrets? =
    CommandLine.arguments.dropFirst().first == "config" ? ConfigSecrets() : nil

  /// The text of the lines that findings are about, read once more from their files.
  ///
  /// - Parameters:
  ///   - files: what to read instead, where that is not the file that is named.
  ///   - secrets: what is not shown of them.
  static func source(
    of diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = usuallyHidden
  ) -> (SourceLocation) -> String? {
    // The lines above may say what must not be shown of the next.
    let lines = sourceLines(diagnostics, files, above: secrets == nil ? 0 : mostAbove)
    // Many findings may be about one line, which may be long.
    var last: (file: String, number: Int, text: String?)?
    return { location in
      guard let number = location.start?.line else { return nil }
      if let last, last.number == number, last.file == location.file { return last.text }
      guard let file = lines[location.file], let line = file[number] else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      let shown =
        secrets?.masked(text, number, of: location.file, above: above(number, file)) ?? text
      last = (location.file, number, shown)
      return shown
    }
  }

  /// The nearest first.
  private static func above(
    _ number: Int, _ lines: [Int: [UInt8]]
  ) -> some Sequence<String> {
    stride(from: number - 1, through: max(number - mostAbove, 1), by: -1).lazy
      .compactMap { lines[$0].map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The findings without secrets in their words, also where these quote a line that is hidden.
  static func masked(
    _ diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets?
  ) -> [Diagnostic] {
    guard let secrets else { return diagnostics }
    let source = source(of: diagnostics, opening: files, hiding: nil)
    let shown = Self.source(of: diagnostics, opening: files, hiding: secrets)
    return diagnostics.map { diagnostic in
      let masked = secrets.masked(diagnostic)
      guard let location = diagnostic.location else { return masked }
      // A line that cannot be read again, as in an archive, may contain anything.
      let isHidden =
        source(location).map { $0 != shown(location) }
        ?? (location.start != nil && quotingCodes.contains(diagnostic.code))
      return isHidden ? secrets.withoutQuotations(masked) : masked
    }
  }

  /// Prints to standard error, as text.
  ///
  /// - Parameters:
  ///   - files: what to quote from, where that is not the file that is named.
  ///   - secrets: what is shown neither of the lines nor in the words of the findings.
  ///   - excused: how many findings were excused.
  static func print(
    _ diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = usuallyHidden, excused: Int = 0
  ) {
    if diagnostics.isEmpty, excused == 0 { return }
    Console.note(text(of: diagnostics, opening: files, hiding: secrets, excused: excused))
  }

  /// Returns the text that ``print(_:opening:hiding:)`` prints.
  static func text(
    of diagnostics: [Diagnostic], opening files: [String: String] = [:],
    hiding secrets: ConfigSecrets? = usuallyHidden, excused: Int = 0
  ) -> [UInt8] {
    if diagnostics.isEmpty, excused == 0 { return [] }
    let reporter = TextReporter(
      color: Console.usesColor(.error), excused: excused,
      source: source(of: diagnostics, opening: files, hiding: secrets))
    return reporter.report(masked(diagnostics, opening: files, hiding: secrets))
  }

  /// One finding alone, without the count of them.
  static func print(_ diagnostic: Diagnostic) {
    let reporter = TextReporter(
      color: Console.usesColor(.error), summary: false, source: source(of: [diagnostic]))
    Console.note(reporter.report(masked([diagnostic], hiding: usuallyHidden)))
  }

  /// Reads each file once more for the lines that are quoted.
  ///
  /// - Parameter above: how many lines above each are wanted, too.
  private static func sourceLines(
    _ diagnostics: [Diagnostic], _ files: [String: String], above: Int
  ) -> [String: [Int: [UInt8]]] {
    var wanted: [String: Set<Int>] = [:]
    func want(_ location: SourceLocation) {
      for case let line? in [location.start?.line, location.end?.line] {
        for line in line - above...line { wanted[location.file, default: []].insert(line) }
      }
    }
    for diagnostic in diagnostics {
      if let location = diagnostic.location { want(location) }
      for related in diagnostic.related { want(related.location) }
      for fix in diagnostic.fixes { want(fix.location) }
    }
    return wanted.reduce(into: [:]) { result, entry in
      // A file that is gone by now is quoted no more; its findings are all the same.
      guard let file = try? InputFile(path: files[entry.key] ?? entry.key) else { return }
      let lines = SourceLines.collect(
        entry.value.union([1]), limit: lineLimit, from: file.source())
      // A binary property list has no lines that anybody could read.
      if lines[1]?.starts(with: "bplist".utf8) == true { return }
      result[entry.key] = lines
    }
  }
}

/// The exit status of the process.
enum ExitStatus {
  static func of(_ diagnostics: [Diagnostic], failOn: Severity = .error) -> Int32 {
    func has(_ kind: Diagnostic.Kind) -> Bool { diagnostics.contains { $0.kind == kind } }
    if has(.usage) { return 2 }
    if has(.unreadable) { return 3 }
    if has(.unwritable) { return 4 }
    return diagnostics.contains { $0.severity >= failOn } ? 1 : 0
  }
}

extension Invocation {
  var failOn: Severity { value("fail-on").flatMap(Severity.init) ?? .error }

  /// How many findings of one check in one file are told; nil for all.
  func maxFindings() throws(Diagnostic) -> Int? {
    guard let value = value("max-findings") else { return FindingLimit.usual }
    guard let number = Int(value), number >= 0 else {
      throw Self.usage("--max-findings needs a whole number, not '\(value)'", hint: "0 is for all")
    }
    return number == 0 ? nil : number
  }
}
