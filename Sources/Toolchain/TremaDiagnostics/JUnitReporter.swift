import TremaSupport

/// A reporter that writes findings as test cases in JUnit's XML format, one suite per file.
///
/// A case fails if its finding fails the run; otherwise it passes with the finding as its output.
/// An unreadable file is reported as an error. Without findings, there is one test case that
/// passes.
///
/// Follows the schema of Apache Ant's JUnit task, as Jenkins and GitLab read it.
struct JUnitReporter: Reporter {
  let context: ReportContext

  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    let diagnostics = diagnostics.inReadingOrder()
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if diagnostics.isEmpty {
      text +=
        "<testsuites name=\"\(XMLText.attribute(context.command))\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
      text += "  <testsuite name=\"trema\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
      text += "    <testcase classname=\"trema\" name=\"no findings\"/>\n"
      return Array((text + "  </testsuite>\n</testsuites>\n").utf8)
    }
    text += "<testsuites name=\"\(XMLText.attribute(context.command))\" \(counts(diagnostics))>\n"
    var rest = diagnostics[...]
    // The diagnostics are sorted by file, so a file's findings are a prefix of the remaining
    // diagnostics.
    while let first = rest.first {
      let file = first.location?.file
      let suite = rest.prefix { $0.location?.file == file }
      rest = rest.dropFirst(suite.count)
      text += "  <testsuite name=\"\(XMLText.attribute(file ?? "trema"))\" \(counts(suite))>\n"
      for diagnostic in suite { text += testCase(diagnostic) }
      text += "  </testsuite>\n"
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  /// The outcome of a test case. `broken` is reported as an error.
  private enum Outcome { case passed, failed, broken }

  /// Returns the outcome of a diagnostic's test case.
  private func outcome(_ diagnostic: Diagnostic) -> Outcome {
    if diagnostic.kind != .finding { return .broken }
    return diagnostic.severity >= context.failOn ? .failed : .passed
  }

  /// Returns the attributes with the test, failure and error counts.
  private func counts(_ diagnostics: some Collection<Diagnostic>) -> String {
    let outcomes = diagnostics.map(outcome)
    return "tests=\"\(outcomes.count)\" failures=\"\(outcomes.count { $0 == .failed })\" "
      + "errors=\"\(outcomes.count { $0 == .broken })\""
  }

  /// Returns the element of one test case.
  private func testCase(_ diagnostic: Diagnostic) -> String {
    let file = diagnostic.location?.file ?? "trema"
    var name = diagnostic.code
    if !diagnostic.subject.isEmpty { name += " \(diagnostic.subject)" }
    var lineAttribute = ""
    if let line = diagnostic.location?.start?.line { lineAttribute = " line=\"\(line)\"" }
    let start =
      "    <testcase classname=\"\(XMLText.attribute(file))\" name=\"\(XMLText.attribute(name))\""
      + " file=\"\(XMLText.attribute(ReportPath.normalized(file)))\"\(lineAttribute)>\n"
    // The content is the terminal output. Many services turn the location in it into a link.
    let content = XMLText.content(TextReporter().text(of: diagnostic))
    let element: String
    switch outcome(diagnostic) {
    case .passed: element = "<system-out>\(content)</system-out>"
    case .failed: element = "<failure \(attributes(diagnostic))>\(content)</failure>"
    case .broken: element = "<error \(attributes(diagnostic))>\(content)</error>"
    }
    return start + "      \(element)\n    </testcase>\n"
  }

  /// Returns the attributes of a failure or an error.
  private func attributes(_ diagnostic: Diagnostic) -> String {
    "type=\"\(diagnostic.severity.rawValue)\" "
      + "message=\"\(XMLText.attribute(diagnostic.message))\""
  }
}
