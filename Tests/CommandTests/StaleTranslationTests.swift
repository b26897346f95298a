import Foundation
import Testing
import TremaTestSupport

/// The findings of `trema check` from the history of a catalogue in git.
@Suite struct StaleTranslationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.git("init", "--quiet")
  }

  private func catalogue(
    _ texts: [(key: String, english: String, german: String)], status: String = "verified"
  ) -> String {
    let texts = texts.map { text in
      """
        <text key="\(text.key)">
          <context/>
          <value lang="en" status="verified">\(text.english)</value>
          <value lang="de" status="\(status)">\(text.german)</value>
        </text>

      """
    }
    return "<trema masterLang=\"en\">\n\(texts.joined())</trema>\n"
  }

  private func commit(
    _ texts: [(key: String, english: String, german: String)], day: String,
    status: String = "verified", file: String = "Texts.trm"
  ) throws {
    try folder.write(catalogue(texts, status: status), to: file)
    try folder.commitAll("texts", day: day)
  }

  /// The keys and days of stale translations.
  private func stale(_ file: String = "Texts.trm") throws -> [String] {
    let result = try Tool.run(["check", file], in: folder)
    return result.output.split(separator: "\n").filter { $0.contains("[stale-translation]") }.map {
      line in
      let words = line.split(separator: " ")
      let key = words.first { $0.hasPrefix("'") } ?? ""
      return key + " " + (words.last ?? "")
    }
  }

  @Test func `a translation is stale if its master changed after it was verified`() throws {
    try commit([("a", "One", "Eins"), ("b", "Two", "Zwei")], day: "2026-01-01")
    try commit([("a", "One", "Eins"), ("b", "Two", "Zwei"), ("c", "x", "y")], day: "2026-02-01")
    try commit([("a", "Ones", "Eins"), ("b", "Two", "Zwei"), ("c", "x", "y")], day: "2026-03-01")
    try commit(
      [("a", "Ones", "Eins"), ("b", "Twos", "Zweien"), ("c", "x", "y")], day: "2026-04-01")
    #expect(try stale() == ["'a' 2026-03-01"])

    let commit = try folder.git("log", "--format=%h", "--abbrev=9", "-1", "HEAD~1")
    let result = try Tool.run(["check", "Texts.trm"], in: folder)
    #expect(
      result.output.hasPrefix(
        """
        Texts.trm:5:30: warning: [stale-translation] 'a' was verified in 'de' before \
        the master changed in \(commit.dropLast()) on 2026-03-01
        5 |     <value lang="de" status="verified">Eins</value>
          |                              ^ hint: translate it again, or lower its status until \
        then

        """), "\(result.output)")
  }

  @Test func `a translation that is verified again, or awaits verification, is not stale`() throws {
    try commit([("a", "One", "Eins")], day: "2026-01-01")
    try commit([("a", "Ones", "Eins")], day: "2026-02-01")
    #expect(try stale().count == 1)
    try commit([("a", "Ones", "Eins")], day: "2026-03-01", status: "translated")
    #expect(try stale().isEmpty)
    try commit([("a", "Ones", "Eins")], day: "2026-04-01")
    #expect(try stale().isEmpty)
  }

  @Test func `uncommitted changes make translations stale, and mere reformatting does not`() throws
  {
    try commit([("a", "One & two".replacing("&", with: "&amp;"), "Eins")], day: "2026-01-01")
    try folder.write(
      catalogue([("a", "<![CDATA[One & two]]>", "Eins")]), to: "Texts.trm")
    #expect(try stale().isEmpty)
    try folder.write(catalogue([("a", "One &amp; three", "Eins")]), to: "Texts.trm")
    #expect(try stale() == ["'a' changed"])
  }

  @Test
  func `history survives moved texts, renamed or reformatted files, and merges`() throws {
    try commit([("a", "One", "Eins"), ("b", "Two", "Zwei")], day: "2026-01-01")
    try folder.git("checkout", "--quiet", "-b", "side")
    try commit([("a", "Ones", "Eins"), ("b", "Two", "Zwei")], day: "2026-02-01")
    try folder.git("checkout", "--quiet", "-")
    try folder.write("x", to: "other")
    try folder.commitAll("other", day: "2026-02-02")
    try folder.git(
      "merge", "--quiet", "--no-ff", "--message", "merged", "side", day: "2026-02-03")
    try commit([("b", "Two", "Zwei"), ("a", "Ones", "Eins")], day: "2026-03-01")
    try folder.git("mv", "Texts.trm", "Words.trm")
    try folder.commitAll("renamed", day: "2026-03-02")
    try folder.write(
      try folder.text("Words.trm").replacing("\n    ", with: "\r\n\t"), to: "Words.trm")
    try folder.commitAll("other line ends", day: "2026-03-03")
    #expect(try stale("Words.trm") == ["'a' 2026-02-03"])
  }

  @Test func `without history, no translation is stale`() throws {
    try folder.write(catalogue([("a", "One", "Eins")]), to: "Texts.trm")
    #expect(try stale().isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "/.git")
    #expect(try stale().isEmpty)
  }

  @Test func `history stops at a revision that is not a valid catalogue`() throws {
    try commit([("a", "One", "Eins")], day: "2026-01-01")
    try folder.write("<<<<<<< HEAD\n", to: "Texts.trm")
    try folder.commitAll("broken", day: "2026-02-01")
    try commit([("a", "Ones", "Eins")], day: "2026-03-01")
    try commit([("a", "One", "Eins")], day: "2026-04-01")
    #expect(try stale() == ["'a' 2026-04-01"])
  }
}
