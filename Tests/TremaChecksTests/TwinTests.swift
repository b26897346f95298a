import Testing
import TremaChecks

/// Checks that compare a text with all others of the catalogue.
@Suite struct TwinTests {
  private func summary(_ texts: String, _ targets: [CheckTarget] = []) throws -> [String] {
    try CheckedFile(texts: texts, depth: .everything) { $0.targets = targets }.summary
  }

  private let keys = """
    <text key='login.title'><context/><value lang='de' status='translated'>Eins</value></text>
    <text key='loginTitle'><context/><value lang='de' status='translated'>Eins</value></text>

    """

  @Test func `keys that differ only in separators are near duplicates`() throws {
    #expect(try summary(keys) == ["warning near-duplicate-key"])
  }

  @Test func `keys whose names collide are reported once`() throws {
    #expect(try summary(keys, [.swift(nestedBy: nil)]) == ["error name-collision"])
  }

  @Test(arguments: [
    // A reserved word of Kotlin has another name there.
    (["array.of", "array.of.text"], [CheckTarget.kotlin]),
    (["translate", "translate.text"], [.swift(nestedBy: nil)]),
    (["a.bC", "a_bC"], [.swift(nestedBy: nil), .kotlin, .android]),
    (["a.b.c", "a_bC"], [.swift(nestedBy: nil), .kotlin]),
    (["größe.x", "grosse.x"], [.swift(nestedBy: nil), .kotlin]),
  ])
  func `names collide only in targets that map them to the same name`(
    _ keys: [String], _ targets: [CheckTarget]
  ) throws {
    let others = (0..<300).map { "other\($0).key" }
    let texts = (keys.prefix(1) + others + keys.dropFirst()).map { key in
      "<text key='\(key)'><context/><value lang='de' status='translated'>\(key)</value></text>\n"
    }
    for target in [CheckTarget.swift(nestedBy: nil), .kotlin, .android] {
      let found = try summary(texts.joined(), [target]).filter { $0.contains("name-collision") }
      #expect(found.count == (targets.contains(target) ? 1 : 0), "\(target)")
    }
  }

  @Test func `keys that differ in separators are distinct if their texts differ`() throws {
    #expect(try summary(keys.replacing("Eins", with: "Zwei", maxReplacements: 1)) == [])
  }

  @Test func `names that differ only in case are near duplicates, whatever their texts`() throws {
    #expect(
      try summary(
        keys.replacing("loginTitle", with: "Login.title")
          .replacing("Eins", with: "Zwei", maxReplacements: 1)) == ["warning near-duplicate-key"])
  }

  @Test(arguments: [["A.b", "a_B"], ["a;", "A\u{37E}"], ["ä.x", "a\u{308}X"]])
  func `keys are near duplicates in any Unicode normalization`(_ keys: [String]) throws {
    let texts = (keys + ["ab c", "o"]).map { key in
      "<text key='\(key)'><context/><value lang='de' status='translated'>Eins</value></text>\n"
    }
    #expect(try summary(texts.joined()).contains("warning near-duplicate-key"))
    #expect(try !summary(texts.dropFirst().joined()).contains("warning near-duplicate-key"))
  }

  @Test func `translations are compared with the first of their language`() throws {
    func text(_ key: String, _ values: KeyValuePairs<String, String>) -> String {
      let values = values.map {
        "<value lang='\($0.key)' status='translated'>\($0.value)</value>"
      }
      return "<text key='\(key)'><context/>\(values.joined())</text>\n"
    }
    let file = try CheckedFile(
      texts: text("a", ["de": "Eins zwei drei vier", "en": "One two"])
        + text("b", ["de": "Eins drei fünf sieben", "en": "One three"])
        + text("c", ["fr": "Un deux", "de": "Eins zwei drei vier", "en": "One too"])
        + text("d", ["en": "One two", "de": "Eins zwei drei vier", "fr": "Un 2"])
        + text("e", ["de": "Eins drei fünf sieben", "en": "One free", "fr": "Un trois"]),
      depth: .everything)
    let found = file.findings.filter { $0.code == "inconsistent-translation" }
    #expect(
      found.map(\.message) == [
        "'c' has the same master as 'a' but a different translation in 'en'",
        "'d' has the same master as 'c' but a different translation in 'fr'",
        "'e' has the same master as 'b' but a different translation in 'en'",
      ])
  }

  @Test func `a duplicate key is not a near duplicate of the first`() throws {
    let text = """
      <text key='a'><context/><value lang='de' status='translated'>Eins zwei drei</value></text>

      """
    #expect(try summary(text + text) == ["error duplicate-key"])
  }

  @Test func `a near duplicate can be suppressed in its context`() throws {
    let texts = """
      <text key='a'><context/><value lang='de' status='translated'>Eins zwei drei</value></text>
      <text key='b'><context>@ignore duplicate-text a heading</context>
        <value lang='de' status='translated'>Eins zwei drei</value></text>

      """
    #expect(try summary(texts) == [])
  }
}
