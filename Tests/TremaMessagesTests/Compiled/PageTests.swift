import Foundation
import Testing
import TremaMessages
import TremaTestSupport

/// Checks that `Documentation/Formats/Compiled.md` describes every byte correctly.
@Suite struct PageTests {
  private let page: String

  init() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Formats/Compiled.md")
    page = try String(contentsOf: url, encoding: .utf8)
  }

  @Test func `the sample equals the file on the page`() throws {
    var bytes: [UInt8] = []
    for line in page.split(separator: "\n") where line.hasPrefix("000000") {
      #expect(Int(line.prefix(8), radix: 16) == bytes.count)
      let digits = line.dropFirst(10).prefix(47).split(separator: " ")
      bytes += digits.compactMap { UInt8($0, radix: 16) }
    }
    #expect(bytes.count == 227)
    let values = page.split(separator: "\n").compactMap { line -> String? in
      guard let start = line.range(of: "status=\"translated\">"),
        let end = line.range(of: "</value>")
      else { return nil }
      return String(line[start.upperBound..<end.lowerBound])
    }
    #expect(values.count == 2)
    #expect(CompiledSample.file(Array(zip(["hello", "days"], values))) == bytes)
  }

  @Test func `the fields of the header are at the page's offsets`() {
    typealias Field = CompiledLayout.Field
    let rows = page.split(separator: "\n").compactMap { line -> (Int, Int, Substring)? in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard cells.count >= 3, let offset = Int(cells[0].split(separator: " ").first ?? ""),
        let size = Int(cells[1].split(separator: " ").first ?? "")
      else { return nil }
      return (offset, size, cells[2])
    }
    #expect(
      rows.map(\.0) == [
        0, Field.version, Field.fileLength, Field.checksum, Field.entryCount, Field.seed,
        Field.bucketCount, Field.probes, Field.entries, Field.heap, Field.language,
        Field.languageLength, Field.reserved,
      ])
    // There is no gap, up to the end of the header.
    for (row, next) in zip(rows, rows.dropFirst().map(\.0) + [CompiledLayout.headerSize]) {
      #expect(row.0 + row.1 == next, "\(row.2)")
    }
  }

  @Test(arguments: [
    CompiledLayout.magic.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: " "),
    "| 8 | 4 | version | \(CompiledLayout.version) |",
    "from \(CompiledLayout.checksumStart) to the end",
    "1 to \(CompiledLayout.maxProbes) |",
    "\(CompiledLayout.headerSize) + \(CompiledLayout.slotSize) × (buckets + probes − 1)",
    "+ \(CompiledLayout.entrySize) × entries",
    "nest \(CompiledLayout.maxDepth) deep at most",
    "No number is above 999,999,999",
    "up to \(CompiledLayout.maxDigits) each",
  ])
  func `the layout constants match the page`(_ words: String) {
    #expect(page.contains(words))
  }

  @Test func `the pattern codes match the page`() {
    #expect(CompiledLayout.maxNumber == 999_999_999)
    #expect(CompiledPattern.Element.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(CompiledPattern.Kind.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    #expect(CompiledPattern.exact == 6)
    for words in [
      "`0` plain", "`1` number", "`2` date, `3` time", "`4` plural, `5` ordinal", "`6` select",
      "`0` zero, `1` one, `2` two, `3` few, `4` many, `5` other; `6` and a number",
      "0 `hh`, 1 `h`, 2 `l`, 3 `ll`, 4 `q`, 5 `z`, 6 `t`, 7 `j`, 8 `L`",
      "`1` short, `2` medium, `3` long, `4` full",
    ] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test func `the hash constants match the page`() throws {
    // The judge follows the page, and the tests of the table compare with it.
    let judge = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Judges/compiled.py")
    let script = try String(contentsOf: judge, encoding: .utf8)
    for constant in ["9E3779B97F4A7C15", "BF58476D1CE4E5B9", "94D049BB133111EB"] {
      #expect(page.contains("= \(constant)"))
      #expect(script.contains("0x\(constant)"))
    }
  }

  @Test func `the page has the sections of other formats`() {
    for heading in ["Sample", "Mapping", "Losses", "Errors", "Source"] {
      #expect(page.contains("\n## \(heading)\n"))
    }
  }
}
