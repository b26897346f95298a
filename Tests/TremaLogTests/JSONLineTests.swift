import Foundation
import Testing
import TremaLog
import TremaTestSupport

extension Judge {
  static let jq = Judge(name: "jq", package: "jq")
}

@Suite struct JSONLineTests {
  private let folder: TemporaryFolder
  private let handle: FileHandle
  private let handler: JSONLinesHandler

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([], to: "log")
    handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("log"))
    handler = JSONLinesHandler(descriptor: handle.fileDescriptor)
  }

  private var text: String {
    get throws { String(decoding: try folder.read("log"), as: UTF8.self) }
  }

  /// Returns jq's output for every line.
  private func judged(_ filter: String) async throws -> [String] {
    let verdict = try await Judge.jq.runAside(["-c", filter, folder.path + "/log"])
    #expect(verdict.status == 0, "\(verdict.complaint)")
    return verdict.text.split(separator: "\n").map(String.init)
  }

  @Test func `fields have a fixed order`() throws {
    try handler.handle(
      LogRecord(
        time: LogTime(seconds: 1_795_242_600, microseconds: 123), level: .warning, label: "net",
        message: "no answer", metadata: ["b": 1, "a": ["x", 2.5, true], "c": ["d": [:]]],
        file: "Shop/A.swift", line: 7, task: "1f"))
    try handler.handle(
      LogRecord(time: LogTime(seconds: -1), level: .fatal, message: "", file: "A", line: 1))
    #expect(
      try text == """
        {"ts":"2026-11-21T06:30:00.000123Z","level":"warning","label":"net","msg":"no answer","b":1,\
        "a":["x",2.5,true],"c":{"d":{}},"file":"Shop/A.swift","line":7,"task":"1f"}
        {"ts":"1969-12-31T23:59:59.000000Z","level":"fatal","msg":"","file":"A","line":1}

        """)
  }

  @Test func `line breaks, control characters and quotation marks are escaped`() throws {
    let message =
      "\"\\\u{0}\u{8}\t\n\u{C}\r\u{1B}\u{1F}\u{7F}\u{80}\u{9F}\u{A0}é\u{2027}\u{2028}\u{2029}\u{202A}😀"
    try handler.handle(
      LogRecord(
        time: LogTime(seconds: 0), level: .info, message: message, metadata: ["\n": "\u{2028}"],
        file: "A", line: 1))
    #expect(
      try text == #"{"ts":"1970-01-01T00:00:00.000000Z","level":"info","msg":"\"\\\u0000\b\t\n\f\r"#
        + #"\u001b\u001f\u007f\u0080\u009f"# + "\u{A0}é\u{2027}" + #"\u2028\u2029"#
        + "\u{202A}😀" + #"","\n":"\u2028","file":"A","line":1}"# + "\n")
  }

  @Test func `a reserved key gets a suffix`() async throws {
    try handler.handle(
      LogRecord(
        level: .info, label: "l", message: "m",
        metadata: ["msg": 1, "msg_": 2, "ts": 3, "level": 4, "truncated": 5, "message": 6, "t": 7]))
    #expect(
      try await judged("[.msg, .msg_, .msg__, .ts_, .level_, .truncated_, .message, .t]")
        == [#"["m",1,2,3,4,5,6,7]"#])
  }

  @Test func `only the record's own keys are reserved, with any number of suffixes`() throws {
    let taken = ["ts", "level", "label", "msg", "file", "line", "task", "truncated"]
    var keys = taken.flatMap { [$0, $0 + "_", $0 + "___"] }.map { ($0, $0 + "_") }
    keys += taken.flatMap { [$0 + "s", $0 + "_s", "_" + $0, "\($0.dropLast())", $0.uppercased()] }
      .map { ($0, $0) }
    for (key, written) in keys {
      try handler.handle(LogRecord(level: .info, message: "", metadata: [key: "here"]))
      #expect(try text.split(separator: "\n").last?.contains("\"\(written)\":\"here\"") == true)
    }
  }

  @Test func `jq can parse unusual values`() async throws {
    try handler.handle(
      LogRecord(
        level: .info, message: "",
        metadata: [
          "": "empty", "nan": .real(.nan), "inf": .real(.infinity), "minus": .real(-.infinity),
          "huge": 1e300, "tiny": .real(.leastNonzeroMagnitude), "zero": -0.0, "min": .integer(.min),
          "max": .unsigned(.max), "none": [], "\u{0}\"\\": false, "deep": [[["x": [[]]]]],
          "nothing": .redacted,
        ]))
    #expect(
      try await judged("[.[\"\"], .nan, .inf, .minus, .none, .deep, .nothing]") == [
        #"["empty","NaN","Infinity","-Infinity",[],[[{"x":[[]]}]],"<redacted>"]"#
      ])
    #expect(
      try await judged(".huge == 1e300 and .tiny > 0 and .tiny < 1e-300 and .max > .min") == [
        "true"
      ])
    #expect(
      try text.contains(#""min":-9223372036854775808,"max":18446744073709551615"#))
  }

  @Test func `10000 unusual records survive a round trip through jq`() async throws {
    var random = SeededGenerator(seed: 8)
    let odd = HostileText.pieces + ["\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "\u{2029}", "\u{10FFFF}"]
    var expected: [[String]] = []
    for _ in 0..<10_000 {
      func text() -> String { HostileText.text(&random, of: [odd, HostileText.backslashes]) }
      let (message, value, key) = (text(), text(), text())
      expected.append([message, value])
      try handler.handle(
        LogRecord(
          level: .info, label: text(), message: message,
          metadata: ["v": .string(value), key + "x": [.string(text())], "d": [key: 1.5]]))
    }
    // Values are in Base64, so that no other reader of JSON is involved.
    let lines = try await judged("[.msg, .v] | map(@base64)")
    #expect(lines.count == 10_000)
    for (line, expected) in zip(lines, expected) {
      let words = expected.map { #""\#(Data($0.utf8).base64EncodedString())""# }
      #expect(line == "[\(words.joined(separator: ","))]")
    }
    #expect(try folder.read("log").count { $0 == 0x0A } == 10_000)
  }

  @Test func `a long line is truncated and states the omitted length`() async throws {
    let long = String(repeating: "é\n", count: 50_000)
    let records = [
      LogRecord(level: .info, message: long),
      LogRecord(level: .info, message: "m", metadata: ["a": .string(long), "n": 1]),
      LogRecord(level: .info, message: long, metadata: ["a": .string(long), "b": .string(long)]),
      LogRecord(
        level: .info, label: long, message: long, metadata: [long: 1, "n": [.string(long)]],
        file: long, task: long),
    ]
    for record in records { try handler.handle(record) }
    let lines = try text.split(separator: "\n")
    #expect(lines.count == records.count)
    for line in lines { #expect((30_000...65_535).contains(line.utf8.count)) }
    let found = try await judged("[.msg[0:3], .n, (.truncated > 100000)]")
    #expect(
      found == [
        #"["é\né",null,true]"#, #"["m",null,true]"#, #"["é\né",null,true]"#, #"["é\né",null,true]"#,
      ])
    // The omitted count: here 200,000 of the message, less the kept part.
    let kept = try await judged(#"(.msg | utf8bytelength) + (.msg | split("\n") | length) - 1"#)
    let cut = try await judged(".truncated")
    #expect(Int(kept[0]).flatMap { kept in Int(cut[0]).map { kept + $0 } } == 200_000)
    try handler.handle(LogRecord(level: .info, message: String(repeating: "x", count: 65_000)))
    #expect(try await judged(".truncated").last == "null")
  }

  @Test func `a file that cannot be written is reported`() {
    let handler = JSONLinesHandler(descriptor: 12_345)
    let error = #expect(throws: LogFailure.self) {
      try handler.handle(LogRecord(level: .info, message: ""))
    }
    #expect(error?.description == "cannot write: Bad file descriptor")
  }
}
