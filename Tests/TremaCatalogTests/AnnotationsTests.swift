import Testing
@testable import TremaCatalog

@Suite struct AnnotationsTests {
  @Test func `words of an annotation have at most 1,000 bytes, and its value has no limit`() {
    let word = String(repeating: "a", count: 1_000)
    let good = Annotations("@param 1 \(word) \(word)\(word)\n@ignore \(word) \(word)")
    #expect(good.parameters[1]?.name == word && good.ignored.keys.contains(word))
    #expect(good.prose.isEmpty)
    for line in ["@param 1 \(word)a", "@ignore \(word)a"] {
      let mistaken = Annotations(line)
      #expect(mistaken.parameters.isEmpty && mistaken.ignored.isEmpty)
      #expect(mistaken.prose == [line])
    }
  }

  @Test func `lines that begin with an at sign are read, the others are prose`() {
    let annotations = Annotations(
      """

        Title of the   login dialog
        @param 1 userName the user's first name
      \t@param 2 count
        @max 40
        @ignore edge-space it is a prefix
        @translatable false
        @array

        more prose

      """)
    #expect(annotations.prose == ["Title of the login dialog", "", "more prose"])
    #expect(
      annotations.parameters == [
        1: .init("userName", documentation: "the user's first name"),
        2: .init("count", documentation: ""),
      ])
    #expect(annotations.maximumLength == 40)
    #expect(annotations.ignored == ["edge-space": "it is a prefix"])
    #expect(!annotations.isTranslatable)
    #expect(annotations.isArray)
  }

  @Test(arguments: [
    "@param", "@param one name", "@param 0 name", "@param 1", "@max", "@max 0", "@max 1 2",
    "@ignore", "@tags", "@tags ,", "@tags two words", "@tags a, b!", "@tags: ios", "@platforms",
    "@platforms ios, windows", "@platforms iOS", "@platforms ios android", "@translatable",
    "@translatable maybe", "@array 1", "@unknown", "a @max 3",
    "me@max.example",
  ])
  func `an invalid annotation is treated as prose`(line: String) {
    let annotations = Annotations(line)
    #expect(annotations.prose == [line])
    #expect(annotations.parameters.isEmpty && annotations.ignored.isEmpty)
    #expect(annotations.tags.isEmpty && annotations.platforms.isEmpty)
    #expect(annotations.maximumLength == nil && annotations.isTranslatable && !annotations.isArray)
  }

  @Test(arguments: [
    "@tags ios, onboarding", "@tags ios,onboarding", "@tags ios , onboarding,",
    "@tags ,ios,,onboarding",
    "@tags ios, onboarding, ios", "@tags ios\nprose\n@tags onboarding, ios",
  ])
  func `tags are separated by commas, and duplicates are ignored`(context: String) {
    #expect(Annotations(context).tags == ["ios", "onboarding"])
  }

  @Test func `a tag consists of letters and digits of any script, hyphens, underscores and dots`() {
    let tags = ["App1", "v2.0-beta_1", "größe", "हिन्दी", "日本"]
    let annotations = Annotations("@tags \(tags.joined(separator: ","))")
    #expect(annotations.tags == tags)
    #expect(annotations.text == "@tags App1, v2.0-beta_1, größe, हिन्दी, 日本")
    for tag in ["", "a b", "a,b", "a/b", "😀", "a\u{A0}b", String(repeating: "a", count: 1_000)] {
      #expect(!Annotations.isTag(tag))
    }
  }

  @Test func `the longest tags survive a round trip`() {
    var annotations = Annotations("")
    annotations.tags = ["a", "b"].map { String(repeating: $0, count: 999) }
    #expect(Annotations(annotations.text) == annotations)
  }

  @Test(arguments: [
    ("@variant-of a.b ios", "a.b", [AppPlatform.ios], []),
    ("@variant-of  Sign in\tweb , ios", "Sign in", [.ios, .web], []),
    ("@variant-of a\nprose\n@variant-of a ios,web,", "a", [.ios, .web], []),
    ("@variant-of a android, windows", "a", [.android], ["windows"]),
    ("@variant-of Yes, we can ios", "Yes, we can", [.ios], []),
    ("@variant-of a", "a", [], []), ("@variant-of", "", [], []),
  ])
  func `a variant names a key and its platforms and has a canonical form`(
    context: String, base: String, platforms: [AppPlatform], unknown: [String]
  ) throws {
    let annotations = Annotations(context)
    #expect(annotations.variants.count == 1)
    let variant = try #require(annotations.variants.first)
    #expect(annotations.isVariant && variant.base == base)
    #expect(variant.platforms == Set(platforms) && variant.unknownPlatforms == unknown)
    #expect(variant.isValid == (!base.isEmpty && !platforms.isEmpty && unknown.isEmpty))
    #expect(Annotations(annotations.text) == annotations)
  }

  @Test func `platforms are written in a fixed order`() {
    let annotations = Annotations("Title\n@platforms web,ios\n@platforms ios")
    #expect(annotations.platforms == [.ios, .web])
    #expect(annotations.text == "Title\n@platforms ios, web")
    #expect(Annotations("Title").platforms.isEmpty)
    #expect(Annotations("@platforms android").text == "@platforms android")
  }

  @Test func `blank lines are kept between lines and removed at both ends`() {
    #expect(
      Annotations("\n \n\na\n\n\n\n\t\nb\n\n@max 3\nc\n\n").prose == [
        "a", "", "", "", "", "b", "", "c",
      ])
    #expect(
      Annotations(" a \t b\r\n\u{A0}c  @max 3\n  \t\n d  ").prose
        == ["a b", "\u{A0}c @max 3", "", "d"])
    #expect(Annotations("\n\n\n").prose.isEmpty)
    #expect(Annotations("\n@array\n\n").prose.isEmpty && Annotations("\n@array\n").isArray)
  }

  @Test func `a missing context has no annotations`() {
    #expect(Annotations(nil as Context?) == Annotations(""))
    #expect(Annotations("").prose.isEmpty)
  }
}
