import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages

/// A value in the file of an older tool.
struct Written: Equatable {
  /// The written text of the value.
  var text: String
  /// The beginnings of the differences, `key: ` before those about the key.
  var differences: [String]

  init(_ text: String, _ differences: String...) {
    self.text = text
    self.differences = differences
  }
}

extension Compatibility {
  /// The whole file of these keys and values.
  func file(
    _ format: ResourceFormat, _ texts: KeyValuePairs<String, String>
  ) throws -> (text: String, differences: [WritingDifference]) {
    let tag = try #require(LanguageTag("de"))
    let description = FileDescription(
      source: "Texts.trm", table: table, language: tag, defaultLanguage: tag)
    var writer = try #require(self.writer(format, description))
    var bytes: [UInt8] = []
    var differences: [WritingDifference] = []
    writer.begin(into: &bytes)
    for (key, value) in texts {
      writer.append(
        Entry(key: key, Value(language: "en", source: value)), into: &bytes)
      differences += writer.takeDifferences()
    }
    writer.end(into: &bytes)
    return (String(decoding: bytes, as: UTF8.self), differences)
  }

  /// Writes one key and value, without the text before and after them.
  func write(
    _ format: ResourceFormat, key: String = "k", _ value: String, prefix: String, suffix: String
  ) throws -> Written {
    let (text, differences) = try file(format, [key: value])
    var written = Written(text)
    if text.hasPrefix(prefix), text.hasSuffix(suffix) {
      written.text = String(
        decoding: text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count), as: UTF8.self)
    }
    written.differences = differences.map { difference in
      difference.part == .key ? "key: \(difference.message)" : difference.message
    }
    return written
  }
}

/// Compares with expectations that name the differences by their beginnings or other parts.
func expect(
  _ written: Written, _ expected: Written, _ value: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    Array(written.text.utf8) == Array(expected.text.utf8),
    "\(value): \(written.text), not \(expected.text)", sourceLocation: sourceLocation)
  let isSame =
    written.differences.count == expected.differences.count
    && zip(written.differences, expected.differences).allSatisfy { $0.contains($1) }
  #expect(isSame, "\(value): \(written.differences)", sourceLocation: sourceLocation)
}

/// The files beside the tests.
enum Files {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static func fixture(_ name: String) -> URL { folder.appending(path: "Fixtures/\(name)") }

  static func golden(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: "Golden/\(name)")), as: UTF8.self)
  }
}
