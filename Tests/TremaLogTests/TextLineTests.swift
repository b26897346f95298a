#if os(Linux)
  import Foundation
  import Glibc
  import Testing
  import TremaLog
  import TremaTestSupport

  @Suite struct TextLineTests {
    private let record = LogRecord(
      time: LogTime(seconds: 1_795_242_600, microseconds: 5), level: .error, label: "net",
      message: "no\nanswer\u{1B}[2J", metadata: ["n": 3, "who": "a \"b\"", "x": "", "y": ["k": 1]],
      file: "Shop/A.swift", line: 7)

    private func lines(_ colour: TextHandler.ColorMode) throws -> String {
      let pipe = Pipe()
      let handler = TextHandler(
        descriptor: pipe.fileHandleForWriting.fileDescriptor, color: colour)
      try handler.handle(record)
      try pipe.fileHandleForWriting.close()
      return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    private let plain = #"""
      2026-11-21T06:30:00.000005Z error net: no\nanswer\u{1B}[2J n=3 who="a \"b\"" x="" y="[k: 1]" (Shop/A.swift:7)

      """#

    @Test func `a record is one line, and cannot control a terminal`() throws {
      #expect(try lines(.automatic) == plain)
      #expect(try lines(.never) == plain)
      #expect(
        try lines(.always)
          == plain.replacingOccurrences(of: "error", with: "\u{1B}[31merror\u{1B}[0m"))
    }

    @Test func `terminal output is colored unless colors are disabled`() async throws {
      // `script` gives the child a terminal; its output shows whether colours are used.
      for (variables, isColoured) in [
        ("TERM=xterm NO_COLOR=", true), ("TERM=xterm NO_COLOR=1", false), ("TERM=dumb", false),
      ] {
        let verdict = try await Judge(name: "script", package: "bsdutils").runAside([
          "-qec", "env -u NO_COLOR \(variables) '\(LogJudge.path)' colour 0 0 0", "/dev/null",
        ])
        #expect(verdict.status == 0, "\(verdict.complaint)")
        #expect(verdict.text.contains("\u{1B}[32minfo") == isColoured, "\(verdict.text)")
        #expect(verdict.text.contains("hello"))
      }
    }
  }
#endif
