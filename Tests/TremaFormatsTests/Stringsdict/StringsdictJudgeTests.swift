import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// Whole tables in both files, as read by the platform and others.
@Suite struct StringsdictJudgeTests {
  @Test(arguments: PluralSamples.languages)
  func `both files together contain all texts of the catalogue`(_ language: String) throws {
    var samples = PluralSamples(seed: 11)
    let texts = samples.texts(150)
    let strings = AppleSamples.write(texts, .strings, language: language, hasPluralFile: true)
    let plurals = AppleSamples.write(texts, .stringsdict, language: language)
    #expect(plurals.losses.filter { !$0.hasSuffix(": parameters") } == strings.losses)
    let first = try AppleSamples.read(strings.bytes, language: language)
    let second = try AppleSamples.read(plurals.bytes, as: .stringsdict, language: language)
    #expect(second.diagnostics.isEmpty)
    #expect(second.texts.count > 40)
    #expect(first.texts.count + second.texts.count == texts.count)
    var found: [ExactString: Message] = [:]
    for text in first.texts + second.texts {
      found[ExactString(text.key)] = text.values[0].message
      #expect(text.values[0].issues.allSatisfy { $0.kind == .unescapedPercent })
    }
    let locale = MessageLocale.plain(LanguageTag(language))
    for text in texts {
      let message = try #require(text[language]?.message)
      let read = try #require(found[ExactString(text.key)], "\(bytes(text.key))")
      for number in AppleSamples.numbers {
        let arguments: [any TextArgument] = [number, "Ann", number / 2]
        let shown = read.formatted(with: arguments, in: locale).text
        let wanted = message.formatted(with: arguments, in: locale).text
        #expect(bytes(shown) == bytes(wanted), "\(text.key) for \(number)")
        if !shown.utf8.elementsEqual(wanted.utf8) { break }
      }
    }
    // After the removal of branches that no number selects, the texts survive a round trip.
    let again = AppleSamples.write(second.texts, .stringsdict, language: language)
    let third = try AppleSamples.read(again.bytes, as: .stringsdict, language: language)
    #expect(third.texts.map(\.values) == second.texts.map(\.values))
    let isSame =
      AppleSamples.write(third.texts, .stringsdict, language: language).bytes == again.bytes
    #expect(isSame)
  }

  @Test(arguments: PluralSamples.languages)
  func `Foundation and plutil read every file`(_ language: String) throws {
    var samples = PluralSamples(seed: 12)
    let texts = samples.texts(300)
    let written = AppleSamples.write(texts, .stringsdict, language: language)
    let list = try PropertyListSerialization.propertyList(from: Data(written.bytes), format: nil)
    let found = try #require(list as? [String: [String: Any]])
    #expect(found.count > 100)
    for content in found.values {
      var content = content
      let format = content.removeValue(forKey: "NSStringLocalizedFormatKey") as? String
      #expect(format != nil && !content.isEmpty)
      for variable in content.values {
        let fields = try #require(variable as? [String: String])
        #expect(fields["NSStringFormatSpecTypeKey"] == "NSStringPluralRuleType")
        let valueType = try #require(fields["NSStringFormatValueTypeKey"])
        #expect(["ld", "d"].contains(valueType))
        #expect(fields["other"] != nil)
      }
    }
    let folder = try TemporaryFolder()
    try folder.write(written.bytes, to: "a.stringsdict")
    let verdict = try Judge.plutil.run(["-lint", "a.stringsdict"], in: folder)
    #expect(verdict.status == 0, "\(verdict.text)\(verdict.complaint)")
  }

  private static let program = """
    import json, sys
    from translate.storage import properties, stringsdict
    language = sys.argv[1]
    store = stringsdict.StringsDictFile()
    store.settargetlanguage(language)
    with open("a.stringsdict", "rb") as file:
        store.parse(file.read())
    tags = store.target_plural_tags
    plurals = {}
    for unit in store.units:
        if unit.innerkey is None:
            continue
        forms = [str(form) for form in unit.target.strings]
        plurals.setdefault(unit.outerkey, []).append(dict(zip(tags, forms)))
    with open("a.strings", "rb") as file:
        strings = properties.stringsutf8file(file)
    # A comment without a text is a unit without a name.
    texts = {unit.name: unit.source for unit in strings.units if unit.name}
    print(json.dumps({"plurals": plurals, "texts": texts}))
    """

  private struct Answer: Decodable {
    var plurals: [String: [[String: String]]]
    var texts: [String: String]
  }

  @Test(arguments: PluralSamples.languages)
  func `translate-toolkit finds the same keys and forms`(_ language: String) throws {
    var samples = PluralSamples(seed: 13)
    let texts = samples.texts(100, isPlain: true)
    let folder = try TemporaryFolder()
    let written = AppleSamples.write(texts, .stringsdict, language: language)
    try folder.write(written.bytes, to: "a.stringsdict")
    let strings = AppleSamples.write(texts, .strings, language: language, hasPluralFile: true)
    try folder.write(strings.bytes, to: "a.strings")
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let python = root.appendingPathComponent(".venv/bin/python").path
    try #require(
      FileManager.default.isExecutableFile(atPath: python), "there is no .venv: run make setup")
    let verdict = try Judge.python.run(
      [
        "-c", "import os, sys; os.execv(sys.argv[1], sys.argv[1:])", python, "-c", Self.program,
        language,
      ], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(verdict.output))
    let list = try PropertyListSerialization.propertyList(from: Data(written.bytes), format: nil)
    let wanted = try #require(list as? [String: [String: Any]])
    #expect(Set(answer.plurals.keys) == Set(wanted.keys))
    #expect(wanted.count > 30)
    for (key, content) in wanted {
      let variables = content.values.compactMap { $0 as? [String: String] }
      let forms = try #require(answer.plurals[key])
      #expect(variables.count == forms.count)
      for (variable, form) in zip(variables, forms) {
        for (category, text) in form where !text.isEmpty {
          #expect(variable[category].map(bytes) == bytes(text), "\(key)")
        }
      }
    }
    let table = try PropertyListSerialization.propertyList(
      from: Data(strings.bytes), format: nil)
    let others = try #require(table as? [String: String])
    #expect(Set(answer.texts.keys) == Set(others.keys))
    for (key, text) in others { #expect(answer.texts[key].map(bytes) == bytes(text), "\(key)") }
  }
}
