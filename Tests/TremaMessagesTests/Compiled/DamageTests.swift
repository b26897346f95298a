import Foundation
import Testing
import TremaMessages
import TremaTestSupport

@Suite struct DamageTests {
  @Test func `ten thousand corrupted files never trap or cause out-of-bounds reads`() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        // A hang is a failure as well.
        alarm(300)
        var random = SeededGenerator(seed: 2026)
        let sample = CompiledSample.file(CompiledSample.texts)
        let memory = try GuardedMemory(size: 1 << 16)
        var (opened, refused, messages) = (0, 0, 0)
        for number in 0..<10_000 {
          let bytes = Damage.of(sample, &random)
          let (isOpen, read) = memory.with(bytes, atEnd: number % 2 == 0) { Damage.examine($0) }
          opened += isOpen ? 1 : 0
          refused += isOpen ? 0 : 1
          messages += read
        }
        print(opened, refused, messages)
        // Both outcomes must occur, and corruption must reach the messages.
        if opened < 3_000 || refused < 1_000 || messages < 50_000 { exit(1) }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  @Test func `guarded memory detects a read past the end`() async {
    await #expect(processExitsWith: .failure) {
      let memory = try GuardedMemory(size: 1 << 16)
      let sum = memory.with([1, 2, 3], atEnd: true) { bytes in
        UnsafeRawBufferPointer(start: bytes.baseAddress, count: bytes.count + 1).reduce(0) {
          $0 &+ $1
        }
      }
      // Reached only if no access trapped.
      exit(sum == 0 ? 0 : 0)
    }
  }

  @Test func `every truncated file is rejected`() throws {
    let sample = CompiledSample.file(CompiledSample.texts)
    for count in 0..<sample.count {
      #expect(throws: CompiledProblem.self) {
        try CompiledCatalog(CompiledBytes(copying: sample[..<count]))
      }
    }
  }

  @Test func `verification detects every changed byte`() throws {
    let sample = CompiledSample.file([
      ("a", "plain"), ("b", "%@"), ("é", "{n, plural, one {# day} other {}}"),
    ])
    for offset in sample.indices {
      var bytes = sample
      bytes[offset] ^= 1 << UInt8(offset % 8)
      #expect(throws: CompiledProblem.self, "\(offset)") {
        try CompiledCatalog(CompiledBytes(copying: bytes)).verify()
      }
    }
  }

  @Test(
    arguments: [
      ([], CompiledProblem.Kind.notCompiled, 0, "it is not a compiled catalogue"),
      ([(0, 0x88)], .notCompiled, 0, "it is not a compiled catalogue"),
      (
        [(8, 2)], .version(2), 8,
        "it has format version 2, but only version 1 is supported"
      ),
      ([(12, 0)], .length, 12, nil),
      ([(36, 0)], .damaged, 36, "a lookup would probe 0 slots (1 to 16)"),
      ([(36, 17)], .damaged, 36, "a lookup would probe 17 slots (1 to 16)"),
      ([(32, 0)], .damaged, 32, "the table is too small for its entries"),
      ([(40, 0)], .damaged, 40, "the entries do not begin where the slots end"),
      ([(44, 1)], .damaged, 44, "the heap does not begin where the entries end"),
      ([(48, 0)], .damaged, 48, "the language is outside the heap"),
      ([(52, 9)], .damaged, 48, "the language is outside the heap"),
      ([(60, 1)], .damaged, 56, "the reserved bytes of the header are not zero"),
    ] as [([(Int, UInt8)], CompiledProblem.Kind, Int, String?)])
  func `an invalid header is rejected with its location`(
    _ changes: [(Int, UInt8)], _ kind: CompiledProblem.Kind, _ offset: Int, _ reason: String?
  ) throws {
    var bytes = changes.isEmpty ? [] : CompiledSample.file([("a", "b")])
    for (offset, byte) in changes { bytes[offset] = byte }
    let problem = #expect(throws: CompiledProblem.self) {
      try CompiledCatalog(CompiledBytes(copying: bytes))
    }
    #expect(problem?.kind == kind)
    #expect(problem?.offset == offset)
    if let reason { #expect(problem?.reason == reason) }
  }
}

