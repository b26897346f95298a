import Foundation
import Testing
import TremaSupport

@Suite struct SHA256Tests {
  @Test func `digests of whole and chunked input equal those of sha256sum`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lengths = Array(0...200) + [1000, 4096, 100_003]
    let names = lengths.map { String(format: "%06d", $0) }
    for (length, name) in zip(lengths, names) {
      try Data(Self.bytes(length)).write(to: folder.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sha256sum"] + names
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let expected = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(process.terminationStatus == 0)
    #expect(expected.count == lengths.count)
    for (length, line) in zip(lengths, expected) {
      let bytes = Self.bytes(length)
      var whole = SHA256()
      whole.update(bytes)
      #expect(line.hasPrefix(whole.hexDigest()), "\(length) bytes at once")
      var pieces = SHA256()
      for start in stride(from: 0, to: length, by: 7) {
        pieces.update(bytes[start..<min(start + 7, length)])
      }
      #expect(line.hasPrefix(pieces.hexDigest()), "\(length) bytes in pieces")
    }
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
  }
}
