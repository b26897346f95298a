import ConfigKit
import Foundation
import Testing

@Suite struct NestingTests {
  /// Secondary threads have a 512 KB stack on Apple platforms; without optimization,
  /// frames are several times as large, so the test uses two megabytes.
  @Test func `configurations of maximum depth fit on the stack of a secondary thread`() async {
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
