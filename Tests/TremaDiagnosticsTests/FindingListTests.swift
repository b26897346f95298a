import Testing
import TremaTestSupport

@testable import TremaDiagnostics
@testable import TremaSupport

/// The findings of a reader, which creates only as many as are reported.
@Suite struct FindingListTests {
  private static func location(_ line: Int, _ column: Int = 1) -> TremaSupport.SourceLocation {
    SourceLocation(file: "A.strings", start: SourcePosition(line: line, column: column))
  }

  @Test func `the message of an omitted finding is not created`() {
    var list = FindingList(3)
    var words = 0
    func message(_ line: Int) -> String {
      words += 1
      return "line \(line)"
    }
    for line in 1...50 { list.add(.warning, "a", message(line), at: Self.location(line)) }
    #expect(words == 3)
    #expect(
      list.diagnostics.map(\.message) == ["line 1", "line 2", "line 3", "47 more are not shown"])
    #expect(list.diagnostics.last?.omitted == 47)
    #expect(list.diagnostics == list.diagnostics.limited(to: 3))
  }

  @Test func `without a limit, all findings are created in discovery or report order`() {
    var list = FindingList()
    for line in [3, 1, 2] { list.add(.note, "a", "line \(line)", at: Self.location(line)) }
    #expect(list.diagnostics.map(\.message) == ["line 3", "line 1", "line 2"])
    list.sort()
    #expect(list.diagnostics.map(\.message) == ["line 1", "line 2", "line 3"])
  }

  @Test(arguments: [1, 2, 5, 150])
  func `the reported findings are the first of all findings`(most: Int) {
    var random = SeededGenerator(seed: UInt64(most))
    for _ in 0..<50 {
      var (all, list) = ([Diagnostic](), FindingList(most))
      for number in 0..<400 {
        let isPlaceKnown = Int.random(in: 0..<20, using: &random) > 0
        let place =
          isPlaceKnown
          ? Self.location(Int.random(in: 1...12, using: &random))
          : SourceLocation(file: "A.strings")
        let severity = Severity.allCases.randomElement(using: &random) ?? .note
        let code = Bool.random(using: &random) ? "a" : "b"
        let message = "\(Int.random(in: 0..<1000, using: &random)) of \(number)"
        all.append(Diagnostic(severity, code, message, at: place, hint: "h", subject: "s"))
        list.add(severity, code, message, at: place, hint: "h", subject: "s")
      }
      #expect(list.diagnostics.limited(to: most) == all.limited(to: most))
    }
  }

  @Test func `a summary counts its findings, but not failures`() {
    var other = FindingList(1)
    for line in 1...10 { other.add(.error, "a", "line \(line)", at: Self.location(line)) }
    var list = FindingList(1)
    for finding in other.diagnostics { list.add(finding) }
    list.add(.error, "a", "line 11", at: Self.location(11))
    for line in 1...2 {
      list.add(Diagnostic(.error, "a", "gone", at: Self.location(line), kind: .unreadable))
    }
    #expect(
      list.diagnostics.map(\.message) == ["line 1", "gone", "gone", "10 more are not shown"])
  }
}
