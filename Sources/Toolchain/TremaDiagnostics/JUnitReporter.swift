import TremaSupport

/// Findings as test cases: one suite a file, one case a finding. A case fails when its finding
/// fails the run, and passes with the finding as its output otherwise; a file that cannot be read
/// is an error of its case. Without findings there is one case that passes.
///
/// Source: the schema of Apache Ant's JUnit task, as Jenkins and GitLab read it.
struct JUnitReporter: Reporter {
  let material: ReportMaterial

  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    let diagnostics = diagnostics.inReadingOrder()
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if diagnostics.isEmpty {
      text +=
        "<testsuites name=\"\(XMLText.attribute(material.command))\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
      text += "  <testsuite name=\"trema\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
      text += "    <testcase classname=\"trema\" name=\"no findings\"/>\n"
      return Array((text + "  </testsuite>\n</testsuites>\n").utf8)
    }
    text += "<testsuites name=\"\(XMLText.attribute(material.command))\" \(counts(diagnostics))>\n"
    var rest = diagnostics[...]
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

  private enum Outcome { case passed, failed, broken }

  private func outcome(_ diagnostic: Diagnostic) -> Outcome {
    if diagnostic.kind != .finding { return .broken }
    return diagnostic.severity >= material.failOn ? .failed : .passed
  }

  private func counts(_ diagnostics: some Collection<Diagnostic>) -> String {
    let outcomes = diagnostics.map(outcome)
    return "tests=\"\(outcomes.count)\" failures=\"\(outcomes.count { $0 == .failed })\" "
      + "errors=\"\(outcomes.count { $0 == .broken })\""
  }

  private func testCase(_ diagnostic: Diagnostic) -> String {
    let file = diagnostic.location?.file ?? "trema"
    var name = diagnostic.code
    if !diagnostic.subject.isEmpty { name += " \(diagnostic.subject)" }
    var place = ""
    if let line = diagnostic.location?.start?.line { place = " line=\"\(line)\"" }
    let start =
      "    <testcase classname=\"\(XMLText.attribute(file))\" name=\"\(XMLText.attribute(name))\""
      + " file=\"\(XMLText.attribute(ReportPath.plain(file)))\"\(place)>\n"
    // As on a terminal, so that it reads the same and its place is a link.
    let content = XMLText.content(TextReporter().text(of: diagnostic))
    let element: String
    switch outcome(diagnostic) {
    case .passed: element = "<system-out>\(content)</system-out>"
    case .failed: element = "<failure \(attributes(diagnostic))>\(content)</failure>"
    case .broken: element = "<error \(attributes(diagnostic))>\(content)</error>"
    }
    return start + "      \(element)\n    </testcase>\n"
  }

  private func attributes(_ diagnostic: Diagnostic) -> String {
    "type=\"\(diagnostic.severity.rawValue)\" "
      + "message=\"\(XMLText.attribute(diagnostic.message))\""
  }
}
