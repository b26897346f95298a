import Foundation
import Testing
import TremaTestSupport

/// The example app Ferry: one catalogue for an app on iOS and Android, and for both stores.
@Suite struct FerryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Examples/Ferry")
    for name in try FileManager.default.contentsOfDirectory(atPath: example.path) {
      try FileManager.default.copyItem(
        atPath: example.appendingPathComponent(name).path, toPath: "\(folder.path)/\(name)")
    }
  }

  private func build() throws {
    let result = try Tool.run(["build"], in: folder)
    try #require(result.status == 0, "\(result)")
    try #require(result.errors.isEmpty, "\(result)")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(path)"), encoding: .utf8)
  }

  @Test func `checks of texts, outputs and app files report no findings`() throws {
    let check = try Tool.run(["check"], in: folder)
    #expect(check == Tool.Result(status: 0, output: "", errors: ""))
    for name in ["ios", "info-plist", "android", "listings"] {
      let part = try Tool.run(["check", "--slice", name], in: folder)
      #expect(part == Tool.Result(status: 0, output: "", errors: ""), "\(name)")
    }
  }

  @Test func `a build does not change the committed list of languages`() throws {
    let before = try text("trema-languages.json")
    try build()
    #expect(try text("trema-languages.json") == before)
    #expect(try Tool.run(["build", "--check"], in: folder).status == 0)
  }

  @Test func `each platform gets its own wording and its own texts`() throws {
    try build()
    func strings(_ path: String) throws -> [String: String] {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(path)"))
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      return try #require(list as? [String: String])
    }
    let resources = "ios/Sources/Ferry/Resources/de.lproj"
    #expect(
      try strings("\(resources)/Localizable.strings") == [
        "departures_title": "Abfahrten", "settings_title": "Einstellungen",
        "live_activity_title": "Nächste Fähre ab %@",
      ])
    #expect(
      try strings("ios/Resources/de.lproj/InfoPlist.strings") == [
        "NSLocationWhenInUseUsageDescription": "Dein Standort zeigt den nächsten Anleger."
      ])
    let android = try text("android/app/src/main/res/values-de/strings.xml")
    #expect(android.contains(#"<string name="settings_title">Optionen</string>"#))
    #expect(!android.contains("live_activity") && !android.contains("NSLocation"))
    #expect(try !text("android/app/src/main/kotlin/dev/example/ferry/Texts.kt").contains("liveA"))
    for locale in ["values", "values-de", "values-fr", "xml"] {
      let name = locale == "xml" ? "locales_config.xml" : "strings.xml"
      let verdict = try Judge.aapt2.run(
        ["compile", "-o", ".", "android/app/src/main/res/\(locale)/\(name)"], in: folder)
      #expect(verdict.status == 0, "\(verdict.complaint)")
    }
  }

  @Test func `store listings have their fields in the stores' locales`() throws {
    try build()
    #expect(try text("fastlane/metadata/de-DE/name.txt") == "Fähre\n")
    #expect(try text("fastlane/metadata/de-DE/subtitle.txt") == "Abfahrten auf dem See\n")
    #expect(try text("fastlane/metadata/android/de-DE/title.txt") == "Fähre")
    let files = try Snapshot(of: folder).files.filter { $0.hasPrefix("fastlane/") }
    #expect(files.count == 18)
    #expect(!files.contains("fastlane/metadata/android/de-DE/subtitle.txt"))
  }

  @Test func `the code of the iOS app compiles with the generated accessors`() async throws {
    try build()
    let sources = "ios/Sources/Ferry"
    let program =
      try text("\(sources)/Texts.swift")
      .replacingOccurrences(of: "bundle: .module", with: "bundle: .main")
      + text("\(sources)/Departures.swift")
    #expect(try await Compiler().problems(in: program).map(\.description) == [])
  }
}
