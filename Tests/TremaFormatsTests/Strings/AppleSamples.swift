import Foundation
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Reads and writes `.strings` and `.stringsdict`, with the results as lines.
enum AppleSamples {
  static let numbers = [0, 1, 2, 3, 5, 11, 21, 100]

  static func read(
    _ text: String, as format: ReadableFormat = .strings, language: String = "en"
  ) throws(Diagnostic) -> FormatReading {
    try read(Array(text.utf8), as: format, language: language)
  }

  static func read(
    _ bytes: [UInt8], as format: ReadableFormat = .strings, language: String = "en"
  ) throws(Diagnostic) -> FormatReading {
    try format.read(bytes, ReadingOptions(file: "f", language: language))
  }

  /// Every finding as a line, including the error for an unreadable file.
  static func findings(
    _ text: String, as format: ReadableFormat = .strings, language: String = "en"
  ) -> [String] {
    do throws(Diagnostic) {
      return try read(text, as: format, language: language).diagnostics.map(line)
    } catch {
      return [line(error)]
    }
  }

  private static func line(_ finding: Diagnostic) -> String {
    var line = "\(place(finding.location)): \(finding.severity): [\(finding.code)] "
    line += finding.message
    if let hint = finding.hint { line += " (\(hint))" }
    for related in finding.related { line += "; \(place(related.location)): \(related.message)" }
    return line
  }

  private static func place(_ location: TremaSupport.SourceLocation?) -> String {
    location?.start.map { "\($0.line):\($0.column)" } ?? "-"
  }

  /// - Returns: The file, and each loss as `key: feature`.
  static func write(
    _ texts: [Text], _ format: ResourceFormat, language: String, hasPluralFile: Bool = false
  ) -> (bytes: [UInt8], losses: [String]) {
    guard let tag = LanguageTag(language) else { return ([], ["\(language) is no tag"]) }
    var file = FileDescription(
      source: "Texts.trm", table: "Localizable", language: tag, defaultLanguage: tag)
    file.hasPluralFile = hasPluralFile
    var writer = format.writer(file)
    var bytes: [UInt8] = []
    var losses: [String] = []
    writer.begin(into: &bytes)
    for text in texts {
      guard let index = text.index(ofLanguage: language) else { continue }
      let outline = TextOutline(
        text, annotations: Annotations(text.context), master: text.values[0].language)
      writer.append(Entry(text, at: index, outline), into: &bytes)
      losses += writer.takeLosses().map { "\(text.key): \($0)" }
    }
    writer.end(into: &bytes)
    return (bytes, losses)
  }

  static func text(_ key: String, _ sources: [String: String], context: String? = nil) -> Text {
    Text(
      key: key, context: context.map { Context($0) },
      values: sources.sorted { $0.key < $1.key }.map { Value(language: $0.key, source: $0.value) })
  }

  /// Files of the same meaning in which every byte may be damaged.
  static func mutations(
    of sample: String, tokens: [String], seed: UInt64, count: Int = 10_000
  ) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      var bytes = Array(sample.utf8)
      for _ in 0..<random.number(1...3) where !bytes.isEmpty {
        let index = random.number(0...bytes.count - 1)
        let end = min(bytes.count, index + random.number(1...12))
        switch random.number(0...5) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
        case 1: bytes.removeSubrange(index..<end)
        case 2: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
        case 3: bytes.removeLast(bytes.count - index)
        default: bytes.insert(contentsOf: random.pick(tokens).utf8, at: index)
        }
      }
      return bytes
    }
  }
}
