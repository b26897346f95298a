import Testing
import TremaChecks

/// Texts that are held beside all others of their catalogue.
@Suite struct TwinTests {
  private func summary(_ texts: String, _ targets: [CheckTarget] = []) throws -> [String] {
    try CheckedFile(texts: texts, depth: .everything) { $0.targets = targets }.summary
  }

  private let keys = """
    <text key='login.title'><context/><value lang='de' status='translated'>Eins</value></text>
    <text key='loginTitle'><context/><value lang='de' status='translated'>Zwei</value></text>

    """

  @Test func `keys that differ in separators are near duplicates`() throws {
    #expect(try summary(keys) == ["warning near-duplicate-key"])
  }

  @Test func `keys whose names collide are told once`() throws {
    #expect(try summary(keys, [.swift(nestedBy: nil)]) == ["error name-collision"])
  }

  @Test func `the second text with the same key is no twin of the first`() throws {
    let text = """
      <text key='a'><context/><value lang='de' status='translated'>Eins zwei drei</value></text>

      """
    #expect(try summary(text + text) == ["error duplicate-key"])
  }

  @Test func `a twin can be excused in its context`() throws {
    let texts = """
      <text key='a'><context/><value lang='de' status='translated'>Eins zwei drei</value></text>
      <text key='b'><context>@ignore duplicate-text a heading</context>
        <value lang='de' status='translated'>Eins zwei drei</value></text>

      """
    #expect(try summary(texts) == [])
  }
}
