import Testing
import TremaPropertyLists
import TremaTestSupport

@Suite struct BinaryTests {
  private static let damaged = "; recreate it with plutil -convert binary1; the file is damaged"

  private func value(_ object: [UInt8]) -> String {
    let text = reading(BinaryFile(object).bytes)
    return text.hasSuffix("@1:1") ? String(text.dropLast(4)) : text
  }

  @Test func `numbers of every size are read`() {
    #expect(value([0x10, 0xFF]) == "255")
    #expect(value([0x11, 0xFF, 0xFE]) == "65534")
    #expect(value([0x12, 0xFF, 0xFF, 0xFF, 0xFE]) == "4294967294")
    #expect(value([0x13] + BinaryFile.number(.max, 8)) == "-1")
    #expect(value([0x14] + BinaryFile.number(0, 8) + BinaryFile.number(.max, 8)) == "\(UInt64.max)")
    let lowest = BinaryFile.number(.max, 8) + BinaryFile.number(1 << 63, 8)
    #expect(value([0x14] + lowest) == "\(Int64.min)")
    #expect(value([0x22] + BinaryFile.number(UInt64(Float(1.5).bitPattern), 4)) == "real 1.5")
    #expect(value([0x23] + BinaryFile.number(0.1.bitPattern, 8)) == "real 0.1")
    #expect(value([0x33] + BinaryFile.number(60.0.bitPattern, 8)) == "2001-01-01T00:01:00Z")
    #expect(value([0x08]) == "false")
    #expect(value([0x09]) == "true")
    #expect(value([0x80, 7]) == "uid 7")
    #expect(value([0x83, 1, 0, 0, 0]) == "uid 16777216")
  }

  @Test func `strings and data of any length are read`() {
    #expect(value([0x52] + Array("ab".utf8)) == "\"ab\"")
    #expect(value([0x63, 0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00]) == "\"é😀\"")
    #expect(value([0x72] + Array("é".utf8)) == "\"é\"")
    #expect(value([0x42, 1, 2]) == "[1, 2]")
    let long = String(repeating: "x", count: 300)
    #expect(value([0x5F, 0x11, 0x01, 0x2C] + Array(long.utf8)) == "\"\(long)\"")
    #expect(value([0x5F, 0x13] + BinaryFile.number(300, 8) + Array(long.utf8)) == "\"\(long)\"")
  }

  @Test func `duplicate keys are kept, and references of any size are read`() {
    for size in 1...8 {
      let references = [1, 1, 2, 3].flatMap { BinaryFile.number($0, size) }
      var file = BinaryFile([0xD2] + references, [0x51, 0x61], [0x09], [0xA1])
      file.objects[3] += BinaryFile.number(2, size)
      file.referenceSize = size
      file.offsetSize = size
      #expect(reading(file.bytes) == #"{"a"@1:1 = true@1:1, "a"@1:1 = (true@1:1)@1:1}@1:1"#)
    }
  }

