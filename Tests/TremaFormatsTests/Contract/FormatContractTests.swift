import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// The contract that every format must satisfy; a format without a contract fails.
@Suite struct FormatContractTests {
  private func contract(_ format: ReadableFormat) throws -> FormatContract {
    try #require(FormatContract.of(format), "\(format) has no contract")
  }

  private static func read(_ bytes: [UInt8], _ format: ReadableFormat) throws(Diagnostic)
    -> FormatReading
  {
    try format.read(
      bytes, ReadingOptions(file: "f", language: format.namesLanguages ? nil : "en"))
  }

  /// Returns the texts of the master language, by key.
  private static func masterTexts(_ reading: FormatReading) -> [String: String] {
    var texts: [String: String] = [:]
    for text in reading.texts { texts[text.key] = text["en"]?.source ?? "nothing" }
    return texts
  }

  @Test(arguments: FormatContract.formats)
  func `a sample is decoded, with non-ASCII keys and texts`(format: ReadableFormat) throws {
    let contract = try contract(format)
    let reading = try Self.read(contract.file(contract.sample), format)
    #expect(Self.masterTexts(reading) == contract.texts)
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics.map(line))")
  }

  @Test(arguments: FormatContract.formats)
  func `CRLF line endings and a byte order mark have no effect`(format: ReadableFormat) throws {
    let contract = try contract(format)
    guard contract.isText else { return }
    let plain = try Self.read(Array(contract.sample.utf8), format)
    let windows = contract.sample.replacing("\n", with: "\r\n")
    for bytes in [Array(windows.utf8), [0xEF, 0xBB, 0xBF] + Array(windows.utf8)] {
      let reading = try Self.read(bytes, format)
      #expect(Self.masterTexts(reading) == contract.texts)
      #expect(reading.texts.map(\.context?.text) == plain.texts.map(\.context?.text))
    }
  }

  @Test(arguments: FormatContract.formats)
  func `an empty file has no texts or is an error`(format: ReadableFormat) throws {
    let contract = try contract(format)
    do throws(Diagnostic) {
      let reading = try Self.read([], format)
      #expect(contract.empty == nil)
      #expect(reading.texts.isEmpty && reading.diagnostics.isEmpty)
    } catch {
      #expect(error.code == contract.empty ?? "none")
      #expect(error.location?.file == "f" && error.kind == .unreadable)
    }
  }

  @Test(arguments: FormatContract.formats)
  func `a catalogue without texts is written as a file without texts`(format: ReadableFormat) throws
  {
    let passage = try Passage(
      [], through: format, contract(format).writing, languages: RichCatalogue.languages)
    #expect(passage.catalogue.texts.isEmpty, "\(passage.shown)")
    #expect(passage.diagnostics.isEmpty, "\(passage.diagnostics.map(line))")
  }

  @Test(arguments: FormatContract.formats)
  func `a duplicate key is reported with both locations or read like the platform reads it`(
    format: ReadableFormat
  ) throws {
    let contract = try contract(format)
    let bytes = try contract.file(contract.duplicate.sample)
    var findings: [String] = []
    var values: [String] = []
    do throws(Diagnostic) {
      let reading = try Self.read(bytes, format)
      findings = reading.diagnostics.map(Self.lineWithRelated)
      values = reading.texts.compactMap { $0["en"]?.source }
    } catch {
      findings = [Self.lineWithRelated(error)]
    }
    #expect(findings == [contract.duplicate.finding].filter { !$0.isEmpty })
    #expect(values == contract.duplicate.values)
  }

  private static func lineWithRelated(_ diagnostic: Diagnostic) -> String {
    let related = diagnostic.related.map { related in
      let start = related.location.start.map { "\($0.line):\($0.column)" } ?? "-"
      return "; \(start): \(related.message)"
    }
    return line(diagnostic) + related.joined()
  }

  @Test(arguments: FormatContract.formats)
  func `written texts are read back, and losses are documented and reported`(
    format: ReadableFormat
  ) throws {
    let contract = try contract(format)
    let passage = try Passage(
      RichCatalogue.texts, through: format, contract.writing, languages: RichCatalogue.languages)
    #expect(
      !passage.diagnostics.contains { $0.severity == .error }, "\(passage.diagnostics.map(line))")
    #expect(passage.losses == contract.loses)
    var found: [ExactKey: Text] = [:]
    for text in passage.catalogue.texts { found[ExactKey(text.key)] = text }
    var lost: Set<Feature> = []
    var changed: [String] = []
    for text in RichCatalogue.texts {
      guard let other = found.removeValue(forKey: ExactKey(contract.name(text.key)))
      else {
        if !contract.leavesOut.contains(text.key) { changed.append("\(text.key) is gone") }
        continue
      }
      #expect(!contract.leavesOut.contains(text.key), "\(text.key) is there after all")
      let comparison = Comparison(text, other, keepsEmpty: contract.keepsEmpty)
      lost.formUnion(comparison.lost)
      changed += comparison.changed
    }
    changed += found.values.map { "\($0.key) came from nowhere" }
    #expect(changed == [], "\(passage.shown)")
    #expect(lost.subtracting(contract.loses) == [], "lost but not reported")
  }

  @Test(arguments: FormatContract.formats)
  func `damaged files are rejected with a location or read`(format: ReadableFormat) throws {
    let contract = try contract(format)
    let whole = try contract.file(contract.sample)
    var broken = (0..<8).map { Array(whole[..<(whole.count * $0 / 8)]) }
    var random = SeededGenerator(seed: 4100)
    broken += (0..<20).map { _ in
      (0..<random.number(1...200)).map { _ in UInt8(random.number(0...255)) }
    }
    for piece: [UInt8] in [[0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
      for eighth in 0...8 {
        var bytes = whole
        bytes.insert(contentsOf: piece, at: whole.count * eighth / 8)
        broken.append(bytes)
      }
    }
    var refused = 0
    for bytes in broken {
      do throws(Diagnostic) {
        let reading = try Self.read(bytes, format)
        #expect(reading.diagnostics.allSatisfy { $0.location?.file == "f" })
      } catch {
        refused += 1
        #expect(error.location?.file == "f" && error.kind == .unreadable, "\(line(error))")
        #expect(
          error.location?.start != nil || !contract.isText || bytes.isEmpty, "\(line(error))")
        #expect(error.hint?.isEmpty != true, "\(line(error))")
      }
    }
    #expect(contract.canRefuse ? refused > 8 : refused == 0, "\(refused)")
  }

  @Test(arguments: FormatContract.formats)
  func `the page of the format has a sample, the mapping, the losses, the errors and the source`(
    format: ReadableFormat
  ) throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Formats/\(try contract(format).page).md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for heading in ["Sample", "Mapping", "Losses", "Errors", "Source"] {
      #expect(text.contains("\n## \(heading)\n"), "\(page.lastPathComponent) has no \(heading)")
    }
  }
}
