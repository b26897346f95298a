import Foundation
import Testing
import TremaDiagnostics
import TremaJSON
import TremaProject
import TremaSupport
import TremaTestSupport

@Suite struct ProjectFileTests {
  @Test func `a project file specifies the outputs of each catalogue`() throws {
    let (decoded, diagnostics) = ProjectFile.decode(Array(Self.full.utf8), file: "App/trema.json")
    #expect(diagnostics == [])
    let project = try #require(decoded)

    #expect(project.catalogs.map { $0.files.map(\.value) } == [["Texts.trm", "../More.trm"]])
    #expect(project.catalogs.first?.isBackslashLiteral == true)
    #expect(project.catalogs.first?.masterLanguage?.value == "en")
    #expect(project.languages?.map(\.value) == ["de", "zh-Hans"])
    #expect(project.checks.map(\.code.value) == ["missing-translation", "edge-space"])
    #expect(project.checks.map(\.level?.value) == [.note, .off])
    #expect(project.configuration?.directory?.value == "Config")
    #expect(project.configuration?.includes?.map(\.value) == ["Shared/Base.xcconfig"])
    #expect(project.app?.infoPlist?.value == "App/Info.plist")
    #expect(project.app?.gradle?.value == "../android/build.gradle")

    #expect(project.outputs.map(\.format.name) == ["strings", "swift", "android"])
    let swift = project.outputs[1]
    #expect(swift.directory.value == "Sources/App/Generated")
    #expect(swift.table?.value == "App")
    #expect(swift.type?.value == "AppTexts")
    #expect(swift.bundle == "module")
    #expect(swift.imports == ["AppKit"])
    #expect(swift.access == .package)
    let android = project.outputs[2]
    #expect(android.defaultLanguage?.value == "en")
    #expect(android.fallback == .master)
    #expect(android.statuses == ["translated", "verified"])
    #expect(android.languageNames.map(\.language.value) == ["zh-Hans"])
    #expect(android.languageNames.map(\.name) == ["zh-rCN"])
  }

  @Test func `missing settings are nil`() throws {
    let project = try #require(ProjectFile.decode(Array("{}".utf8), file: "trema.json").project)
    #expect(project == ProjectFile(file: "trema.json"))
    #expect(project.languages == nil)
  }

  @Test func `paths are relative to the folder of the file`() {
    #expect(ProjectFile(file: "trema.json").path(of: "a/b") == "a/b")
    #expect(ProjectFile(file: "App/trema.json").path(of: "../b") == "b")
    #expect(ProjectFile(file: "a/b/trema.json").path(of: "../c/d") == "a/c/d")
    #expect(ProjectFile(file: "a/trema.json").path(of: "../../b") == "../b")
    #expect(ProjectFile(file: "../a/trema.json").path(of: "../../b") == "../../b")
    #expect(ProjectFile(file: "./trema.json").path(of: "../b") == "./../b")
    #expect(ProjectFile(file: "/a/trema.json").path(of: "../b") == "/b")
    #expect(ProjectFile(file: "/trema.json").path(of: "b") == "/b")
    #expect(ProjectFile(file: "App/trema.json").path(of: "/b") == "/b")
  }