  @Test func `errors are reported with their byte offset`() {
    func complaint(_ file: BinaryFile) -> String { reading(file.bytes) }
    let start = "1:1 invalid-property-list: "
    #expect(
      reading(Array("bplist15".utf8))
        == start + "byte 0: unknown binary property list version 'bplist15'; "
        + "convert it with plutil -convert xml1; only 'bplist00' is supported")
    #expect(
      reading(Array("bplist00".utf8))
        == start + "byte 8: the binary property list is truncated: it must have at least 42 bytes"
        + Self.damaged)
    var file = BinaryFile([0xA1, 0])
    #expect(
      complaint(file) == start + "byte 9: the object at byte 8 contains itself" + Self.damaged)
    file = BinaryFile([0xA1, 9])
    #expect(
      complaint(file)
        == start + "byte 9: an object reference is out of range (the file has 1 object)"
        + Self.damaged)
    file = BinaryFile([0x09])
    file.top = .max
    #expect(
      complaint(file)
        == start + "byte 27: an object reference is out of range (the file has 1 object)"
        + Self.damaged)
    file.top = 0
    file.count = .max
    #expect(
      complaint(file)
        == start + "byte 19: the binary property list is truncated or damaged: "
        + "the number of objects does not match the offset table" + Self.damaged)
    file.count = nil
    file.table = .max
    #expect(
      complaint(file)
        == start + "byte 35: the binary property list is truncated or damaged: "
        + "the offset table is outside the file" + Self.damaged)
    file.table = nil
    file.offsets = [9]
    #expect(
      complaint(file)
        == start + "byte 9: the offset of object 0 is out of range" + Self.damaged)
    file.offsets = nil
    file.objects = [[0x5F, 0x13] + BinaryFile.number(.max >> 1, 8)]
    #expect(
      complaint(file)
        == start + "byte 8: an object overlaps the offset table" + Self.damaged)
    file.objects = [[0xDF, 0x13] + BinaryFile.number(1 << 62, 8)]
    #expect(
      complaint(file)
        == start + "byte 8: an object overlaps the offset table" + Self.damaged)
    file.objects = [[0x5F, 0x13] + BinaryFile.number(.max, 8)]
    #expect(complaint(file) == start + "byte 9: an object's length is invalid" + Self.damaged)
    file.objects = [[0x13, 1]]
    #expect(
      complaint(file)
        == start + "byte 8: an object overlaps the offset table" + Self.damaged)
    file.objects = [[0xD1, 1, 1], [0x10, 5]]
    #expect(
      complaint(file)
        == start
        + "byte 9: a dictionary key must be a string, not an integer; replace the key with a string"
    )
    file.objects = [[0x14] + BinaryFile.number(1, 8) + BinaryFile.number(0, 8)]
    #expect(
      complaint(file)
        == start + "byte 8: an integer is not between -2^63 and 2^64 - 1; "
        + "store it as a real number or a string")
    file.objects = [[0x33] + BinaryFile.number(Double.nan.bitPattern, 8)]
    #expect(
      complaint(file)
        == start + "byte 8: a date is outside the years 1 to 9999; "
        + "use a date in this range; other property list formats cannot represent it")
    file.objects = [[0x52, 0x61, 0xE9]]
    #expect(complaint(file) == start + "byte 10: a string is not valid ASCII" + Self.damaged)
    file.objects = [[0x61, 0xD8, 0x3D]]
    #expect(complaint(file) == start + "byte 9: a string is not valid UTF-16" + Self.damaged)
    let foreign =
      " is not allowed in a property list; "
      + "remove it; only archives and private formats use it"
    file.objects = [[0xC1, 1], [0x09]]
    #expect(complaint(file) == start + "byte 8: a set" + foreign)
    file.objects = [[0x00]]
    #expect(complaint(file) == start + "byte 8: a null" + foreign)
    file.objects = [[0xF0]]
    #expect(complaint(file) == start + "byte 8: 0xF0 is not a valid object marker" + Self.damaged)
  }

  /// Seven bytes a level expand to 2^40 values; the platform's own reader does not return.
  @Test func `exponentially nested array references are rejected`() {
    let arrays = (1...40).map { [0xA2, UInt8($0), UInt8($0)] }
    var limits = PropertyList.Limits()
    limits.values = 10_000
    #expect(
      reading(BinaryFile(arrays + [[0xA0]]).bytes, limits: limits).contains(
        "size-limit: byte 91: the file contains more than 10000 values; "
          + "split the file; the limit protects against malicious files"))
  }

  @Test func `512 nested arrays are read, and 513 are rejected`() {
    func nested(_ depth: UInt64) -> String {
      var file = BinaryFile((1..<depth).map { [0xA1] + BinaryFile.number($0, 2) } + [[0xA0]])
      file.referenceSize = 2
      return reading(file.bytes)
    }
    #expect(nested(512).hasPrefix("((("))
    #expect(
      nested(513)
        == "1:1 depth-limit: byte 1544: dictionaries and arrays are nested more than 512 levels deep; "
        + "reduce the nesting; the limit protects against malicious files")
  }

  @Test func `a string is stored once regardless of the number of references`() {
    let long = [UInt8](repeating: 0x61, count: 1 << 16)
    let references = [UInt8](repeating: 1, count: 50_000)
    let file = BinaryFile(
      [0xAF, 0x12] + BinaryFile.number(50_000, 4) + references,
      [0x5F, 0x12] + BinaryFile.number(UInt64(long.count), 4) + long)
    var wide = file
    wide.offsetSize = 4
    let value = try? PropertyList.decode(wide.bytes, file: "f")
    #expect(value?.array?.count == 50_000)
    #expect(value?.array?.last?.string?.utf8.count == long.count)
  }
}
