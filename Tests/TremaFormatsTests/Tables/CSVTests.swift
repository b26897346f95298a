import Foundation
import Testing
import TremaFormats
import TremaSupport
import TremaTestSupport

@Suite struct CSVTests {
  private func read(_ text: String, _ reader: CSVReader = CSVReader()) throws -> Table {
    try reader.decode(Array(text.utf8), file: "a.csv")
  }

  private func failure(_ bytes: [UInt8], _ reader: CSVReader = CSVReader()) -> String {
    do throws(Diagnostic) {
      _ = try reader.decode(bytes, file: "a.csv")
      return "read"
    } catch {
      return error.kind == .unreadable ? error.spelled : "another kind"
    }
  }

  @Test func `cells, quotes, and line breaks in cells are read with their locations`() throws {
    let table = try read("Key,Text\r\na,\"é \"\"b\"\",\r\nc\"\r\n\r\nd\u{301},5\" x\n")
    #expect(
      table.texts
        == utf8([["Key", "Text"], ["a", "é \"b\",\r\nc"], ["d\u{301}", "5\" x"]]))
    #expect(
      table.rows.map { $0.cells.map { "\($0.position.line):\($0.position.column)" } } == [
        ["1:1", "1:5"], ["2:1", "2:3"], ["5:1", "5:5"],
      ])
    #expect(table.rows[2][9].position == SourcePosition(line: 5, column: 9))
    #expect(table.rows[2][9].text == "" && table.rows[2].number == 3)
    #expect(table.name(of: table.rows[1][2]) == "column 2")
    #expect(table.location(of: table.rows[1][2]).file == "a.csv")
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `a record ends at LF, CR, or CRLF`(end: String) throws {
    for last in ["", end, end + end] {
      let table = try read("a;b\(end)\(end)  \(end)c;\(last)")
      #expect(table.texts == utf8([["a", "b"], ["c", ""]]))
      #expect(table.rows[1].cells[1].position == SourcePosition(line: 4, column: 3))
    }
  }

  @Test(arguments: [
    ("a,b;c,d\n1,2", 3), ("a;b,c;d", 3), ("a\tb,c\td", 3), ("\"a;;;\",b", 2), ("a", 1),
    ("a;b,c", 2), ("\n\na;\"x\n,,,\"", 2), ("sep=;\r\na,b,c;d", 2), ("SEP=|\na,b|c", 2),
    ("sep=\t\na,b\tc", 2), ("sep=,", 0), ("", 0), (" ", 0),
  ]) func `the separator is detected in the header or declared before it`(text: String, count: Int)
    throws
  {
    #expect(try read(text).rows.first?.width ?? 0 == count)
  }

  @Test func `a given separator takes precedence`() throws {
    #expect(try read("a,b;c", CSVReader(separator: .comma)).rows[0].width == 2)
    #expect(try read("sep=;\na,b;c", CSVReader(separator: .comma)).rows[0].width == 2)
  }

  @Test func `spaces around cells are kept unless trimming is requested`() throws {
    #expect(try read(" a ; b\n").texts == utf8([[" a ", " b"]]))
    let reader = CSVReader(dropsOuterSpaces: true)
    let table = try read(" a ; \" b \" ;  ;\t\n", reader)
    #expect(table.texts == utf8([["a", " b ", "", "\t"]]))
    #expect(table.rows[0].cells.map(\.position.column) == [2, 6, 13, 16])
  }

  @Test func `files with a byte order mark are read, and locations exclude the mark`() throws {
    let text = "Key;Wért\n😀;\u{FFFD}z\n"
    let utf16 = Array(text.utf16)
    let low: [UInt8] = utf16.flatMap { (unit) -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let high: [UInt8] = utf16.flatMap { (unit) -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for bytes in [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + low, [0xFE, 0xFF] + high,
    ] {
      let table = try CSVReader().decode(bytes, file: "a")
      #expect(table.texts == utf8([["Key", "Wért"], ["😀", "\u{FFFD}z"]]))
      #expect(table.rows[1].cells[1].position == SourcePosition(line: 2, column: 6))
      #expect(table.rows[0].cells[0].position == .start)
    }
  }

  static let failures: [([UInt8], String)] = [
    (
      Array("a;b\n1;\"x\n\ny".utf8),
      "2:3 invalid-csv: unterminated quoted cell"
    ),
    (Array("a;\"b\" c".utf8), "1:6 invalid-csv: the cell has text after its closing quote"),
    (Array("a;\"b\nc\"\"\"d".utf8), "2:5 invalid-csv: the cell has text after its closing quote"),
    (Array("é\r\nab".utf8) + [0xFF], "2:3 invalid-encoding: byte 0xFF is not valid UTF-8"),
    (
      Array("a\rb".utf8) + [0xC3],
      "2:3 invalid-encoding: the file ends in the middle of a character"
    ),
    (Array("a\nb".utf8) + [0], "2:2 invalid-character: a table cannot contain a NUL character"),
    (
      [0xFF, 0xFE, 0x0A, 0, 0, 0xD8, 0x61, 0],
      "2:1 invalid-encoding: the file contains an unpaired UTF-16 surrogate"
    ),
    (
      [0xFE, 0xFF, 0, 0x61, 0],
      "1:2 invalid-encoding: the file ends in the middle of a character"
    ),
  ]

  @Test(arguments: failures.indices) func `unreadable input has a location`(index: Int) {
    let (bytes, expected) = Self.failures[index]
    #expect(failure(bytes) == expected)
  }

  private static let odd = [
    "", " ", " a", "a ", "\"", "\"\"", ",", ";", "\t", "\n", "\r", "\r\n", "sep=;", "\u{FEFF}x",
    "=1+1", "-a", "@b", "+", "é", "e\u{301}", "😀", "a\"b", "x",
  ]

  @Test func `the output is read back by this library and by Python`() throws {
    var random = SeededGenerator(seed: 31)
    let folder = try TemporaryFolder()
    for number in 0..<300 {
      let width = random.number(1...4)
      let rows = (0..<random.number(1...4)).map { _ in
        (0..<width).map { _ in random.pick(Self.odd) + random.pick(Self.odd) }
      }
      var writer = CSVWriter()
      writer.separator = random.pick(CSVSeparator.allCases)
      writer.lineEnd = random.pick([.crlf, .lf])
      writer.quoting = random.pick([.needed, .always])
      writer.hasByteOrderMark = random.once(in: 2)
      let bytes = writer.encode(Table(rows))
      let isFound = width > 1 && !rows.isEmpty
      let reader = CSVReader(separator: isFound ? nil : writer.separator)
      #expect(try reader.decode(bytes, file: "").texts == utf8(rows), "\(rows)")
      let dropping = CSVReader(separator: writer.separator, dropsOuterSpaces: true)
      #expect(try dropping.decode(bytes, file: "").texts == utf8(rows), "\(rows)")
      try folder.write(bytes, to: "\(number).csv")
      let mark = ["\(writer.separator == .tab ? "\t" : writer.separator == .comma ? "," : ";")"]
      try folder.write(
        try JSONSerialization.data(withJSONObject: [mark, rows]).map { $0 }, to: "\(number).json")
    }
    let script = """
      import csv, json
      for n in range(300):
        (mark,), rows = json.load(open(f"{n}.json", encoding="utf-8"))
        found = list(csv.reader(open(f"{n}.csv", encoding="utf-8-sig", newline=""), delimiter=mark))
        assert found == rows, (n, found, rows)
      print("equal")
      """
    let verdict = try Judge.python.run(["-c", script], in: folder)
    #expect(verdict.text == "equal\n", "\(verdict.complaint)")
  }

  @Test func `a file is written with the given options`() {
    var writer = CSVWriter()
    let table = Table([["Key", "a,b"], ["=1", " x"], [""], [], ["\"", "a\nb;"]])
    func text() -> String { String(decoding: writer.encode(table), as: UTF8.self) }
    #expect(
      Array(text().utf8)
        == Array("Key,\"a,b\"\r\n=1,\" x\"\r\n\"\"\r\n\"\"\r\n\"\"\"\",\"a\nb;\"\r\n".utf8))
    writer.separator = .semicolon
    writer.lineEnd = .lf
    writer.hasByteOrderMark = true
    writer.quoting = .always
    writer.guardsFormulas = true
    #expect(
      Array(text().utf8)
        == Array(
          "\u{FEFF}\"Key\";\"a,b\"\n\"'=1\";\" x\"\n\"\"\n\"\"\n\"\"\"\";\"a\nb;\"\n".utf8))
  }

  @Test func `columns without a cell are written as empty cells`() {
    let row = TableRow(number: 1, cells: [TableCell("x", column: 3, at: .start)])
    #expect(CSVWriter().encode(Table(file: "", rows: [row])) == Array(",,x\r\n".utf8))
  }
}
