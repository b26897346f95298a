import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport
import TremaTestSupport

import struct TremaSupport.SourceLocation

@Suite struct VerdictTests {
  @Test(arguments: VerdictRow.all)
  func `each input has its expected verdict`(row: VerdictRow) {
    #expect(Verdict.of(row.bytes) == row.ours)
  }

  #if os(Linux)
    @Test func `the platform readers return the results in the table`() throws {
      let folder = try TemporaryFolder()
      let rows = VerdictRow.all
      for row in rows { try folder.write(row.bytes, to: row.name) }
      func asked(_ answer: KeyPath<VerdictRow, String>) -> [String] {
        rows.filter { $0[keyPath: answer] != "-" }.map(\.name)
      }
      let plutil = try PlatformJudges.plutil(asked(\.plutil), in: folder)
      let serialization = try PlatformJudges.foundation(
        .serialization, asked(\.serialization), in: folder)
      let decoder = try PlatformJudges.foundation(.decoder, asked(\.decoder), in: folder)
      let plistlib = try PlatformJudges.plistlib(asked(\.plistlib), in: folder)
      for row in rows {
        check(plutil, row, row.plutil)
        check(serialization, row, row.serialization)
        check(decoder, row, row.decoder)
        check(plistlib, row, row.plistlib)
      }
    }

    private func check(
      _ answers: [String: String], _ row: VerdictRow, _ expected: String,
      at place: Testing.SourceLocation = #_sourceLocation
    ) {
      let answer = answers[row.name]
      let isExpected =
        switch expected {
        case "-": answer == nil
        case "slow": answer == "hang" || answer == "ok …"
        // Any value matches the verdict.
        case "ok": answer == "ok" || answer?.hasPrefix("ok ") == true
        default: answer == expected
        }
      #expect(isExpected, "\(row.name): \(answer ?? "-")", sourceLocation: place)
    }
  #endif

  @Test func `hostile files are rejected in time`() {
    for levels in [22, 28, 60] {
      let bytes = VerdictRow.bomb(levels: levels)
      if levels < 60 { #expect(bytes.count == (levels == 22 ? 131 : 155)) }
      let time = ThreadTime.of { _ = Verdict.of(bytes) }
      #expect(time < ThreadSanitizer.bound(ofTime: .milliseconds(500)), "\(levels) levels: \(time)")
    }
  }

  @Test func `a binary file truncated at any byte is reported as truncated`() throws {
    let value = ConfigValue(
      .dictionary(
        ConfigDictionary((0..<40).map { .init("key \($0)", ConfigValue(.string("value \($0)"))) })))
    let bytes = try ConfigOutput.binary.bytes(of: value, file: "f")
    for count in 8..<bytes.count {
      let verdict = Verdict.of(Array(bytes.prefix(count)))
      #expect(verdict.first?.contains("binary property list is truncated") == true, "\(count)")
    }
  }

  @Test func `a finding names its key`() throws {
    let text = """
      <?xml version="1.0" encoding="ISO-8859-1"?><plist><dict>
      <key>a<!-- k --></key><dict><key>list</key><array><true/><integer> 1</integer></array>
      <key>b.c</key><string>x<!-- c --></string><key>b.c</key><real>nan</real></dict>
      <key>A</key><dict><key>CF$UID</key><integer>1<!-- c --> </integer></dict></dict></plist>
      """
    let reading = try ConfigFormat.plist.decode(Array(text.utf8), file: "f.plist")
    #expect(
      reading.problems.map { "\($0.code) \($0.key ?? "-") \($0.subject)" } == [
        "not-portable-encoding - ", "comment-in-string a a",
        "invalid-property-list a.list[1] a.list[1]", #"comment-in-string a."b.c" a."b.c""#,
        "invalid-property-list A.CF$UID A.CF$UID", "comment-in-string A.CF$UID A.CF$UID",
        #"not-finite a."b.c" a."b.c""#, "archive-reference A A",
        #"duplicate-key a."b.c" a."b.c""#, "near-duplicate-key A A",
      ])
  }

  @Test func `a fixed file is read without findings`() throws {
    for row in VerdictRow.all where row.ours.contains(where: { $0.hasSuffix("}") }) {
      let reading = try? ConfigFormat.plist.decode(row.bytes, file: "f.plist")
      guard let problem = reading?.problems.first, let fix = problem.fixes.first else { continue }
      let mended = Verdict.applying(fix, to: row.bytes)
      #expect(Verdict.of(mended) == [row.ours.last], "\(row.name)")
    }
  }
}

/// The findings about a file, or the reason it cannot be read, on lines, and the value.
enum Verdict {
  static func of(_ bytes: [UInt8]) -> [String] {
    do throws(Diagnostic) {
      let reading = try ConfigFormat.plist.decode(bytes, file: "f.plist")
      let value = PlatformJudges.spelled(reading.value)
      return reading.problems.map { spelled($0) } + [value.hasPrefix("[[[") ? "[[[…" : value]
    } catch {
      return [spelled(error)]
    }
  }

  private static func spelled(_ problem: Diagnostic) -> String {
    let kind = problem.kind == .unreadable ? "unreadable" : problem.severity.rawValue
    var text = "\(kind) \(spelled(problem.location)) \(problem.code): \(problem.message)"
    if let hint = problem.hint { text += "; \(hint)" }
    for related in problem.related { text += " [\(spelled(related.location)) \(related.message)]" }
    for fix in problem.fixes { text += " {\(spelled(fix.location)) \(fix.replacement)}" }
    return text
  }

  private static func spelled(_ location: SourceLocation?) -> String {
    guard let start = location?.start else { return "-" }
    return "\(start.line):\(start.column)"
      + (location?.end.map { "-\($0.line):\($0.column)" } ?? "")
  }

  /// - Parameter fix: An edit within one line.
  static func applying(_ fix: Diagnostic.Edit, to bytes: [UInt8]) -> [UInt8] {
    guard let start = fix.location.start, let end = fix.location.end else { return bytes }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
    lines[start.line - 1].replaceSubrange(
      start.column - 1..<end.column - 1, with: Array(fix.replacement.utf8))
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
