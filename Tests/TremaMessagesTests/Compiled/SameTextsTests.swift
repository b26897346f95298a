import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaLocalization
import TremaMessages
import TremaTestSupport

/// The equality of an app's texts whether they are compiled or in `.strings` and `.stringsdict`.
@Suite struct SameTextsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..")

  /// - Returns: The number of compared texts.
  private func compare(_ texts: [Text], _ language: LanguageTag, master: String) throws -> Int {
    let plain = try RunTimeBundle(
      RunTimeBundle.files(texts, language, master: master, [.strings, .stringsdict]))
    let compiled = try RunTimeBundle(
      RunTimeBundle.files(texts, language, master: master, [.compiled]))
    let (read, mapped) = (plain.reader("\(language)"), compiled.reader("\(language)"))
    let day = Date(timeIntervalSince1970: 1_790_000_000)
    let arguments: [[any TextArgument]] = [
      [], [1], [3, "x"], ["a", 2, 5.5], [day, 0, 11], [1_234_567.25, -1, true, "y", 21, "z"],
    ]
    var found = 0
    for text in texts {
      if mapped(text.key) != "?\(text.key)?" { found += 1 }
      _ = mapped.takeProblems()
      for arguments in arguments {
        let (expected, shown) = (read(text.key, arguments), mapped(text.key, arguments))
        #expect(
          shown.utf8.elementsEqual(expected.utf8),
          "\(text.key) in \(language): \(shown), not \(expected)")
        #expect(mapped.takeProblems() == read.takeProblems(), "\(text.key) in \(language)")
      }
    }
    return found
  }

  private func compare(_ texts: [Text], master: String) throws -> Int {
    let languages = Set(texts.flatMap(\.values).compactMap { LanguageTag($0.language) })
    return try languages.sorted().map { try compare(texts, $0, master: master) }.reduce(0, +)
  }

  @Test(arguments: [
    ("Examples/Bistro/Texts.trm", 90),
    ("Tests/CommandTests/Fixtures/both-platforms.trm", 10),
    ("Tests/TremaFormatsTests/Fixtures/corpora/trema/girders-showcase/messages.trm", 40),
    ("Tests/TremaFormatsTests/Fixtures/corpora/trema/girders-swift/texts.trm", 1),
    ("Tests/TremaChecksTests/Fixtures/placeholder-mismatch.trm", 5),
    ("Tests/TremaChecksTests/Fixtures/missing-plural-category.trm", 3),
    ("Tests/TremaChecksTests/Fixtures/unescaped-percent.trm", 3),
    ("Tests/TremaChecksTests/Fixtures/invalid-message.trm", 3),
  ])
  func `compiled texts of catalogues equal those in text files`(_ path: String, _ least: Int) throws
  {
    let bytes = [UInt8](try Data(contentsOf: Self.root.appendingPathComponent(path)))
    let reading = try ReadableFormat.trema.read(bytes, ReadingOptions(file: path))
    let count = try compare(reading.texts, master: reading.masterLanguage ?? "en")
    #expect(count >= least)
  }

  @Test(arguments: ["de", "cs"], ["Core", "Frontend", "InfoPlist", "Localizable"])
  func `compiled texts of a real app equal those in text files`(_ language: String, _ name: String)
    throws
  {
    let path =
      "Tests/TremaFormatsTests/Fixtures/corpora/strings/home-assistant-ios/"
      + "\(language).lproj/\(name).strings"
    let bytes = [UInt8](try Data(contentsOf: Self.root.appendingPathComponent(path)))
    let reading = try ReadableFormat.strings.read(
      bytes, ReadingOptions(file: path, language: language))
    #expect(try compare(Array(reading.texts.prefix(300)), master: language) > 2)
  }

  @Test func `compiled texts of every kind are equal under different plural rules`() throws {
    let texts = CompiledSample.texts.filter { $0.0 != "empty" }
    for language in ["en", "de", "pl", "ar", "ja", "lv", "pt-BR", "cy"] {
      let values = texts.map { key, source in
        Text(key: key, values: [Value(language: language, status: .translated, source: source)])
      }
      #expect(try compare(values, master: language) == texts.count)
    }
  }

  @Test func `compiled hostile texts equal those in text files`() throws {
    var random = SeededGenerator(seed: 99)
    let texts = (0..<400).map { number in
      Text(
        key: "\(number)",
        values: [
          Value(
            language: "pl", status: .translated,
            source: number % 3 == 0 ? Self.plural(&random) : HostileText.value(&random))
        ])
    }
    #expect(try compare(texts, master: "pl") > 300)
  }

  private static func plural(_ random: inout SeededGenerator) -> String {
    func branch() -> String {
      random.pick([
        "#", "# dni", "%d dni", "%1$d z %2$@", "", "'{'#'}'", "{n, number}", "100 %", "%%",
      ])
    }
    let kind = random.pick(["plural", "plural", "plural", "selectordinal", "plural, offset:1"])
    return "\(random.pick(["", "%@ ", "ma ", "50% "]))"
      + "{n, \(kind)\(kind.contains(",") ? "" : ",") =\(random.number(0...3)) {\(branch())} "
      + "one {\(branch())} few {\(branch())} many {\(branch())} other {\(branch())}}"
      + random.pick([
        "", " {m, plural, one {\(branch())} other {#}}", "!", " %%", " {s, select, a {x} other {}}",
      ])
  }
}
