import Testing
import TremaTestSupport

/// The invalid binary property lists in CPython's tests.
///
/// Source: CPython, `Lib/test/test_plistlib.py`, `INVALID_BINARY_PLISTS`; recreated by name.
@Suite struct InvalidBinaryTests {
  private static func file(_ change: (inout BinaryFile) -> Void) -> [UInt8] {
    var file = BinaryFile([0xD1, 1, 2], [0x51, 0x61], [0x51, 0x62])
    file.offsetSize = 1
    change(&file)
    return file.bytes
  }

  private static func object(_ object: [UInt8]) -> [UInt8] { file { $0.objects = [object] } }

  /// Sizes of one object: a little too large, of 32 bits, of 64 bits, and with the sign bit.
  private static func sizes(_ name: String, _ marker: UInt8) -> [(String, [UInt8])] {
    [
      ("too large \(name) size", object([marker | 0x0F, 0x10, 100])),
      ("\(name) size of 32 bits", object([marker | 0x0F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF])),
      ("\(name) size of 64 bits", object([marker | 0x0F, 0x13] + BinaryFile.number(.max >> 1, 8))),
      ("overflow in \(name) size", object([marker | 0x0F, 0x13] + BinaryFile.number(.max, 8))),
    ]
  }

  private static let files: [(name: String, bytes: [UInt8])] =
    [
      ("too short data", Array("bplist00".utf8)),
      ("too large table offset, offsets of 1", file { $0.table = 0x64 }),
      ("too large table offset, offsets of 3", file { ($0.table, $0.offsetSize) = (0x64, 3) }),
      ("overflow in table offset", file { $0.table = .max }),
      ("too large top object", file { $0.top = 3 }),
      ("overflow in top object", file { $0.top = .max }),
      ("too large count, offsets of 1", file { $0.count = 0xFF }),
      ("too large count, offsets of 3", file { ($0.count, $0.offsetSize) = (0xFF, 3) }),
      ("count of 32 bits", file { $0.count = 0x7FFF_FFFF }),
      ("count of 64 bits", file { $0.count = 0x7FFF_FFFF_FFFF_FFFF }),
      ("overflow in count", file { $0.count = .max }),
      ("offset size 0", file { $0.offsetSize = 0 }),
      ("reference size 0", file { $0.referenceSize = 0 }),
      ("too large offset", file { $0.offsets = [8, 11, 0xFF] }),
      ("overflow in offset", file { ($0.offsetSize, $0.offsets) = (8, [8, 11, .max]) }),
      ("too large reference", file { $0.objects[0] = [0xD1, 1, 0xFF] }),
      ("invalid ASCII", object([0x51, 0xFF])),
      ("invalid UTF-16", object([0x61, 0xD8, 0x00])),
    ] + sizes("array", 0xA0) + sizes("data", 0x40) + sizes("ASCII", 0x50) + sizes("UTF-16", 0x60)

  @Test func `files that CPython rejects are rejected with a byte offset`() throws {
    let folder = try TemporaryFolder()
    for (number, file) in Self.files.enumerated() {
      let verdict = Verdict.of(file.bytes)
      let isLocated = verdict.first?.contains(": byte ") == true
      #expect(
        verdict.count == 1 && verdict[0].hasPrefix("unreadable 1:1 invalid") && isLocated,
        "\(file.name): \(verdict)")
      try folder.write(file.bytes, to: "\(number)")
    }
    let names = Self.files.indices.map(String.init)
    let plistlib = try PlatformJudges.plistlib(names, in: folder)
    for (number, file) in Self.files.enumerated() {
      #expect(plistlib["\(number)"] == "error", "\(file.name)")
    }
  }
}