/// A kind of damage to a file, and how it is made.
enum Damage {
  private static let extremes: [UInt32] = [
    0, 1, 2, 15, 16, 17, 63, 64, 65, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000,
    0xFFFF_FFF0, 0xFFFF_FFFE, 0xFFFF_FFFF,
  ]

  /// Changes bits, bytes and words, removes or inserts pieces; the length in the header is
  /// corrected more often than not, so that the bytes behind it are read.
  static func of(_ sample: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = sample
    for _ in 0..<random.number(1...4) where bytes.count > 8 {
      let offset = random.number(0...bytes.count - 1)
      switch random.number(0...9) {
      case 0, 1: bytes[offset] ^= 1 << UInt8(random.number(0...7))
      case 2, 3: bytes[offset] = UInt8(random.number(0...255))
      case 4: replace(&bytes, at: offset & ~3, by: random.pick(extremes))
      case 5: replace(&bytes, at: random.number(2...15) * 4, by: random.pick(extremes))
      case 6: replace(&bytes, at: offset & ~3, by: UInt32(random.number(0...bytes.count + 8)))
      case 7: bytes.removeLast(random.number(0...bytes.count - 1))
      case 8: bytes.removeSubrange(offset..<min(bytes.count, offset + random.number(1...40)))
      default: bytes.insert(contentsOf: bytes[offset...].prefix(random.number(1...40)), at: offset)
      }
    }
    if bytes.count >= 64, !random.once(in: 4) {
      replace(&bytes, at: 12, by: UInt32(bytes.count))
      bytes.replaceSubrange(0..<12, with: sample[..<12])
    }
    return bytes
  }

  private static func replace(_ bytes: inout [UInt8], at offset: Int, by word: UInt32) {
    guard offset + 4 <= bytes.count else { return }
    Swift.withUnsafeBytes(of: word.littleEndian) {
      bytes.replaceSubrange(offset..<offset + 4, with: $0)
    }
  }

  /// Calls all functions of a file.
  ///
  /// - Returns: Whether it could be opened, and the number of its messages.
  static func examine(_ bytes: UnsafeRawBufferPointer) -> (isOpen: Bool, messages: Int) {
    guard let catalogue = try? CompiledCatalog(CompiledBytes(bytes) { _ in }) else {
      return (false, 0)
    }
    var messages = 0
    for (key, _) in CompiledSample.texts + [("missing", "")] {
      guard let entry = catalogue.find(key) else { continue }
      _ = (catalogue.text(entry), catalogue.key(entry), catalogue.shape(entry))
    }
    for entry in 0..<min(catalogue.count, 100) {
      _ = (catalogue.key(entry), catalogue.text(entry), catalogue.shape(entry))
      guard let message = try? catalogue.message(entry) else { continue }
      messages += 1
      let arguments: [any TextArgument] =
        entry % 2 == 0 ? [3, "x", 2.5] : [UInt64.max, Int.min, true, "y"]
      _ = message.formatted(with: arguments, in: .plain(LanguageTag("ru")))
    }
    _ = try? catalogue.verify()
    return (true, messages)
  }
}

/// Pages between two inaccessible ones.
final class GuardedMemory {
  struct Failure: Error {}

  private let start: UnsafeMutableRawPointer
  private let size: Int
  private let page = Int(getpagesize())

  init(size: Int) throws {
    self.size = size
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    let start = mmap(nil, size + 2 * page, PROT_NONE, flags, -1, 0)
    guard let start, start != MAP_FAILED,
      mprotect(start + page, size, PROT_READ | PROT_WRITE) == 0
    else { throw Failure() }
    self.start = start + page
  }

  deinit { munmap(start - page, size + 2 * page) }

  /// - Parameters:
  ///   - atEnd: Whether the bytes end where the pages do; otherwise they begin there.
  ///   - pages: The number of accessible pages; nil for all.
  func with<Result>(
    _ bytes: [UInt8], atEnd: Bool, touchable pages: Int? = nil,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let place = atEnd ? start + (size - bytes.count) : start
    place.copyMemory(from: bytes, byteCount: bytes.count)
    if let pages { mprotect(start + pages * page, size - pages * page, PROT_NONE) }
    return body(UnsafeRawBufferPointer(start: place, count: bytes.count))
  }
}
