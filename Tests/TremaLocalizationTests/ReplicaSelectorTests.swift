import Dispatch
import Foundation
import Testing
import TremaSupport

@testable import TremaLocalization

/// Threads that request the same text concurrently get copies of it.
@Suite struct StringCopyTests {
  private static let keys = (0..<3_000).map { "screen\($0 % 97).label\($0)" }

  /// Some are short enough to need no memory of their own; those of the last keys are not plain.
  private static let texts = (0..<2_000).map {
    $0.isMultiple(of: 3) ? "text \($0)" : "a text that is longer, \($0)"
  }

  /// The address of a text's bytes; nil for a text that has no memory of its own.
  private static func address(_ text: String?) -> UInt? {
    guard let text, text.utf8.count > 15 else { return nil }
    return text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? nil
  }

  @Test func `the first thread uses the original texts, others use copies`() {
    var first = ReplicaSelector(thread: 0)
    for _ in 0..<1_000 { #expect(first.next() == 0) }
    for thread in 1...20 {
      var other = ReplicaSelector(thread: thread)
      for _ in 0..<1_000 { #expect((1...ReplicaSelector.replicaCount).contains(other.next())) }
    }
  }

  @Test func `every copy has all texts, in its own memory, and no others`() {
    let index = TextIndex(Self.keys, texts: Self.texts)
    var addresses: [Set<UInt>] = Self.keys.map { _ in [] }
    // The first round creates the copies, the second one finds them.
    for _ in 1...2 {
      for copy in 1...ReplicaSelector.replicaCount {
        for (number, key) in Self.keys.enumerated() {
          let text = index.text(of: key, copy: copy)
          #expect(text == (number < Self.texts.count ? Self.texts[number] : nil))
          if let address = Self.address(text) { addresses[number].insert(address) }
        }
        #expect(index.text(of: "a key that is not there", copy: copy) == nil)
      }
    }
    for (number, key) in Self.keys.enumerated() where number < Self.texts.count {
      let isLong = Self.texts[number].utf8.count > 15
      #expect(addresses[number].count == (isLong ? ReplicaSelector.replicaCount : 0))
      if let own = Self.address(index.text(of: key)) { #expect(!addresses[number].contains(own)) }
    }
  }

  @Test func `keys that all collide in one slot are found by their bytes`() {
    let keys =
      ["\u{E9}", "e\u{301}", "", "\0", "a\u{323}\u{307}", "a\u{307}\u{323}"]
      + (0..<100).map { "key \($0)" }
    let texts = keys.indices.map { "the text with the number \($0)" }
    // With this seed, every hash is the same.
    let index = TextIndex(keys, texts: texts, seed: KeyHash(0, 0, 0))
    for round in 1...3 {
      for number in keys.indices.reversed() {
        #expect(index.text(of: keys[number], copy: 1) == texts[number], "\(round)")
      }
    }
    #expect(index.text(of: "key 100", copy: 1) == nil)
  }

  @Test func `an index without texts has no copies`() {
    #expect(TextIndex([], texts: []).text(of: "a", copy: 1) == nil)
    #expect(TextIndex(["a"], texts: []).text(of: "a", copy: ReplicaSelector.replicaCount) == nil)
  }

  @Test func `a text that several threads copy concurrently has a single copy`() {
    let index = TextIndex(Self.keys, texts: Self.texts)
    let wrong = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<4_000 {
        let number = (step * 7 + thread * 13) % Self.texts.count
        let text = index.text(of: Self.keys[number], copy: 1 + thread % 2)
        if text != Self.texts[number] { wrong.add(1) }
      }
    }
    #expect(wrong.value == 0)
    for (number, key) in Self.keys.enumerated() where number < Self.texts.count {
      let (one, same) = (index.text(of: key, copy: 1), index.text(of: key, copy: 1))
      #expect(one == Self.texts[number])
      #expect(Self.address(one) == Self.address(same))
    }
  }

  @Test func `concurrent threads get copies, and all of them see reloaded files`() async {
    // Runs in a separate process: removing cached files affects all tests of this one.
    await #expect(processExitsWith: .success) {
      let bundle = try TemporaryBundle(["de.lproj/Localizable.strings": ""])
      func write(_ mark: Int) throws {
        let lines = (0..<200).map {
          "\"key \($0)\" = \"text \($0) of the files of round \(mark)\";\n"
        }
        // Atomically: threads may be reading the previous file.
        try Data(lines.joined().utf8)
          .write(to: bundle.file("de.lproj/Localizable.strings"), options: .atomic)
        Translator.reload()
      }
      try write(0)
      let (german, problems) = translator(bundle, ["de"])
      // The text of the first thread of the process.
      let own = german.translate("key 1")
      #expect(StringCopyTests.address(german.translate("key 1")) == StringCopyTests.address(own))
      let round = LockedValue(0)
      let wrong = LockedValue<[String]>([])
      let copies = LockedValue<Set<UInt>>([])
      let done = DispatchGroup()
      for thread in 0..<8 {
        done.enter()
        Thread {
          defer { done.leave() }
          for step in 0..<20_000 {
            let number = (step + thread * 25) % 200
            let before = round.value
            let text = german.translate("key \(number)")
            let known = (before...(round.value + 1)).map {
              "text \(number) of the files of round \($0)"
            }
            if !known.contains(text) { wrong.withLock { $0.append(text) } }
            if before == 0, number == 1, round.value == 0,
              let address = StringCopyTests.address(text)
            {
              copies.withLock { _ = $0.insert(address) }
            }
          }
        }.start()
      }
      while copies.value.isEmpty { await Task.yield() }
      for next in 1...20 {
        try write(next)
        round.value = next
        await Task.yield()
      }
      await withCheckedContinuation { continuation in
        done.notify(queue: .global()) { continuation.resume() }
      }
      #expect(wrong.value == [])
      #expect(problems.all.isEmpty)
      // No copy is the text of the first thread, which still exists.
      withExtendedLifetime(own) {
        #expect(!copies.value.contains(StringCopyTests.address(own) ?? 0))
      }
    }
  }
}
