import Dispatch
import Testing
import TremaSupport

@testable import TremaLocalization

/// Threads that request the same compiled text concurrently get copies of it.
@Suite struct CopyTests {
  private static let texts = (0..<1_000).map { number in
    (
      "label \(number)",
      number.isMultiple(of: 3) ? "text \(number)" : "a text that is longer, \(number)"
    )
  }

  private static func address(_ text: String?) -> UInt? {
    text?.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? nil
  }

  @Test func `every copy has all texts, in its own memory, and no others`() throws {
    // With an unlucky random seed, a cache does not store all texts.
    let compiled = CompiledTexts(
      try CompiledSample.catalogue(Self.texts + [("shop", "{0, plural, one {one} other {#}}")]),
      seed: KeyHash(0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB))
    for (key, expected) in Self.texts {
      var addresses: Set<UInt> = []
      // The first round creates the copies, the second one finds them.
      for copy in Array(0...ReplicaSelector.replicaCount) + Array(0...ReplicaSelector.replicaCount)
      {
        let text = compiled.plainText(of: key, copy: copy)
        #expect(text == expected)
        if expected.utf8.count > 15, let address = Self.address(text) { addresses.insert(address) }
      }
      #expect(addresses.count == (expected.utf8.count > 15 ? ReplicaSelector.replicaCount + 1 : 0))
    }
    for copy in 0...ReplicaSelector.replicaCount {
      #expect(compiled.plainText(of: "shop", copy: copy) == nil)
      #expect(compiled.plainText(of: "label", copy: copy) == nil)
    }
  }

  @Test func `a text that several threads copy concurrently is found by all of them`() throws {
    let compiled = CompiledTexts(try CompiledSample.catalogue(Self.texts))
    let wrong = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<4_000 {
        let (key, expected) = Self.texts[(step * 7 + thread * 13) % Self.texts.count]
        if compiled.plainText(of: key, copy: thread % 3) != expected { wrong.add(1) }
      }
    }
    #expect(wrong.value == 0)
  }
}
