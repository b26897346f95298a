import Testing
import TremaMessages
import TremaTestSupport

@testable import TremaFormats

@Suite struct TableTests {
  private func hash(_ key: String, seed: UInt64) -> UInt64 {
    Array(key.utf8).withUnsafeBytes { CompiledHash(seed: seed)($0) }
  }

  private func made(_ keys: [String], firstSeed: UInt64) -> CompiledTable? {
    let bytes = keys.map { Array($0.utf8) }
    func hash(_ function: CompiledHash, _ number: Int) -> UInt64 {
      bytes[number].withUnsafeBytes { function($0) }
    }
    return CompiledTable(
      CompiledTable.order(keys.count, CompiledHash(seed: firstSeed), hash), firstSeed: firstSeed,
      hash)
  }

  @Test(
    arguments: [
      // Made by another implementation of the page: Judges/compiled.py --hash.
      (0, "", 7935983456743765902),
      (0, "a", 3195973365943577939),
      (0, "12345678", 16039084486586411299),
      (0, "123456789", 16676373086146916288),
      (0, "login.title.größe", 4481562642561817362),
      (1, "", 12457087399961784136),
      (1, "a", 10720555751920346236),
      (1, "12345678", 5517681365080868415),
      (1, "123456789", 9199008977594919474),
      (1, "login.title.größe", 14229936740386468090),
      (UInt64.max, "", 6193609121807420522),
      (UInt64.max, "a", 1272423717577794940),
      (UInt64.max, "12345678", 6617529392377195569),
      (UInt64.max, "123456789", 18245740981488321476),
      (UInt64.max, "login.title.größe", 11687685837871366970),
    ] as [(UInt64, String, UInt64)])
  func `the hash matches the page`(_ seed: UInt64, _ key: String, _ value: UInt64) {
    #expect(hash(key, seed: seed) == value)
  }

  @Test func `keys that collide under the first seed get another seed`() throws {
    // Keys for a full table of 64 slots, all with the same home slot.
    var keys: [String] = []
    var number = 0
    while keys.count < 64 {
      let key = "key \(number)"
      if CompiledHash.home(hash(key, seed: 7), of: 128) == 5 { keys.append(key) }
      number += 1
    }
    let table = try #require(made(keys, firstSeed: 7))
    #expect(table.seed == 8)
    #expect(table.bucketCount == 128)
    #expect(table.probeLimit <= 16)
  }

  @Test func `keys that collide under many seeds get a larger table`() throws {
    // Under each of the first sixteen seeds, about seventeen keys share a home slot.
    var keys: Set<String> = []
    for seed in 0..<16 as Range<UInt64> {
      var number = 0
      var found = 0
      while found < 17 {
        let key = "\(seed) \(number)"
        // Their home slots differ in a table twice as large.
        if CompiledHash.home(hash(key, seed: seed), of: 2 * 16 * 17) == 3 {
          keys.insert(key)
          found += 1
        }
        number += 1
      }
    }
    #expect(keys.count == 16 * 17)
    let table = try #require(made(keys.sorted(), firstSeed: 0))
    #expect(table.seed >= 16)
    #expect(table.bucketCount == 4 * 16 * 17)
    #expect(table.probeLimit <= 16)
  }

  @Test func `the seed depends on all keys`() throws {
    // An additional letter in one key changes the seed.
    let texts = (0..<100).map { ("key \($0)", "") }
    let first = CompiledSample.file(texts)
    let second = CompiledSample.file(texts.dropLast() + [("key 99!", "")])
    let other = CompiledSample.file(texts.map { ($0.0, "other texts") })
    #expect(first[24..<32] != second[24..<32])
    #expect(first[24..<32] == other[24..<32])
  }

  @Test func `probe sequences are short for any number of keys`() throws {
    var longest = 0
    for count in [0, 1, 2, 3, 10, 100, 1_000, 10_000, 50_000] {
      let table = try #require(made((0..<count).map { "k\($0)" }, firstSeed: UInt64(count)))
      #expect(table.bucketCount == max(1, 2 * count))
      #expect(table.slots.count == table.bucketCount + table.probeLimit - 1)
      #expect(table.slots.compactMap { $0 }.count == count)
      longest = max(longest, table.probeLimit)
    }
    #expect((2...16).contains(longest))
  }

  @Test func `hashes of similar keys are spread evenly`() {
    // 64 buckets for 64,000 keys: 1,000 each, and a standard deviation of 31.
    let families: [(Int) -> String] = [
      { "\($0)" }, { "screen.title.\($0)" }, { String(repeating: "a", count: $0 % 700) + "\($0)" },
      { "\(String($0, radix: 2)).label" },
    ]
    for make in families {
      var counts = [Int](repeating: 0, count: 64)
      var low = counts
      for number in 0..<64_000 {
        let hash = hash(make(number), seed: 1)
        counts[CompiledHash.home(hash, of: 64)] += 1
        low[Int(CompiledHash.fingerprint(hash) % 64)] += 1
      }
      for counts in [counts, low] { #expect(counts.allSatisfy { (850...1_150).contains($0) }) }
    }
  }
}
