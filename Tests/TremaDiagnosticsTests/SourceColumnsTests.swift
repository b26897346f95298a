import Testing
import TremaTestSupport

import struct TremaSupport.SourceLocation
import struct TremaSupport.SourcePosition

@testable import TremaDiagnostics
@testable import TremaSupport

@Suite struct SourceColumnsTests {
  /// A column counted from the beginning of its line.
  private func counted(_ column: Int, in line: String, isFirst: Bool) -> Int? {
    var scalars = Substring(line).unicodeScalars
    if isFirst, scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
    var (bytes, units) = (0, 0)
    while bytes < column - 1 {
      guard let scalar = scalars.popFirst() else { return nil }
      bytes += UTF8.width(scalar)
      units += UTF16.width(scalar)
    }
    return units + 1
  }

  @Test func `columns requested in any order equal those counted from the start`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      let lines = (1...3).map { _ in
        let length = random.pick([0, 5, 200, 900])
        let mark = random.once(in: 3) ? "\u{FEFF}" : ""
        let letters = ["a", "b", "é", "ж", "日", "😀", "e\u{301}"]
        return mark + (0..<length).map { _ in random.pick(letters) }.joined()
      }
      var columns = SourceColumns { location in
        location.start.flatMap { $0.line > 3 ? nil : lines[$0.line - 1] }
      }
      for _ in 0..<200 {
        let line = random.number(1...4)
        let column = random.number(1...max(2, lines[min(line, 3) - 1].utf8.count + 9))
        let found = columns.utf16(SourcePosition(line: line, column: column), in: "a")
        #expect(
          found == (line > 3 ? nil : counted(column, in: lines[line - 1], isFirst: line == 1)))
      }
    }
  }

  @Test(arguments: [1, 2])
  func `columns on long lines are counted from the closest known one in either direction`(
    lines: Int
  ) {
    func time(_ count: Int) -> Duration {
      let line = String(repeating: "<value>é</value>", count: count * 40)
      let length = line.utf8.count
      return (0..<3).map { _ in
        var columns = SourceColumns { _ in line }
        var found = 0
        let time = ThreadTime.of {
          for number in 0..<count {
            for column in [length - number, length - number + 1, 1 + number, length / 2] {
              let position = SourcePosition(line: 1 + number % lines, column: column)
              found += columns.utf16(position, in: "a") == nil ? 0 : 1
            }
          }
        }
        #expect(found == count * 4)
        return time
      }.min() ?? .zero
    }
    // Counted from the beginning they would take 16 times as long.
    #expect(time(800) / time(200) < 9)
  }
}
