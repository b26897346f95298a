import Foundation
import Testing
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Files that conform to `trema-1.0.xsd` and files that nearly do; the decoder and xmllint must
/// agree.
@Suite struct SchemaAgreementTests {
  /// The codes of findings that make a file invalid in trema 1.0.
  private static let codes: Set<String> = [
    "schema", "stray-text", "duplicate-key", "duplicate-language", "unknown-status", "value-markup",
    "invalid-language",
  ]

  /// An intended difference.
  private enum Tolerance: String, CaseIterable {
    /// Real files have values without a status; the schema requires one.
    case missingStatus
    /// The schema takes any XML name for a language; ours becomes part of a path, and must be a
    /// tag.
    case nameThatIsNoTag
    /// The schema treats `de-CH` and `de_CH` as two languages; outputs have one folder for both.
    case twoSpellings
    /// Only the schema removes whitespace around a language.
    case spacedLanguage
  }

  private struct Sample {
    var text: String
    var tolerated: Set<Tolerance> = []
  }

  private static func sample(_ random: inout SeededGenerator) -> Sample {
    var tolerated: Set<Tolerance> = []
    let isOdd = { (random: inout SeededGenerator) in random.once(in: 25) }
    func language(_ random: inout SeededGenerator) -> String {
      if !isOdd(&random) { return random.pick(["de", "en", "fr", "pt-BR", "zh-Hans", "es-419"]) }
      let (language, tolerance) = random.pick(
        [
          ("de:CH", nil), ("", nil), ("../x", nil), ("1a", nil), ("x", .nameThatIsNoTag),
          ("größe", .nameThatIsNoTag), ("_a", .nameThatIsNoTag), ("de.CH", .nameThatIsNoTag),
          (" de", .spacedLanguage), ("fr ", .spacedLanguage), (" it ", .spacedLanguage),
        ] as [(String, Tolerance?)])
      if let tolerance { tolerated.insert(tolerance) }
      return language
    }
    func value(_ random: inout SeededGenerator, _ language: String) -> String {
      var attributes = [
        "lang=\"\(language)\"",
        "status='\(random.pick(["initial", "translated", "verified", "special"]))'",
      ]
      if isOdd(&random) {
        attributes.remove(at: 1)
        tolerated.insert(.missingStatus)
      } else if isOdd(&random) {
        attributes[1] = random.pick([
          "status=''", "status='Initial'", "status='undefined'", "status=' special'",
        ])
      }
      if isOdd(&random) { attributes.append("note='x'") }
      if isOdd(&random) { attributes.removeFirst() }
      attributes.shuffle(using: &random)
      let content =
        random.pick(["x", "", "a &amp; b", "<![CDATA[<b>]]>", "<!-- c -->", "<?p?>", " \n "])
        + (isOdd(&random) ? random.pick(["<b>x</b>", "<value lang='de' status='initial'/>"]) : "")
      return "<value \(attributes.joined(separator: " "))>\(content)</value>"
    }
    func text(_ random: inout SeededGenerator, _ number: Int) -> String {
      let key = isOdd(&random) ? "k1" : isOdd(&random) ? "" : "k\(number)"
      var children: [String] = []
      if !isOdd(&random) {
        children.append(
          random.pick(["<context/>", "<context>c\n</context>", "<context><![CDATA[<]]></context>"]))
      }
      var languages = (0..<random.number(isOdd(&random) ? 0...0 : 1...3)).map { _ in
        language(&random)
      }
      if !isOdd(&random) {
        var seen: Set<String> = []
        languages = languages.filter { seen.insert($0).inserted }
      }
      if isOdd(&random) {
        languages = ["de-CH", "de_CH"]
        tolerated.insert(.twoSpellings)
      }
      children += languages.map { value(&random, $0) }
      if isOdd(&random) { children.shuffle(using: &random) }
      if isOdd(&random) { children.append("<context/>") }
      if isOdd(&random) {
        let odd = [
          "<other/>", "stray", "&#65;", "<context a='1'/>", "<![CDATA[x]]>", "<text key='in'/>",
        ]
        children.insert(random.pick(odd), at: random.number(0...children.count))
      }
      if isOdd(&random) { children.insert("<!-- c --> <?p?>", at: 0) }
      let attribute = isOdd(&random) ? random.pick([" id='1'", " xml:lang='de'"]) : ""
      let own = isOdd(&random) && isOdd(&random) ? "" : " key='\(key)'"
      return
        "<text\(own)\(attribute)>\(children.joined(separator: random.pick(["", "\n  ", " "])))</text>"
    }
    var children = (0..<random.number(0...4)).map { text(&random, $0) }
    if isOdd(&random) {
      children.append(random.pick(["<group/>", "stray", "<value lang='de' status='initial'/>"]))
    }
    if isOdd(&random) { children.append("<!-- c -->") }
    var root = ["masterLang='\(random.pick(["de", "en"]))'"]
    if isOdd(&random) {
      root = random.pick([[], ["masterLang='de:x'"], ["masterLang=''"], root + ["x='1'"]])
    }
    if random.once(in: 3) {
      root += [
        "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'",
        "xsi:noNamespaceSchemaLocation='x.xsd'",
      ]
    } else if isOdd(&random) {
      root.append("noNamespaceSchemaLocation='x.xsd'")
    }
    let name = isOdd(&random) && isOdd(&random) ? "Trema" : "trema"
    let document =
      "<\(name) \(root.joined(separator: " "))>\(children.joined(separator: "\n"))</\(name)>"
    return Sample(text: document, tolerated: tolerated)
  }

  /// Returns the codes that `convert` and `check` would report.
  private static func findings(_ text: String) -> Set<String> {
    var found: [Diagnostic] = []
    do throws(Diagnostic) {
      let (catalog, diagnostics) = try Catalog.decode(Array(text.utf8), file: "test.trm")
      found = diagnostics
      let master = LanguageTag(catalog.header.masterLanguage)
      if master == nil { return ["invalid-language"] }
      var checker = Checker(CheckScope(master: master))
      for text in catalog.texts {
        found += checker.examine(text, annotations: Annotations(text.context))
      }
    } catch {
      return [error.code]
    }
    return Set(found.map(\.code)).intersection(codes)
  }

  @Test func `500 files are valid exactly if xmllint accepts them`() throws {
    var random = SeededGenerator(seed: 50)
    let samples = (0..<500).map { _ in Self.sample(&random) }
    let folder = try TemporaryFolder()
    for (number, sample) in samples.enumerated() {
      try folder.write(Array(sample.text.utf8), to: "\(number).xml")
    }
    let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../resources/schema/trema-1.0.xsd").standardized.path
    let judged = try Judge.xmllint.run(
      ["--noout", "--nonet", "--schema", schema] + samples.indices.map { "\($0).xml" }, in: folder)
    var valid: Set<Int> = []
    for line in judged.complaint.split(separator: "\n") where line.hasSuffix(".xml validates") {
      if let number = Int(line.prefix { $0 != "." }) { valid.insert(number) }
    }
    #expect(valid.count > 100 && valid.count < 400, "the samples test both verdicts")
    var tolerances: Set<Tolerance> = []
    for (number, sample) in samples.enumerated() {
      let found = Self.findings(sample.text)
      if found.isEmpty == valid.contains(number) { continue }
      if !sample.tolerated.isEmpty {
        tolerances.formUnion(sample.tolerated)
        continue
      }
      Issue.record("xmllint says \(valid.contains(number)), we \(found.sorted())\n\(sample.text)")
    }
    #expect(tolerances == Set(Tolerance.allCases), "every tolerance is needed")
  }
}
