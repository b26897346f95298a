import Foundation
import Testing
import TremaPropertyLists
import TremaTestSupport

@Suite struct DepthTests {
  /// Apple platforms give half a megabyte to a thread that is not the main one; without
  /// optimisation frames are several times as large, so here it is twice that.
  @Test func `the deepest values fit on the stack of a secondary thread`() async {
    let depth = 512
    let text =
      String(repeating: "{a=(", count: depth / 2) + String(repeating: ");}", count: depth / 2)
    let binary = BinaryFile(
      (1..<UInt64(depth)).map { [0xA1] + BinaryFile.number($0, 2) } + [[0xA0]], referenceSize: 2)
    let bytes = [Array(text.utf8), binary.bytes]
    let answers: [Bool] = await withCheckedContinuation { continuation in
      let thread = Thread {
        let answers = bytes.map { bytes in
          guard let value = try? PropertyList.decode(bytes, file: "f"),
            let xml = try? value.encodedXML(file: "f"),
            let again = try? PropertyList.decode(xml, file: "f").encodedXML(file: "f")
          else { return false }
          return again == xml
        }
        continuation.resume(returning: answers)
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    #expect(answers == [true, true])
  }
}
