import ConfigKit
import Foundation
import TremaTestSupport

/// 10,000 damaged copies of a file, read as configurations; in a process of its own, so that time
/// and memory are those of the reader.
struct MutationRun {
  private(set) var read = 0
  private(set) var refused = 0
  private var growth = 0
  private var milliseconds = 0

  private static let tokens: [[UInt8]] =
    [
      "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "<true/>", "&",
      "<!--", "-->", "<plist>", "</plist>", "<integer>", "<!DOCTYPE", "{", "}", "(", ")", "<", ">",
      ";", "=", ",", "\"", "'", "\\", "/*", "*/", "//", "\\U", "\\777", "999999999999", "-",
    ].map { Array($0.utf8) } + [
      [0xA2, 0, 0], [0xAF, 0x10, 0xFF], [0xDF], [0xFF], [0x00], [0x7F, 0xFF, 0xFF, 0xFF], [0x5F],
      [0x14], [0x80], [0xC1], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xA8], [0xC3],
    ]

  init(path: String) throws {
    let sample = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SeededGenerator(seed: 41)
    let start = clock()
    var memory = try PeakMemory()
    for number in 0..<10_000 {
      // Permanent allocations exist after the first of them.
      if number == 1_000 { memory = try PeakMemory() }
      let bytes = Mutation.of(sample, Self.tokens, &random)
      if (try? ConfigFormat.plist.decode(bytes, file: "f.plist")) != nil {
        read += 1
      } else {
        refused += 1
      }
    }
    milliseconds = Int(clock() - start) * 1000 / Int(CLOCKS_PER_SEC)
    growth = try memory.growth()
  }

  /// The numbers of files read and refused, milliseconds of CPU, and kilobytes of growth of the
  /// peak memory.
  var report: String { "\(read) \(refused) \(milliseconds) \(growth)" }
}
