import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaTestSupport

@Suite struct XLIFFJudgeTests {
  /// Catalogues written in every language, and their contents.
  private static func samples(
    _ version: XLIFFVersion, _ folder: TemporaryFolder
  ) throws -> [[String]] {
    var generator = XLIFFCatalogues(random: SeededGenerator(seed: 72))
    var said: [[String]] = []
    for _ in 0..<60 {
      let catalog = generator.catalog()
      let language = generator.random.pick(XLIFFCatalogues.languages)
      let bytes = try XLIFFSample.written(catalog, language: language, version: version)
      try folder.write(bytes, to: "\(said.count).xliff")
      let texts = catalog.texts.filter { $0[language] != nil }
      said.append(
        texts.flatMap { text in
          let target = language == "en" ? nil : text[language]
          let notes = version == .v12 ? Annotations(text.context).prose : []
          return [
            text.key, visible(text["en"]), visible(target), notes.joined(separator: "\n"),
          ]
        })
    }
    return said
  }

  /// The value without characters that XML cannot represent, since a tool does not see them.
  private static func visible(_ value: Value?) -> String {
    let text = value.map { $0.message.spelled(like: $0.source) } ?? ""
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isForbidden =
        scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
        || scalar.value == 0xFFFE || scalar.value == 0xFFFF
      if !isForbidden { scalars.append(scalar) }
    }
    return String(scalars)
  }

  private static let program = """
    import json, sys
    from translate.storage.xliff import xlifffile
    from translate.storage.xliff2 import Xliff2File
    one = sys.argv[1] == "1.2"
    result = []
    for number in range(int(sys.argv[2])):
        bytes = open(f"{number}.xliff", "rb").read()
        store = (xlifffile if one else Xliff2File).parsestring(bytes)
        texts = []
        for unit in store.units:
            element = unit.xmlelement
            if not one:
                while not element.tag.endswith("}unit"): element = element.getparent()
            notes = next((n.text or "" for n in element if one and n.tag.endswith("}note")
                and n.get("from") is None), "")
            texts += [element.get("id" if one else "name"),
                unit.source or "", unit.target or "", notes]
        result.append(texts)
    json.dump(result, sys.stdout)
    """

  @Test(arguments: XLIFFVersion.allCases)
  func `translate-toolkit reads the intended texts`(version: XLIFFVersion) throws {
    let folder = try TemporaryFolder()
    let wanted = try Self.samples(version, folder)
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let python = root.appendingPathComponent(".venv/bin/python")
    try #require(
      FileManager.default.isExecutableFile(atPath: python.path), "there is no .venv: run make setup"
    )
    let verdict = try Judge.python.run(
      [
        "-c", "import os, sys; os.execv(sys.argv[1], sys.argv[1:])", python.path, "-c",
        Self.program, version.rawValue, String(wanted.count),
      ], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let found = try JSONDecoder().decode([[String]].self, from: Data(verdict.output))
    for (number, (found, wanted)) in zip(found, wanted).enumerated() {
      #expect(found.map(bytes) == wanted.map(bytes), "file \(number)")
    }
    #expect(found.count == wanted.count)
  }

  @Test(arguments: XLIFFVersion.allCases)
  func `the output is well-formed XML`(version: XLIFFVersion) throws {
    let folder = try TemporaryFolder()
    let count = try Self.samples(version, folder).count
    let verdict = try Judge.xmllint.run(
      ["--noout", "--nonet"] + (0..<count).map { "\($0).xliff" }, in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
    #expect(verdict.errors.isEmpty)
  }
}
