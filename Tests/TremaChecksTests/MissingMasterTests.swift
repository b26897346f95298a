import Testing

@Suite struct MissingMasterTests {
  private func messages(_ languages: [String]) throws -> [String] {
    let texts = languages.enumerated().map { number, language in
      "<text key='k\(number)'><context/><value lang='\(language)' status='translated'>x</value></text>\n"
    }
    return try CheckedFile(texts: texts.joined()).findings.filter { $0.code == "missing-master" }
      .map(\.message)
  }

  @Test func `a master language that no text has is reported once`() throws {
    #expect(
      try messages(["fr", "it", "fr"]) == ["no text has a value in the master language 'de'"])
  }

  @Test func `texts without a master are reported individually if other texts have one`() throws {
    #expect(
      try messages(["de", "fr", "it"]) == [
        "'k1' has no value in the master language 'de'",
        "'k2' has no value in the master language 'de'",
      ])
  }
}
