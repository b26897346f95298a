import Dispatch
import Testing
import TremaSupport

@testable import TremaLocalization

@Suite struct StringCacheTests {
  /// Returns the text cached under a key; the keys are those of entries with the numbers of their
  /// places.
  private func text(_ key: String, in kept: StringCache, of keys: [String]) -> String? {
    key.withRawBytes { bytes in
      kept.text(of: bytes) { number in keys[number].utf8.elementsEqual(key.utf8) }
    }
  }

  private func keep(_ number: Int, of keys: [String], in kept: StringCache) {
    keys[number].withRawBytes {
      kept.store("text of \(keys[number])", UInt32(number), under: $0)
    }
  }

  @Test func `every cached text is found, and no others`() {
    let keys = (0..<10_000).map { "screen\($0 % 97).label\($0)" }
    let kept = StringCache(count: keys.count)
    for number in stride(from: 0, to: keys.count, by: 2) { keep(number, of: keys, in: kept) }
    for (number, key) in keys.enumerated() {
      let expected = number.isMultiple(of: 2) ? "text of \(key)" : nil
      #expect(text(key, in: kept, of: keys) == expected)
    }
  }

  @Test func `keys of every length are distinguished`() {
    // Longer keys than the cache's limit differ in the cached part, or behind it.
    var keys = [""]
    for count in 1...70 {
      keys.append(String(repeating: "a", count: count))
      keys.append(String(repeating: "\0", count: count))
      keys.append(
        String(repeating: "a", count: count - 1) + "b" + String(repeating: "a", count: 70 - count))
    }
    let kept = StringCache(count: keys.count)
    for number in keys.indices where number % 3 != 0 { keep(number, of: keys, in: kept) }
    for (number, key) in keys.enumerated() {
      let expected = number % 3 == 0 ? nil : "text of \(key)"
      #expect(text(key, in: kept, of: keys) == expected, "\(key)")
    }
  }

  @Test func `keys are compared byte for byte`() {
    let keys = ["\u{E9}", "e\u{301}", "", "\0", "a\u{323}\u{307}", "a\u{307}\u{323}"]
    let kept = StringCache(count: keys.count)
    for number in keys.indices { keep(number, of: keys, in: kept) }
    for key in keys {
      let found = text(key, in: kept, of: keys)
      #expect(found?.utf8.elementsEqual("text of \(key)".utf8) == true)
    }
  }

  @Test func `keys that all collide in one slot are found, or not cached`() {
    let keys = (0..<1_000).map { "key \($0)" }
    // With this seed, every hash is the same.
    let kept = StringCache(count: keys.count, seed: KeyHash(0, 0, 0))
    for number in keys.indices { keep(number, of: keys, in: kept) }
    let found = keys.map { text($0, in: kept, of: keys) }
    for (key, text) in zip(keys, found) where text != nil { #expect(text == "text of \(key)") }
    // The maximum length of a search.
    #expect(found.compactMap { $0 }.count == 32)
    #expect(found[0] != nil)
  }

  @Test func `a text that several threads cache concurrently is found by all of them`() {
    let keys = (0..<2_000).map { "label\($0)" }
    let kept = StringCache(count: keys.count)
    let wrong = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in keys.indices {
        let number = (step * 7 + thread * 13) % keys.count
        let before = text(keys[number], in: kept, of: keys)
        keep(number, of: keys, in: kept)
        let after = text(keys[number], in: kept, of: keys)
        if after != "text of \(keys[number])" || before.map({ $0 != after }) == true {
          wrong.add(1)
        }
      }
    }
    #expect(wrong.value == 0)
  }
}
