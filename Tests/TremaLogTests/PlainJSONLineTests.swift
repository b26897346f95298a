import Foundation
import Testing
import TremaLog
import TremaTestSupport

/// A record with a value that is nested is written part by part, others at once. Both ways must agree.
@Suite struct PlainJSONLineTests {
  private let folder: TemporaryFolder
  private let handler: JSONLinesHandler
  private let handle: FileHandle

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([], to: "log")
    handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("log"))
    handler = JSONLinesHandler(descriptor: handle.fileDescriptor)
  }

  /// The line of a record with one value more, in both ways; the value is `true` then.
  private func lines(_ record: LogRecord) throws -> (plain: String, other: String) {
    try handle.truncate(atOffset: 0)
    var record = record
    record.metadata["end"] = true
    try handler.handle(record)
    record.metadata["end"] = []
    try handler.handle(record)
    let lines = String(decoding: try folder.read("log"), as: UTF8.self).split(separator: "\n")
    try #require(lines.count == 2)
    return (
      String(lines[0]),
      String(lines[1]).replacingOccurrences(of: #""end":[]"#, with: #""end":true"#)
    )
  }

  private static let pieces = [
    "a", "request", " ", "msg", "_", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}",
    "\u{9F}", "\u{A0}", "ä", "é", "\u{2027}", "\u{2028}", "\u{2029}", "\u{202A}", "日", "😀", "/",
  ]
  private static let keys = [
    "", "ts", "msg", "msg_", "line__", "ms", "user", "truncated", "task", "ä", "\"", "t", "levels",
  ]

  @Test func `a line written at once is the one that is written part by part`() throws {
    var numbers = SeededGenerator(seed: 13)
    func text() -> String {
      // Most are plain, as texts are.
      let isOdd = numbers.next() % 4 == 0
      let pieces = isOdd ? Self.pieces[...] : ["a", "request", " ", "msg", "_", "ä", "日", "😀"]
      return (0..<numbers.next() % 12).map { _ in
        pieces[Int(numbers.next() % UInt64(pieces.count))]
      }.joined()
    }
    for _ in 0..<500 {
      var metadata: LogMetadata = [:]
      for _ in 0..<numbers.next() % 5 {
        let key = Self.keys[Int(numbers.next() % UInt64(Self.keys.count))]
        let shift = numbers.next() % 64
        let number = Int64(bitPattern: numbers.next()) >> Int64(shift)
        let values: [LogValue] = [
          .string(text()), .integer(number), .unsigned(numbers.next() >> shift), .boolean(true),
          .redacted, .boolean(false),
        ]
        metadata[key] = values[Int(numbers.next() % UInt64(values.count))]
      }
      let levels = LogLevel.allCases
      let record = LogRecord(
        time: LogTime(
          seconds: Int64(numbers.next() % 400_000_000_000) - 100_000_000_000,
          microseconds: Int32(numbers.next() % 1_000_000)),
        level: levels[Int(numbers.next() % UInt64(levels.count))], label: text(), message: text(),
        metadata: metadata, file: text(), line: Int(numbers.next() >> 40),
        task: numbers.next() % 2 == 0 ? nil : "1f")
      let (plain, other) = try lines(record)
      #expect(plain == other)
    }
  }

  /// Eight bytes are looked at together, the last ones of a text once more; of a shorter text four,
  /// or each.
  @Test(arguments: 0..<26)
  func `what is to be escaped is seen wherever it stands`(_ place: Int) throws {
    for odd in Self.pieces where odd.utf8.count < 4 {
      for length in Set(place + 1...place + 9).union([26]) where length <= 26 {
        let text =
          String(repeating: "~", count: place) + odd
          + String(repeating: "#", count: length - place - 1)
        let (plain, other) = try lines(
          LogRecord(time: LogTime(seconds: 0), level: .info, message: text, file: "A", line: 1))
        #expect(plain == other)
      }
    }
  }

  @Test(arguments: [Int64.min, .min + 1, -10, -1, 0, 9, 10, 99, 100, .max])
  func `numbers are written in full`(_ number: Int64) throws {
    let line = try lines(
      LogRecord(
        level: .info, message: "",
        metadata: ["n": .integer(number), "u": .unsigned(UInt64(bitPattern: number))], line: .min))
    #expect(line.plain == line.other)
    #expect(line.plain.contains(#""n":\#(number),"u":\#(UInt64(bitPattern: number)),"end":true"#))
  }

  @Test func `texts that fill a line are cut in both ways`() throws {
    for count in [60_000, 65_300, 65_400, 65_500, 66_000, 200_000] {
      let record = LogRecord(
        level: .info, label: "l", message: String(repeating: "x", count: count), file: "A", line: 1)
      let line = try lines(record)
      #expect(line.plain.utf8.count < 65_536)
      // What is nested takes two bytes less than what is not.
      if count < 65_000 { #expect(line.plain == line.other) }
    }
  }
}
