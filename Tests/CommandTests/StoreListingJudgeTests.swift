import Foundation
import Testing
import TremaTestSupport

/// fdroidserver, which reads fastlane's folders for the F-Droid store, reads what a build wrote.
@Suite struct StoreListingJudgeTests {
  /// Reads the listings of the app `com.example`, with the limits of Google Play. It prints the
  /// texts by locale, and those of version 42.
  private static let program = """
    import json, sys
    from fdroidserver import update
    update.config = {"char_limits": {
      "author": 256, "name": 30, "summary": 80, "description": 4000, "video": 256, "whatsNew": 500}}
    build = {"versionCode": 42, "gradle": ["yes"]}
    apps = {"com.example": {"CurrentVersionCode": 41, "Builds": [build]}}
    update.insert_localized_app_metadata(apps)
    json.dump({"listing": apps["com.example"]["localized"], "version": build["whatsNew"]},
      sys.stdout)
    """

  private struct Answer: Decodable {
    var listing: [String: [String: String]]
    var version: [String: String]
  }

  @Test func `fdroidserver reads the Google Play texts without truncating any`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "Pflanzen und Gärten: ", count: 200).prefix(3999) + "."
    try folder.write(
      """
      <trema masterLang="en">
        <text key="store.name">
          <value lang="en">Garden, 30 letters in the name</value>
          <value lang="de">Garten</value>
          <value lang="he">גן</value>
          <value lang="nb">Hage</value>
          <value lang="zh-Hant">花園</value>
        </text>
        <text key="store.short_description"> <value lang="en">50% \\"greener\\" &amp; more</value> </text>
        <text key="store.description">
          <value lang="en">One\\n\\n• two\\n• three</value>
          <value lang="de">\(long)</value>
        </text>
        <text key="store.video"> <value lang="en">https://youtu.be/abc</value> </text>
        <text key="store.release_notes"> <value lang="en">Faster</value> </text>
        <text key="store.changelogs.42"> <value lang="en">Fixes</value> </text>
      </trema>

      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "google-play", "directory": "build/com.example/fastlane/metadata/android" }
        ]
      }

      """, to: "trema.json")
    #expect(try Tool.run(["build"], in: folder).status == 0)
    let verdict = try Judge.environmentPython.run(["-c", Self.program], in: folder)
    #expect(verdict.status == 0, "\(verdict.complaint)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(verdict.output))
    #expect(
      answer.listing == [
        "en-US": [
          "name": "Garden, 30 letters in the name", "summary": "50% \"greener\" & more",
          "description": "One\n\n• two\n• three", "video": "https://youtu.be/abc",
          "whatsNew": "Faster",
        ],
        "de-DE": ["name": "Garten", "description": String(long)],
        "iw-IL": ["name": "גן"], "no-NO": ["name": "Hage"], "zh-TW": ["name": "花園"],
      ])
    #expect(answer.version == ["en-US": "Fixes"])
  }
}
