import Testing
import TremaSupport
import TremaTestSupport

@testable import TremaFormats

/// Randomly damaged files are read promptly or rejected with a message.
@Suite struct TableMutationTests {
  private static func damaged(
    _ bytes: [UInt8], _ tokens: [[UInt8]], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.number(1...3) where !bytes.isEmpty {
      let index = random.number(0...bytes.count - 1)
      let end = min(bytes.count, index + random.number(1...8))
      switch random.number(0...6) {
      case 0, 1, 2: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
      case 3: bytes.removeSubrange(index..<end)
      case 4: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
      case 5: bytes.removeLast(bytes.count - index)
      default: bytes.insert(contentsOf: random.pick(tokens), at: index)
      }
    }
    return bytes
  }

  private func isPlaced(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.kind == .unreadable && diagnostic.location?.file == "f"
  }

  @Test func `10,000 damaged CSV files are read or rejected`() {
    let samples = [
      "Key;Status;Value (de)\r\na;initial;\"x;\"\"y\"\"\r\nz\"\r\n\r\nb;; c \n",
      "sep=,\na,b\r\"é\",😀\r",
    ].map { Array($0.utf8) }
    let units: [UInt8] = samples[0].flatMap { (byte) -> [UInt8] in [byte, 0] }
    let wide = [0xFF, 0xFE] + units
    let tokens: [[UInt8]] =
      ["\"", "\"\"", ";", ",", "\t", "\r", "\n", "\r\n", " ", "sep=;\n"].map { Array($0.utf8) }
      + [[0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF]]
    var random = SeededGenerator(seed: 41)
    var refused = 0
    for number in 0..<10_000 {
      let bytes = Self.damaged(random.pick(samples + [wide]), tokens, &random)
      let reader = CSVReader(dropsOuterSpaces: random.once(in: 2))
      do throws(Diagnostic) {
        let table = try reader.decode(bytes, file: "f")
        let count = table.rows.reduce(0) { $0 + $1.cells.count }
        #expect(count <= bytes.count + 1, "file \(number)")
        var writer = CSVWriter()
        writer.quoting = .always
        let again = try CSVReader(separator: .comma).decode(writer.encode(table), file: "f")
        #expect(again.texts == table.texts, "file \(number)")
      } catch {
        refused += 1
        #expect(isPlaced(error) && error.location?.start != nil, "file \(number)")
      }
    }
    #expect(refused > 1000 && refused < 9000)
  }

  @Test func `10,000 damaged workbooks are read or rejected`() throws {
    let table = Table([["Key", "Text"], ["a", "é _x000D_\n"], ["b", ""]])
    let sample = try Workbook(sheets: [Workbook.Sheet(name: "S", table: table)]).encode(file: "")
    let signatures = [0x0403_4B50, 0x0201_4B50, 0x0605_4B50, 0x0706_4B50, 0xFFFF_FFFF, 0]
    let tokens = signatures.map { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var random = SeededGenerator(seed: 42)
    var refused = 0
    for number in 0..<10_000 {
      let bytes = Self.damaged(sample, tokens, &random)
      do throws(Diagnostic) {
        let workbook = try Workbook.decode(bytes, file: "f")
        #expect(workbook.sheets.map(\.table.texts) == [table.withoutEmptyEnds], "file \(number)")
      } catch {
        refused += 1
        #expect(isPlaced(error), "file \(number): \(error)")
      }
    }
    #expect(refused > 5000 && refused < 10_000)
  }

  @Test func `2,500 damaged sheets in valid archives are read or rejected`() throws {
    let table = Table([["Key", "Text"], ["a", "é _x000D_\n"], ["b", ""]])
    let sample = try Workbook(sheets: [Workbook.Sheet(name: "S", table: table)]).encode(file: "")
    var source = try ZipReader(sample, file: "f", limit: 1 << 20)
    var parts: [(String, [UInt8])] = []
    for name in [
      "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml",
      "xl/worksheets/sheet1.xml",
    ] {
      let entry = try #require(source.entry(named: name))
      parts.append((name, try source.read(entry)))
    }
    let tokens = [
      "<row r=\"1048576\">", "<c r=\"XFD1\"/>", "<v>99999999999999999999</v>", "</c>", "</row>",
      "t=\"s\"", "t=\"b\"", "<t>", "<r>", "<is><t>x</t></is>", "_x0000_", "xmlns=\"\"", "&#10;",
      "../",
      "r=\"A0\"", "<sheetData>", "<rPh>",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 43)
    var refused = 0
    for number in 0..<2_500 {
      var archive = ZipWriter(file: "f")
      let victim = random.number(0...parts.count - 1)
      for (index, (name, bytes)) in parts.enumerated() {
        try archive.append(
          name, index == victim ? Self.damaged(bytes, tokens, &random) : bytes)
      }
      let bytes = try archive.finish()
      do throws(Diagnostic) {
        _ = try Workbook.decode(bytes, file: "f")
      } catch {
        refused += 1
        #expect(isPlaced(error), "file \(number): \(error)")
      }
    }
    #expect(refused > 500 && refused < 2_500)
  }
}

extension Table {
  /// The rows as a workbook returns them, which has no empty cells.
  fileprivate var withoutEmptyEnds: [[[UInt8]]] {
    texts.map { row in
      var row = row
      while row.last?.isEmpty == true { row.removeLast() }
      return row
    }
  }
}
