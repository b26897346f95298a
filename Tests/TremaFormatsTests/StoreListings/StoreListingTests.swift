import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

/// The files of store listings: their paths, their contents, and what is read from them.
@Suite struct StoreListingTests {
  @Test func `a path names the locale and the text`() throws {
    let name = try #require(ListingPath("fastlane/metadata/de-DE/name.txt", in: .appStore))
    #expect(name.locale == "de-DE")
    #expect(name.language == LanguageTag("de"))
    #expect(name.field.key == "name")
    #expect(name.pattern == "fastlane/metadata/*/*.txt")
    let changelog = try #require(
      ListingPath("metadata/android/iw-IL/changelogs/42.txt", in: .googlePlay))
    #expect(changelog.language == LanguageTag("he"))
    #expect(changelog.field.key == "changelogs.42")
    #expect(changelog.pattern == "metadata/android/*/*.txt")
    let shared = try #require(ListingPath("en-US/changelogs/default.txt", in: .googlePlay))
    #expect(shared.field.key == "release_notes")
    #expect(shared.pattern == "*/*.txt")
  }

  @Test(
    arguments: [
      "name.txt", "metadata/name.txt", "metadata/xx-YY/name.txt", "metadata/de-DE/title.txt",
      "metadata/de-DE/review_information/notes.txt", "metadata/copyright.txt",
      "metadata/de/name.txt", "metadata/de-DE/changelogs/42.txt",
    ]) func `other files are not part of an App Store listing`(_ path: String)
  {
    #expect(ListingPath(path, in: .appStore) == nil)
  }

  @Test(
    arguments: [
      "de-DE/changelogs/042.txt", "de-DE/changelogs/v2.txt", "de-DE/42.txt",
      "de-DE/changelogs/title.txt", "de-DE/changelogs/99999999999.txt", "de-DE/images/title.txt",
    ]) func `other files are not part of a Google Play listing`(_ path: String)
  {
    #expect(ListingPath(path, in: .googlePlay) == nil)
  }

  private func contents(_ source: String, _ store: Store) -> String? {
    StoreListingWriter.contents(Message.parse(source).message, for: store).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `only App Store files end with a line feed`() {
    #expect(contents("Eins\\n\\nzwei", .appStore) == "Eins\n\nzwei\n")
    #expect(contents("Eins\\n\\nzwei", .googlePlay) == "Eins\n\nzwei")
    #expect(contents("  \n Eins\r\nzwei\rdrei \\t", .googlePlay) == "Eins\nzwei\ndrei")
  }

  @Test func `escapes are resolved and percent signs are literal in the file`() {
    #expect(
      contents(#"\u201eGuten\u201c \"Tag\" \\ 50 %"#, .googlePlay) == #"„Guten“ "Tag" \ 50 %"#)
    #expect(contents("100%% {sure}", .googlePlay) == "100% {sure}")
  }

  @Test func `empty texts and texts with arguments are not written`() {
    #expect(contents(" \\n", .appStore) == nil)
    #expect(contents("%d plants", .appStore) == nil)
    #expect(contents("{n, plural, one {a} other {b}}", .appStore) == nil)
  }

  private func read(
    _ bytes: [UInt8], _ path: String = "m/de-DE/description.txt",
    _ format: ReadableFormat = .appStore, prefix: String = "store."
  ) throws(Diagnostic) -> Text? {
    var options = ReadingOptions(file: path)
    options.listingPrefix = prefix
    return try format.read(bytes, options).texts.first
  }

  @Test func `a file is read as one text`() throws {
    let text = try #require(try read(Array("\n Eins\r\n\r\n„zwei“ 100 %\n".utf8)))
    #expect(text.key == "store.description")
    #expect(text.values.map(\.language) == ["de"])
    #expect(text.values.map(\.source) == ["Eins\\n\\n„zwei“ 100 %"])
    #expect(text.values.map(\.status) == [.translated])
    #expect(text.keyPosition == SourcePosition(line: 2, column: 2))
    let title = try #require(
      try read(Array("\u{FEFF}Tag".utf8), "a/en-US/title.txt", .googlePlay, prefix: "shop_"))
    #expect(title.key == "shop_name")
    #expect(title.values.map(\.source) == ["Tag"])
    #expect(try read(Array(" \n".utf8)) == nil)
    #expect(try read([]) == nil)
  }

  @Test func `text that looks like a placeholder or an escape is literal`() throws {
    let text = try #require(try read(Array(#"100%d \n {n, plural, one {a}}"#.utf8)))
    let value = try #require(text.values.first)
    #expect(contents(value.source, .googlePlay) == #"100%d \n {n, plural, one {a}}"#)
  }

  @Test func `files that are not part of a listing are rejected`() throws {
    func complaint(_ bytes: [UInt8], _ path: String) throws -> String {
      do throws(Diagnostic) {
        _ = try read(bytes, path)
        return ""
      } catch {
        let place = error.location?.start.map { "\($0.line):\($0.column): " } ?? ""
        return "\(place)[\(error.code)] \(error.message); \(error.hint ?? "")"
      }
    }
    #expect(
      try complaint([], "m/de-DE/nam.txt")
        == "[unknown-file] 'm/de-DE/nam.txt' is not a text of a listing in the App Store; "
        + "name the folder that contains the folders of the locales, such as 'en-US'")
    #expect(
      try complaint([0x61, 0x0A, 0x62, 0xFC], "m/de-DE/name.txt")
        == "2:2: [invalid-encoding] the file is not UTF-8 here; save it as UTF-8")
  }

  @Test func `random texts survive writing and reading`() throws {
    var random = SeededGenerator(seed: 77)
    let pieces = [
      "a", "é", "字", "😀", "%", "%d", "%@", "{", "}", "\\", "\\n", "\n", "\n\n", "'", "\"", "<b>",
      "&amp;", " ", "\u{FEFF}", "\t", "]]>", "* ", "- ", "\u{2028}",
    ]
    for _ in 0..<10_000 {
      var original = ""
      for _ in 0..<random.number(1...12) { original += random.pick(pieces) }
      let wanted = Store.normalized(original)
      let text = try read(Array(original.utf8), "m/en-US/full_description.txt", .googlePlay)
      let shown = text.flatMap { contents($0.values.first?.source ?? "", .googlePlay) } ?? ""
      // A byte order mark at the beginning is not a part of the text.
      let expected =
        original.utf8.starts(with: "\u{FEFF}".utf8)
        ? Store.normalized(String(decoding: original.utf8.dropFirst(3), as: UTF8.self)) : wanted
      #expect(Array(shown.utf8) == Array(expected.utf8), "\(original.debugDescription)")
    }
  }

  @Test func `damaged files do not crash the reader`() {
    var random = SeededGenerator(seed: 78)
    for _ in 0..<10_000 {
      let bytes = (0..<random.number(0...20)).map { _ in UInt8(random.number(0...255)) }
      _ = try? read(bytes)
    }
  }
}
