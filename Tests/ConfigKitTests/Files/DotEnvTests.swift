import ConfigKit
import Foundation
import Testing
import TremaSupport
import TremaTestSupport

@Suite struct DotEnvTests {
  @Test func `keys and values have line, column and byte locations`() throws {
    let text = "\u{FEFF}# c\r\nexport API__HOST = a.example # here\r\nb=\"1\r\n2\\n\\\"\" # c\r\n'"
    let bytes = Array(text.utf8.dropLast())
    let reading = try ConfigFormat.env.decode(bytes, file: ".env")
    #expect(reading.problems.isEmpty)
    #expect(reading.value == ["API": ["HOST": "a.example"], "b": "1\n2\n\""])
    let host = try #require(reading.value.dictionary?["API"]?.dictionary?.entry("HOST"))
    #expect(String(decoding: bytes[host.keyLocation.bytes], as: UTF8.self) == "API__HOST")
    #expect(String(decoding: bytes[host.value.location.bytes], as: UTF8.self) == "a.example")
    #expect(host.keyLocation.description == ".env:2:8")
    #expect(host.value.location.start == SourcePosition(line: 2, column: 20))
    let last = try #require(reading.value.dictionary?["b"]?.location)
    #expect(String(decoding: bytes[last.bytes], as: UTF8.self) == "\"1\r\n2\\n\\\"\"")
    #expect(last.end == SourcePosition(line: 4, column: 7))
  }

  @Test func `keys are plain names, nested names or paths`() throws {
    let text = "A=1\nA_B=2\nc__d=3\n__E=4\napi.timeout=5\n\"x.y\".z=6\n"
    let value = try ConfigFormat.env.decode(Array(text.utf8), file: ".env").value
    #expect(
      value == [
        "A": "1", "A_B": "2", "c": ["d": "3"], "__E": "4", "api": ["timeout": "5"],
        "x.y": ["z": "6"],
      ])
  }

  @Test func `every error is reported with its location`() throws {
    let text = """
      NOVALUE
      =x
      two words=1
      a..b=1
      Q="x" y
      S='open
      D=1
      D=2
      D__E=3
      U="open
      """
    let problems = try ConfigFormat.env.decode(Array(text.utf8), file: ".env").problems
    #expect(
      problems.map {
        "\($0.location?.start?.line ?? 0):\($0.location?.start?.column ?? 0) \($0.code) \($0.message)"
      }
        == [
          "1:1 invalid-env 'NOVALUE' has no value", "2:1 invalid-env the key before '=' is missing",
          "3:1 invalid-env 'two words' is not a valid key",
          "4:1 invalid-env 'a..b' is not a valid key",
          "5:7 invalid-env unexpected text after the closing quotation mark",
          "6:3 invalid-env the quotation mark is not closed on the same line",
          "10:3 invalid-env the quotation mark is not closed",
          "8:1 duplicate-key key 'D' is defined twice (first on line 7)",
          "9:1 duplicate-key 'D.E' is inside 'D', which already has a value",
        ])
    for (bytes, message) in [
      ([0x41, 0x3D, 0xFF], "the byte at offset 2 is not UTF-8"),
      ([0x41, 0], "the file contains a NUL byte at offset 1"),
    ] as [([UInt8], String)] {
      do throws(Diagnostic) {
        _ = try ConfigFormat.env.decode(bytes, file: ".env")
        Issue.record("read")
      } catch {
        #expect(error.message == message && error.kind == .unreadable)
      }
    }
  }

  /// Values that a shell and the dotenv libraries parse alike.
  @Test func `values are parsed as a shell parses them`() throws {
    let text = """
      # comment
      PLAIN=abc
      export EXPORTED=x-1.2/y:z
      EMPTY=
      QUOTED="a b # c"
      SINGLE='a "b" \\n $x'
      ESCAPED="a \\"b\\" \\$x \\\\ \\d"
      LINES="one
      two"
      HASH=a#b # c
      """
    let folder = try TemporaryFolder()
    try folder.write(Array(text.utf8), to: "x.env")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "set -a; . ./x.env; exec env -0"]
    shell.currentDirectoryURL = folder.url
    shell.environment = ["PATH": "/usr/bin:/bin"]
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    var expected: [String: String] = [:]
    for line in output.split(separator: 0) {
      let parts = line.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      expected[String(decoding: parts[0], as: UTF8.self)] = String(
        decoding: parts[1], as: UTF8.self)
    }
    let value = try ConfigFormat.env.decode(Array(text.utf8), file: ".env").value
    #expect(value.dictionary?.entries.count == 8)
    for entry in value.dictionary?.entries ?? [] {
      #expect(entry.value.string == expected[entry.key], "\(entry.key)")
    }
  }
}
