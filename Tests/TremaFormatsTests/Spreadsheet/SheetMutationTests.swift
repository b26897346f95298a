import Testing
import TremaCatalog
import TremaFormats
import TremaSupport
import TremaTestSupport

/// Randomly damaged files and tables are read promptly or rejected with a message.
@Suite struct SheetMutationTests {
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let tokens = [
      "\"", ",", ";", "\t", "\r\n", "(", ")", "Key", "Value", "Value (", "Status (de)", "de",
      "(de)",
      "Master", "{n, plural, other {", "}", "%1$@", "\\", "-", "\u{0}", "sep=;\n",
    ]
    var bytes = bytes
    for _ in 0..<random.number(1...3) where !bytes.isEmpty {
      let index = random.number(0...bytes.count - 1)
      let end = min(bytes.count, index + random.number(1...8))
      switch random.number(0...5) {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
      case 3: bytes.removeLast(bytes.count - index)
      default: bytes.insert(contentsOf: Array(random.pick(tokens).utf8), at: index)
      }
    }
    return bytes
  }

  private func isPlaced(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.location?.file == "f" && diagnostic.hint?.isEmpty == false
  }

  private static let samples = [
    "Key;Status;Master (de);Value (fr);Context\r\na;initial;\"x;\r\nz\";y;c\r\nb;;{n, plural, one {#} other {#}};;\r\n",
    "Key,Context,de,fr,Status (de),Status (fr)\na,c,x,y,verified,initial\nb,,%1$@,,,\n",
    "Key\tde\tGerman (de-CH)\na\tx\ty\n",
  ]

  @Test(arguments: [ReadableFormat.csv, .tsv])
  func `2,500 damaged text files are read or rejected`(format: ReadableFormat) {
    var random = SeededGenerator(seed: 75)
    var refused = 0
    for number in 0..<2_500 {
      let sample = random.pick(Self.samples)
      let text =
        format == .tsv ? sample.replacing(";", with: "\t").replacing(",", with: "\t") : sample
      let bytes = Self.damaged(Array(text.utf8), &random)
      do throws(Diagnostic) {
        let reading = try format.read(bytes, ReadingOptions(file: "f"))
        #expect(reading.diagnostics.allSatisfy(isPlaced), "file \(number)")
        #expect(Set(reading.texts.map { ExactKey($0.key) }).count == reading.texts.count)
        for text in reading.texts {
          #expect(Set(text.values.map(\.language)).count == text.values.count, "file \(number)")
        }
      } catch {
        refused += 1
        #expect(error.kind == .unreadable && error.location?.file == "f", "file \(number)")
      }
    }
    #expect(refused > 125 && refused < 2250, "\(refused)")
  }

  /// Fewer, since each is packed and unpacked: damage to the container is for the tests of tables.
  @Test func `500 workbooks with damaged cells are read or rejected`() throws {
    var random = SeededGenerator(seed: 76)
    var refused = 0
    for number in 0..<500 {
      let bytes = Self.damaged(Array(random.pick(Self.samples).utf8), &random).filter { $0 != 0 }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let table = try? CSVReader().decode(Array(text.utf8), file: "") else { continue }
      let sheet = Workbook.Sheet(name: random.pick(["S", "Text Resources"]), table: table)
      let workbook = try Workbook(sheets: [sheet]).encode(file: "")
      do throws(Diagnostic) {
        let reading = try ReadableFormat.xlsx.read(workbook, ReadingOptions(file: "f"))
        #expect(reading.diagnostics.allSatisfy(isPlaced), "file \(number)")
        #expect(reading.diagnostics.allSatisfy { $0.location?.start == nil }, "file \(number)")
      } catch {
        refused += 1
        #expect(isPlaced(error) && error.kind == .unreadable, "file \(number): \(error)")
      }
    }
    #expect(refused > 20 && refused < 480, "\(refused)")
  }

  @Test func `thousands of columns are read promptly`() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
    let tags = letters.flatMap { a in letters.flatMap { b in letters.map { "\(a)\(b)\($0)" } } }
      .filter { $0 != "key" }.prefix(8000)
    var text = "Key," + tags.joined(separator: ",")
    text += "," + tags.map { "Status (\($0))" }.joined(separator: ",") + "\n"
    for row in 0..<20 { text += "k\(row)" + String(repeating: ",x", count: 8000) + "\n" }
    let duration = try ThreadTime.of {
      let reading = try ReadableFormat.csv.texts(Array(text.utf8))
      #expect(reading.texts.map(\.values.count) == Array(repeating: 8000, count: 20))
    }
    #expect(duration < ThreadSanitizer.bound(ofTime: .seconds(20)))
  }
}
