import Foundation
import Testing
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaTestSupport

@Suite struct AndroidOutputTests {
  @Test func `aapt2 compiles, links and shows every strings.xml as intended`() throws {
    let build = try AndroidBuild()
    var wanted: [ResourceTable.Text: ExactString] = [:]
    let locales = ["de": "", "pt-BR": "pt-BR", "zh-Hans": "zh-Hans"]
    for output in OutputSamples.all(.android, target: .android, seed: 70) {
      let locale = locales[output.file.language.description] ?? ""
      let path = output.file.file(named: "strings_\(output.catalogue).xml")
      // Keys without a prefix could be those of another catalogue.
      var bytes = output.bytes
      bytes.replace(
        Array("<string name=\"".utf8), with: Array("<string name=\"c\(output.catalogue)_".utf8))
      try build.folder.write(bytes, to: "res/\(path)")
      for (key, message) in output.messages {
        let name = "c\(output.catalogue)_\(AndroidName.resource(for: key.text).name)"
        wanted[ResourceTable.Text(locale: locale, name: name)] = ExactString(
          IntendedText.java(message))
      }
    }
    let found = try build.strings()
    #expect(found.count == wanted.count)
    for (text, intended) in wanted where found[text] != intended {
      Issue.record("\(text): \(found[text]?.description ?? "missing"), wanted \(intended)")
    }
  }

  @Test func `a reference to a text has its resource name`() {
    let texts = [
      AndroidSamples.text("pref.key", ["en": "x"]),
      AndroidSamples.text("a", context: "@reference", ["en": "@string/pref.key"]),
      AndroidSamples.text("b", context: "@reference", ["en": "@android:string/ok"]),
    ]
    let body = AndroidSamples.body(AndroidSamples.file(texts, AndroidSamples.languages[0]).bytes)
    #expect(
      body == """
            <string name="pref_key">x</string>
            <string name="a">@string/pref_key</string>
            <string name="b">@android:string/ok</string>

        """)
  }

  @Test func `every language's folder name is accepted by aapt2`() throws {
    let tags = Locale.availableIdentifiers.compactMap { identifier -> LanguageTag? in
      LanguageTag(identifier.split(separator: "@").first.map(String.init) ?? "")
    }
    let named = [
      "de", "pt-BR", "pt-PT", "en-001", "es-419", "zh-Hans", "zh-Hant", "zh-Hant-HK", "nb", "he",
      "id",
      "yi", "fil", "sr-Latn", "de-CH-1996", "ca-valencia", "sl-rozaj-biske", "de-1901",
    ].compactMap { LanguageTag($0) }
    let all = Array(Set(tags + named)).sorted()
    #expect(all.count > 400)
    let build = try AndroidBuild()
    // The linker drops resources without a default value.
    let master = try #require(LanguageTag("en-XA"))
    var folders: Set<String> = []
    for tag in all + [master] {
      let file = FileDescription(source: "a", table: "t", language: tag, defaultLanguage: master)
      var bytes: [UInt8] = []
      var writer = ResourceFormat.android.writer(file)
      writer.begin(into: &bytes)
      writer.append(Entry(key: "a", Value(language: "en", source: "\(tag)")), into: &bytes)
      writer.end(into: &bytes)
      for path in ResourceFormat.android.paths(file) {
        #expect(folders.insert(path).inserted, "\(path)")
        try build.folder.write(bytes, to: "res/\(path)")
      }
    }
    let found = try build.strings()
    #expect(found.count == all.count + 1)
    for (locale, tag) in [
      ("de", "de"), ("pt-BR", "pt-BR"), ("iw", "he"), ("in", "id"), ("ji", "yi"),
      ("zh-Hans", "zh-Hans"),
      ("es-419", "es-419"), ("sr-Latn", "sr-Latn"), ("fil", "fil"), ("zh-Hant-HK", "zh-Hant-HK"),
    ] {
      #expect(found[ResourceTable.Text(locale: locale, name: "a")] == ExactString(tag))
    }
  }
}

extension FileDescription {
  /// Another file in the folder of the Android output.
  func file(named name: String) -> String {
    let path = ResourceFormat.android.paths(self)[0]
    return (path.split(separator: "/").dropLast().map(String.init) + [name]).joined(separator: "/")
  }
}