  @Test func `a path does not cancel a symbolic link`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "/usr/share")
    let project = ProjectFile(file: "\(folder.path)/link/doc/trema.json")
    #expect(project.path(of: "../../lib") == "\(folder.path)/link/../lib")
  }

  @Test func `every value keeps its location`() throws {
    let document = "{ \"languages\": [\"de\",\n  \"xx\"],\n  \"checks\": { \"x\": \"off\" } }"
    let project = try #require(ProjectFile.decode(Array(document.utf8), file: "trema.json").project)
    #expect(project.languages?.last?.location?.start == SourcePosition(line: 2, column: 3))
    #expect(project.checks.first?.code.location?.start == SourcePosition(line: 3, column: 15))
  }

  @Test(arguments: mistakes)
  func `errors are reported with a location and a hint`(document: String, report: String) {
    let (project, diagnostics) = ProjectFile.decode(Array(document.utf8), file: "trema.json")
    let text = String(
      decoding: TextReporter(includesSummary: false).report(diagnostics), as: UTF8.self)
    #expect(text.replacing("trema.json:", with: "") == report + "\n")
    #expect((project == nil) == diagnostics.contains { $0.kind == .unreadable })
  }

  static let full = """
    // What is made of the texts of the app.
    {
      "$schema": "resources/trema.schema.json",
      "catalogues": [{ "files": ["Texts.trm", "../More.trm"], "rawBackslash": true, "masterLanguage": "en" }],
      "languages": ["de", "zh-Hans"],
      "outputs": [
        { "format": "strings", "directory": "Resources" },
        {
          "format": "swift", "directory": "Sources/App/Generated", "table": "App",
          "type": "AppTexts", "bundle": "module", "imports": ["AppKit"], "access": "package",
        },
        {
          "format": "android", "directory": "../android/res", "defaultLanguage": "en",
          "fallback": "master", "statuses": ["translated", "verified"],
          "languageNames": { "zh-Hans": "zh-rCN" },
        },
      ],
      "checks": { "missing-translation": "note", "edge-space": "off" },
      "terms": [
        {
          "term": "sign in", "required": { "de": ["anmelden"] }, "forbidden": { "de": ["einloggen"] },
          "caseSensitive": true, "note": "as on the web"
        }
      ],
      "app": { "infoPlist": "App/Info.plist", "gradle": "../android/build.gradle" },
      "configuration": {
        "directory": "Config", "includes": ["Shared/Base.xcconfig"], "environments": ["staging"]
      },
    }
    """

  /// Documents with their complete reports, without the file name.
  static let mistakes = [
    (
      "[]",
      "1:1: error: [invalid-field] trema.json must be an object, not an array\n  hint: replace it with an object: { }"
    ),
    (
      #"{ "langauges": ["de"] }"#,
      "1:3: error: [unknown-field] unknown field 'langauges' in trema.json\n"
        + "  hint: did you mean 'languages'?"
    ),
    (
      #"{ "targets": [] }"#,
      "1:3: error: [unknown-field] unknown field 'targets' in trema.json\n"
        + "  hint: use one of '$schema', 'catalogues', 'languages', 'minimumCoverage', 'ships', 'outputs', 'checks', 'terms', 'baseline', 'usage', 'app', 'configuration'"
    ),
    (
      #"{ "languages": "de" }"#,
      "1:16: error: [invalid-field] 'languages' must be an array of strings, not a string"
    ),
    (
      #"{ "languages": ["de", 7, ""] }"#,
      "1:23: error: [invalid-field] an element of 'languages' must be a string, not a number\n"
        + "1:26: error: [invalid-field] an element of 'languages' must not be empty\n"
        + "  hint: enter a value, or remove the field"
    ),
    (
      #"{ "app": { "infoPlist": ["a"], "gradel": "b" } }"#,
      "1:25: error: [invalid-field] 'infoPlist' must be a string, not an array\n"
        + "1:32: error: [unknown-field] unknown field 'gradel' in 'app'\n"
        + "  hint: did you mean 'gradle'?"
    ),
    (
      #"{ "catalogues": [{ "rawBackslash": 1 }] }"#,
      "1:18: error: [missing-field] a catalogue requires the field 'files'\n  hint: add \"files\"\n"
        + "1:36: error: [invalid-field] 'rawBackslash' must be true or false, not a number"
    ),
    (
      #"{ "catalogues": [{ "files": [] }, "Texts.trm"] }"#,
      "1:29: error: [invalid-field] 'files' must not be empty\n"
        + "  hint: enter a value, or remove the field\n"
        + "1:35: error: [invalid-field] a catalogue must be an object, not a string\n"
        + "  hint: replace it with an object: { }"
    ),
    (
      #"{ "outputs": [{ "format": "string", "directory": "a" }, { "format": "yaml" }] }"#,
      "1:27: error: [invalid-field] invalid value 'string' for 'format'\n  hint: did you mean 'strings'?\n"
        + "1:57: error: [missing-field] an output requires the field 'directory'\n"
        + "  hint: add \"directory\"\n"
        + "1:69: error: [invalid-field] invalid value 'yaml' for 'format'\n"
        + "  hint: use one of 'strings', 'stringsdict', 'xcstrings', 'android', 'compose', 'swift', "
        + "'kotlin', 'locale-config', 'json', 'properties', 'arb', 'compiled', 'po', 'xliff', 'csv', "
        + "'tsv', 'xlsx', 'twine', 'app-store', 'google-play'"
    ),
    (
      #"{ "outputs": [{ "format": "swift", "directory": "a", "access": "open", "type": "../T" }] }"#,
      "1:64: error: [invalid-field] invalid value 'open' for 'access'\n"
        + "  hint: use one of 'public', 'package', 'internal'\n"
        + "1:80: error: [invalid-field] '../T' is not allowed in a file name\n"
        + "  hint: remove slashes, control characters and a leading dot"
    ),
    (
      #"{ "outputs": [{ "format": "json", "directory": "a", "statuses": ["Verified"] }] }"#,
      "1:66: error: [invalid-field] invalid value 'Verified' for an element of 'statuses'\n"
        + "  hint: did you mean 'verified'?"
    ),
    (
      #"{ "outputs": [{ "format": "json", "directory": "a", "languageNames": { "de": "" } }] }"#,
      "1:78: error: [invalid-field] 'de' must not be empty\n"
        + "  hint: enter a value, or remove the field"
    ),
    (
      #"{ "outputs": [{ "format": "android", "directory": "a", "table": "T" }] }"#,
      "1:56: warning: [unused-field] 'table' has no effect in the format 'android'\n"
        + "  hint: remove it"
    ),
    (
      #"{ "checks": { "edge-space": "warn" } }"#,
      "1:29: error: [invalid-field] invalid value 'warn' for 'edge-space'\n"
        + "  hint: use one of 'error', 'warning', 'note', 'off'"
    ),
    (
      #"{ "checks": { "*": { "verified": "off", "language": {}, "keys": { "a.*": "loud" } } } }"#,
      """
      1:34: error: [invalid-field] invalid value 'off' for 'verified'
        hint: use one of 'note', 'warning', 'error'
      1:41: error: [unknown-field] unknown field 'language' in the check '*'
        hint: did you mean 'languages'?
      1:74: error: [invalid-field] invalid value 'loud' for 'a.*'
        hint: use one of 'error', 'warning', 'note', 'off'
      """
    ),
    (
      #"{ "terms": [{ "required": { "de": [] } }] }"#,
      """
      1:13: error: [missing-field] a term requires the field 'term'
        hint: add "term"
      1:35: error: [invalid-field] 'de' must not be empty
        hint: enter a value, or remove the field
      """
    ),
    (
      #"{ "catalogues": [{ "files": ["a"], "masterLanguage": 1 }], "configuration": { "includes": "b" } }"#,
      "1:54: error: [invalid-field] 'masterLanguage' must be a string, not a number\n"
        + "1:91: error: [invalid-field] 'includes' must be an array of strings, not a string"
    ),
    (
      #"{ "checks": [], "configuration": null }"#,
      "1:13: error: [invalid-field] 'checks' must be an object, not an array\n"
        + "1:34: error: [invalid-field] 'configuration' must be an object, not null\n  hint: replace it with an object: { }"
    ),
  ]
}
