import Foundation
import Testing
import TremaPropertyLists
import TremaSupport
import TremaTestSupport

/// Compares values read and bytes written with those of Foundation.
@Suite struct FoundationTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func files(in path: String, suffix: String) -> [URL] {
    let folder = folder.appendingPathComponent(path)
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  @Test func `real .strings files are read like Foundation reads them`() throws {
    let files =
      Self.files(in: "../TremaFormatsTests/Fixtures/corpora/strings", suffix: ".strings")
      + Self.files(in: "Fixtures", suffix: ".strings")
    #expect(files.count == 12)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let expected = try #require(foundationXML(bytes), "Foundation refuses \(file.path)")
      let value = try PropertyList.decode(bytes, file: file.lastPathComponent)
      let ours = try value.sorted.encodedXML(file: file.lastPathComponent)
      #expect(ours == expected, "\(file.path)")
      let binary = try PropertyList.decode(try foundationBinary(bytes), file: "binary")
      #expect(binary.sorted == value.sorted, "\(file.path)")
    }
  }

  @Test func `comments of a real file stay with their entries`() throws {
    let path = "../TremaFormatsTests/Fixtures/corpora/strings/quicksilver/Quicksilver/Nibs"
    let file = Self.folder.appendingPathComponent("\(path)/nl.lproj/MainMenu.strings")
    let value = try PropertyList.decode([UInt8](try Data(contentsOf: file)), file: "MainMenu")
    let entry = try #require(value.entries?.first)
    #expect(entry.comments.count == 1)
    #expect(
      entry.comments.first?.text.contains("ObjectID = \"\(entry.key.prefix { $0 != "." })\"")
        == true)
    #expect(entry.comments.first?.position.line == entry.keyPosition.line - 1)
  }

  @Test func `500 random values survive a round trip, and Foundation writes the same bytes`() throws
  {
    var random = SeededGenerator(seed: 1)
    for number in 0..<500 {
      let value = PropertyList.random(&random)
      let bytes = try value.encodedXML(file: "f")
      #expect(try PropertyList.decode(bytes, file: "f") == value, "value \(number)")
      let sorted = value.sorted
      let ours = try sorted.encodedXML(file: "f")
      let theirs = try #require(foundationXML(bytes))
      #expect(
        ours == theirs,
        "\(number)\n\(String(decoding: ours, as: UTF8.self))\n\(String(decoding: theirs, as: UTF8.self))"
      )
    }
  }

  @Test func `Foundation's binary output is read back unchanged`() throws {
    var random = SeededGenerator(seed: 2)
    for number in 0..<500 {
      let value = PropertyList.random(&random)
      let binary = try foundationBinary(try value.encodedXML(file: "f"))
      #expect(try PropertyList.decode(binary, file: "f").sorted == value.sorted, "value \(number)")
    }
  }

  @Test func `octal escapes are decoded like Foundation decodes them`() throws {
    for code in 0o1...0o375 {
      let text = "\"\\" + String(code, radix: 8) + "\""
      let theirs =
        try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? String
      let ours = try PropertyList.decode(Array(text.utf8), file: "f").string
      // Foundation on Linux appends a NUL to each of them.
      #expect(theirs?.unicodeScalars.first == ours?.unicodeScalars.first, "\(text)")
      #expect(ours?.unicodeScalars.count == 1)
    }
  }

  /// Foundation loses carriage returns in a round trip through XML, reads NUL for `\U` without
  /// digits, and takes any `>` for the end of a document type.
  @Test func `damaged files that Foundation also reads have the same values`() throws {
    var random = SeededGenerator(seed: 4)
    var compared = 0
    let xml = MutationTests.xml.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    for sample in [MutationTests.text.replacing("\\101", with: "A"), xml] {
      for _ in 0..<3_000 {
        let bytes = Mutation.of(
          Array(sample.utf8),
          ["{", "}", ";", "=", "\"", "'", "<", ">", "-"].map { Array($0.utf8) },
          &random)
        guard
          let ours = try? PropertyList.decode(bytes, file: "f").sorted.encodedXML(file: "f"),
          !String(decoding: ours, as: UTF8.self).contains("&#13;"),
          let theirs = foundationXML(bytes), !theirs.contains(0)
        else { continue }
        compared += 1
        #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(compared > 300)
  }
}
