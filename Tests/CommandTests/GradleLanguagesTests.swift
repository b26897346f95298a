import Foundation
import Testing
import TremaTestSupport

/// The comparison of a Gradle build file with the languages of a project.
@Suite struct GradleLanguagesTests {
  private let app: AppProject

  init() throws {
    app = try AppProject()
    try app.texts([("a", ["en": "A", "de": "A", "pt-BR": "A", "zh-Hans": "A", "he": "A"])])
    try app.project(
      app: #""gradle": "app/build.gradle""#, languages: #""en", "de", "pt-BR", "zh-Hans", "he""#,
      #""format": "android", "directory": "res", "languageNames": { "de": "de-rAT" }"#)
  }

  @Test(arguments: [
    "localeFilters += listOf(\"en\", \"de-rAT\",\n  \"pt-rBR\", \"b+zh+Hans\", // \"x\"\n \"iw\")",
    "resourceConfigurations.addAll(listOf(\"en\", \"de-rAT\", \"pt-rBR\", \"zh-rCN\", \"iw\"))",
    "resConfigs 'en', 'de-rAT',\n  'pt_BR', /* 'x' */ 'zh-CN', 'he', 'xxhdpi'\n  x 'y'",
    "resourceConfigurations = ['en', 'de-rAT', 'pt-rBR', 'b+zh+Hans', 'iw', 'en-rXA']; x 'y'",
    "androidResources.localeFilters\n  .addAll(\"en\", \"de-rAT\", \"pt-rBR\", \"b+zh+Hans\", \"iw\")",
    "resConfig 'en'\nresConfig \"de-rAT\"\nlocaleFilters += setOf('pt-rBR', \"\"\"iw\"\"\", 'zh-rCN')",
    "localeFilters += languages\nresConfigs \"$first\", 'x'",
  ])
  func `all syntaxes of the language list are read`(list: String) throws {
    try app.folder.write(
      "// localeFilters += 'x'\nandroid { it = \"resConfigs 'x'\" \n  \(list)\n}\n",
      to: "app/build.gradle")
    #expect(try app.findings("check") == [])
  }

  @Test func `differing languages are reported with their locations`() throws {
    try app.folder.write(
      """
      android {
        androidResources {
          localeFilters += listOf("en", "fr",
            "de")
        }
      }
      """, to: "app/build.gradle")
    let unknown = "hint: remove it, or add the language to \"languages\" in trema.json"
    #expect(
      try app.findings("check") == [
        "app/build.gradle:3:5: warning: [gradle-languages] 'localeFilters' does not contain "
          + "'pt-BR', 'zh-Hans', 'he'",
        "hint: add \"pt-rBR\", \"b+zh+Hans\", \"iw\"; the build removes the resources of all "
          + "other languages",
        "app/build.gradle:3:35: warning: [gradle-languages] 'localeFilters' contains 'fr', which "
          + "the project does not have", unknown,
      ])
    #expect(try app.trema("build").status == 0)
  }

  @Test func `the languages of the Android outputs are required`() throws {
    try app.project(
      app: #""gradle": "app/build.gradle""#, languages: #""en", "de", "he""#,
      #""format": "android", "directory": "res", "languages": ["de"]"#,
      #""format": "strings", "directory": "R""#)
    try app.folder.write("android { resConfigs 'de', 'en' }", to: "app/build.gradle")
    #expect(try app.findings("check").allSatisfy { !$0.contains("gradle") })
  }

  @Test func `a file without a language list is reported`() throws {
    let hint =
      "hint: add them: localeFilters += listOf(\"en\", \"de-rAT\", \"pt-rBR\", \"b+zh+Hans\", "
      + "\"iw\"); in Groovy: localeFilters += [\"en\", \"de-rAT\", \"pt-rBR\", \"b+zh+Hans\", "
      + "\"iw\"]"
    try app.folder.write("android { }\n", to: "app/build.gradle")
    #expect(
      try app.findings("check") == [
        "app/build.gradle: warning: [gradle-languages] the file does not list the languages of "
          + "the app", hint,
      ])
    try app.folder.write("android {\n  resConfigs all\n  x 'y'\n}\n", to: "app/build.gradle")
    #expect(
      try app.findings("check") == [
        "app/build.gradle:2:3: warning: [gradle-languages] 'resConfigs' does not list languages "
          + "as string literals", hint,
      ])
    try app.folder.write([0x00, 0xFF, 0x22, 0x5C], to: "app/build.gradle")
    #expect(try app.trema("check").status == 0)
    let result = try app.trema("build", "--project", "trema.json")
    #expect(result.status == 0)
    try FileManager.default.removeItem(at: app.folder.url.appendingPathComponent("app"))
    #expect(
      try app.findings("check") == [
        "app/build.gradle: error: [cannot-read] cannot read 'app/build.gradle': no such file or "
          + "directory", "hint: check the path; relative paths start in the current folder",
        "trema.json:4:22: note: specified here",
      ])
  }

  @Test func `a project sets the severity of the finding`() throws {
    try app.folder.write("android { resConfigs 'de', 'en' }", to: "app/build.gradle")
    let project = try app.text("trema.json")
    try app.folder.write(
      project.replacing(#""app""#, with: #""checks": { "gradle-languages": "error" }, "app""#),
      to: "trema.json")
    #expect(try app.trema("build").status == 1)
    try app.folder.write(
      project.replacing(#""app""#, with: #""checks": { "gradle-languages": "off" }, "app""#),
      to: "trema.json")
    #expect(try app.findings("check") == [])
  }
}
