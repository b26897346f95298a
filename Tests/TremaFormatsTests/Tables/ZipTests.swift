import Testing
import TremaSupport
import TremaTestSupport

@testable import TremaFormats

@Suite struct ZipTests {
  private func archive(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    var writer = ZipWriter(file: "a.zip")
    for (name, bytes) in entries { try writer.append(name, bytes) }
    return try writer.finish()
  }

  /// Returns the result of reading all of `names`.
  private func verdict(_ bytes: [UInt8], _ names: [String] = ["a"], limit: Int = 1 << 20) -> String
  {
    do throws(Diagnostic) {
      var reader = try ZipReader(bytes, file: "a.zip", limit: limit)
      for name in names {
        guard let entry = reader.entry(named: name) else { return "no \(name)" }
        _ = try reader.read(entry)
      }
      return "read"
    } catch {
      return error.spelled
    }
  }

  private func offset(of signature: [UInt8], in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: signature) })
  }

  private let directory: [UInt8] = [0x50, 0x4B, 1, 2]
  private let end: [UInt8] = [0x50, 0x4B, 5, 6]

  @Test func `entries survive a round trip and are stored uncompressed if that is shorter`() throws
  {
    let long = [UInt8](repeating: 7, count: 200_000)
    let bytes = try archive([("a", []), ("b/Ä", Array("xyz".utf8)), ("C", long)])
    #expect(bytes.count < 1000)
    var reader = try ZipReader(bytes, file: "", limit: 300_000)
    for (name, content) in [("a", []), ("b/Ä", Array("xyz".utf8)), ("c", long)] {
      let entry = try #require(reader.entry(named: name))
      #expect(try reader.read(entry) == content)
    }
    #expect(verdict(try archive([])) == "no a")
  }

  @Test func `an archive with a comment is read`() throws {
    var bytes = try archive([("a", [1, 2, 3])])
    bytes[bytes.count - 2] = 5
    #expect(verdict(bytes + Array("PK\u{5}\u{6}x".utf8)) == "read")
  }

  @Test func `truncated archives and archives with trailing bytes are rejected`() throws {
    let bytes = try archive([("a", [UInt8](repeating: 1, count: 99)), ("b", [1])])
    for count in 0..<bytes.count {
      #expect(verdict(Array(bytes[..<count])).hasPrefix("invalid-zip: "))
    }
    #expect(
      verdict(bytes + [0])
        == "invalid-zip: the file has no end record: it is truncated or has trailing data (byte \(bytes.count + 1))"
    )
    #expect(
      verdict([0x3C]) == "invalid-zip: the file is not a ZIP file, so it is not a workbook")
  }

  @Test func `overlapping entries and duplicate names are rejected`() throws {
    #expect(
      verdict(try archive([("A", [1]), ("a", [2])]))
        == "invalid-zip: the entry 'a' occurs twice (byte 32)")
    var bytes = try archive([("a", [1]), ("b", [2])])
    let second = try offset(of: directory, in: bytes) + 46 + 1
    bytes.replaceSubrange((second + 42)..<(second + 46), with: [0, 0, 0, 0])
    bytes[second + 46] = UInt8(ascii: "a")
    #expect(verdict(bytes) == "invalid-zip: the entry 'a' overlaps another entry (byte 0)")
  }

  @Test func `invalid headers are reported with their location`() throws {
    let bytes = try archive([("a", [1, 2])])
    let header = try offset(of: directory, in: bytes)
    let last = try offset(of: end, in: bytes)
    let cases: [(Int, UInt8, String)] = [
      (header + 8, 1, "encrypted-file: the entry 'a' is encrypted"),
      (header + 16, 0, "invalid-zip: the checksum of 'a' does not match (byte 31)"),
      (header + 20, 3, "invalid-zip: the entry 'a' overlaps the directory (byte 0)"),
      (header + 24, 3, "invalid-zip: 'a' does not have the size given in the directory (byte 31)"),
      (header + 10, 8, "invalid-zip: the two headers of the entry 'a' differ (byte 0)"),
      (header + 42, 1, "invalid-zip: the header of the entry 'a' is missing (byte 1)"),
      (
        header + 28, 9,
        "invalid-zip: a directory entry is longer than the directory (byte 33)"
      ),
      (header, 0, "invalid-zip: a directory entry is missing (byte 33)"),
      (30, 98, "invalid-zip: the two headers of the entry 'a' differ (byte 0)"),
      (
        last + 12, 0,
        "invalid-zip: the directory does not end where the end record begins (byte 80)"
      ),
      (last + 10, 2, "unsupported-zip: the file is one part of a split ZIP archive"),
    ]
    for (index, value, expected) in cases {
      var changed = bytes
      changed[index] = value
      #expect(verdict(changed) == expected)
    }
    var more = bytes
    more[last + 8] = 0
    more[last + 10] = 0
    #expect(
      verdict(more)
        == "invalid-zip: the directory has more entries than the end record declares (byte 33)")
    var large = bytes
    large.replaceSubrange((header + 24)..<(header + 28), with: [255, 255, 255, 255])
    #expect(
      verdict(large) == "unsupported-zip: ZIP64 files, which may exceed 4 GiB, are not supported")
  }

  @Test func `damaged or truncated compressed data is rejected`() throws {
    let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 / 9) }
    let bytes = try archive([("a", content)])
    var changed = bytes
    changed[31] = 0xFF
    #expect(
      verdict(changed).hasPrefix("invalid-zip: the compressed data of 'a' is damaged (byte 3"))
    let header = try offset(of: directory, in: bytes)
    changed = bytes
    changed[header + 20] -= 1
    let size = header - 31 - 1
    #expect(
      verdict(changed)
        == "invalid-zip: the compressed data of 'a' is truncated (byte \(31 + size))")
  }

  @Test func `the limit applies to all bytes read, including repeated reads`() throws {
    let bytes = try archive([("a", [UInt8](repeating: 0, count: 1000)), ("b", [1, 2])])
    #expect(verdict(bytes, ["a", "a"], limit: 2000) == "read")
    let expected = "size-limit: the contents are larger than 1999 bytes when decompressed"
    #expect(verdict(bytes, ["a", "a"], limit: 1999) == expected)
    #expect(verdict(bytes, ["a", "b", "a"], limit: 1999) == expected)
  }

  @Test func `Python archives with ZIP64 fields only in local headers are read`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import zipfile
      with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("a", "w", force_zip64=True) as entry:
          entry.write(b"x" * 1000)
        archive.mkdir("folder") if hasattr(archive, "mkdir") else archive.writestr("folder/", "")
        archive.comment = b"a comment"
      """
    let made = try Judge.python.run(["-c", script], in: folder)
    #expect(made.status == 0, "\(made.complaint)")
    var reader = try ZipReader(try folder.read("a.zip"), file: "", limit: 1 << 20)
    let entry = try #require(reader.entry(named: "a"))
    #expect(try reader.read(entry) == [UInt8](repeating: UInt8(ascii: "x"), count: 1000))
  }
}
