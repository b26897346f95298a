import ConfigKit
import Foundation
import Testing

@Suite struct NestingTests {
  /// Threads that are not the main one have half a megabyte on Apple platforms; without optimisation
  /// frames are several times as large, so here it is two megabytes.
  @Test func `the deepest configurations are read and written on the stack of a thread`() async {
    let depth = 512
    let text =
      String(repeating: "{a=(", count: depth / 2) + String(repeating: ");}", count: depth / 2)
    let isWhole: [Bool] = await withCheckedContinuation { continuation in
      let thread = Thread {
        let answers = ConfigOutput.allCases.map { output in
          guard let value = try? ConfigFormat.plist.decode(Array(text.utf8), file: "f").value,
            let bytes = try? output.bytes(of: value, file: "f")
          else { return false }
          return output == .json || output == .yaml
            || (try? ConfigFormat.plist.decode(bytes, file: "f").value) == value
        }
        continuation.resume(returning: answers)
      }
      thread.stackSize = 2 << 20
      thread.start()
    }
    #expect(isWhole == [true, true, true, true])
  }
}
