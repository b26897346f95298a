import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Round trips of random catalogues and real files through every format.
@Suite struct RandomCatalogueTests {
  @Test(arguments: FormatContract.formats)
  func `50 catalogues keep their values, plurals and placeholders`(format: ReadableFormat) throws {
    let contract = try #require(FormatContract.of(format), "\(format) has no contract")
    var generator = TranslatedTexts(seed: 4200)
    generator.pieces = HostileText.pieces.filter { piece in
      !piece.contains { contract.ambiguous.contains($0) }
    }
    var kept = 0
    for number in 0..<50 {
      let texts = generator.texts(4)
      let passage = try Passage(
        texts, through: format, contract.writing, languages: TranslatedTexts.languages)
      func note() -> String {
        "catalogue \(number)\n\(passage.diagnostics.map(line))\n\(passage.shown)"
      }
      #expect(!passage.diagnostics.contains { $0.severity == .error }, "\(note())")
      #expect(passage.losses.isSubset(of: contract.loses.union([.plural, .select])), "\(note())")
      var found: [ExactKey: Text] = [:]
      for text in passage.catalogue.texts { found[ExactKey(text.key)] = text }
      for text in texts {
        // A file of plurals alone has no other texts.
        guard let other = found[ExactKey(contract.name(text.key))] else {
          #expect(!contract.leavesOut.isEmpty, "\(text.key) is gone, \(note())")
          continue
        }
        kept += text.values.count
        let comparison = Comparison(text, other, keepsEmpty: contract.keepsEmpty)
        #expect(comparison.changed == [], "\(note())")
        #expect(comparison.lost.isSubset(of: contract.loses), "\(comparison.lost), \(note())")
      }
    }
    #expect(kept > (contract.leavesOut.isEmpty ? 780 : 165), "\(kept)")
  }

  private static let corpora: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/corpora").standardizedFileURL.path
    let paths = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return paths.filter { ReadableFormat(fileName: $0) != nil }.sorted().map { "\(folder)/\($0)" }
  }()

  @Test func `there are real files of five formats`() {
    let formats = Set(Self.corpora.compactMap { ReadableFormat(fileName: $0) })
    #expect(formats == [.trema, .strings, .android, .arb, .xcstrings])
  }

  @Test(arguments: corpora)
  func `a real file survives a round trip`(path: String) throws {
    let format = try #require(ReadableFormat(fileName: path))
    let contract = try #require(FormatContract.of(format))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let reading = try format.read(bytes, ReadingOptions(file: path, language: "de"))
    let master = LanguageTag(
      reading.masterLanguage ?? reading.texts.first?.values.first?.language ?? "")
    let spoken = Set(reading.texts.flatMap(\.values).compactMap { LanguageTag($0.language) })
    let languages = [try #require(master)] + spoken.filter { $0 != master }.sorted()
    let passage = try Passage(
      reading.texts, through: format, contract.writing, languages: languages)
    #expect(!passage.diagnostics.contains { $0.severity == .error })
    let texts = passage.catalogue.texts
    #expect(texts.map { ExactKey($0.key) } == reading.texts.map { ExactKey($0.key) })
    for (text, other) in zip(reading.texts, texts) {
      let comparison = Comparison(text, other, keepsEmpty: contract.keepsEmpty)
      // Two percent signs are one in a text without arguments, which a file of one language does
      // not distinguish from one with an argument.
      if text.values.contains(where: { $0.source.contains("%%") }) { continue }
      #expect(comparison.changed == [], "\(path)")
      #expect(comparison.lost.isSubset(of: contract.loses), "\(text.key) \(comparison.lost)")
    }
  }
}
