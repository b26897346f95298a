import Foundation
import Testing

@Suite struct GoldenTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  @Test(arguments: Fixture.all)
  func `the output is the golden file, byte for byte`(fixture: Fixture) throws {
    let file = Self.golden.appending(path: "\(fixture.name).swift")
    let (source, _) = fixture.generate()
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    if isRecording { try Data(source.utf8).write(to: file) }
    #expect(!isRecording, "recorded; look at the difference, then run without RECORD_GOLDEN")
    #expect(Array(source.utf8) == Array(try Data(contentsOf: file)))
  }

  @Test func `every golden file compiles under Swift 6 and makes the expected calls`() throws {
    let sources = try Fixture.all.map {
      try String(contentsOf: Self.golden.appending(path: "\($0.name).swift"), encoding: .utf8)
    }
    try Toolchain().run(sources, calls: Fixture.all.flatMap(\.calls))
  }

  @Test func `a file with views compiles without SwiftUI`() throws {
    let fixtures = [Fixture.views, Fixture.nestedViews]
    let calls = fixtures.flatMap(\.calls).filter { !$0.expression.contains("shown(") }
    try Toolchain().run(fixtures.map { $0.generate().source }, calls: calls, hasSwiftUI: false)
  }

  @Test(arguments: Fixture.all)
  func `every golden file passes the linter`(fixture: Fixture) throws {
    let file = Self.golden.appending(path: "\(fixture.name).swift")
    try Toolchain().lint(try String(contentsOf: file, encoding: .utf8))
  }
}
