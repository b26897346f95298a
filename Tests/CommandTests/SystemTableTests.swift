import Foundation
import Testing
import TremaTestSupport

/// Tables of their own for the parts of an app that the system reads: `InfoPlist`, `AppShortcuts`,
/// and those of extensions.
@Suite struct SystemTableTests {
  private static let others =
    #"["NS*UsageDescription", "CFBundle*", "*${applicationName}*", "widget.*"]"#
  private let app: AppProject

  init() throws {
    app = try AppProject()
    try app.texts([
      ("app.title", ["en": "Photos", "de": "Fotos"]),
      ("NSCameraUsageDescription", ["en": "Scans \"codes\", 100 %.", "de": "Scannt „Codes“."]),
      ("CFBundleDisplayName", ["en": "Photos", "de": "Fotos"]),
      (
        "Scan with ${applicationName}",
        ["en": "Scan ${target} with ${applicationName}", "de": "Mit ${applicationName} scannen"]
      ), ("widget.title", ["en": "Latest", "de": "Neueste"]),
    ])
    try app.project(
      app: "", #""format": "strings", "directory": "App", "exceptKeys": \#(Self.others)"#,
      #""format": "swift", "directory": "App", "exceptKeys": \#(Self.others)"#,
      #""format": "strings", "directory": "App", "table": "InfoPlist", "#
        + #""keys": ["NS*UsageDescription", "CFBundleDisplayName"]"#,
      #""format": "strings", "directory": "App", "table": "AppShortcuts", "#
        + #""keys": ["*${applicationName}*"]"#,
      #""format": "strings", "directory": "Widget", "keys": ["widget.*"]"#)
  }

  private func table(_ path: String) throws -> [String: String] {
    let data = Data(try app.folder.read(path))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: String])
  }

  @Test func `Foundation reads the system tables`() throws {
    let result = try app.trema("build")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(
      try table("App/en.lproj/InfoPlist.strings") == [
        "NSCameraUsageDescription": "Scans \"codes\", 100 %.", "CFBundleDisplayName": "Photos",
      ])
    #expect(
      try table("App/de.lproj/InfoPlist.strings") == [
        "NSCameraUsageDescription": "Scannt „Codes“.", "CFBundleDisplayName": "Fotos",
      ])
    #expect(
      try table("App/de.lproj/AppShortcuts.strings") == [
        "Scan with ${applicationName}": "Mit ${applicationName} scannen"
      ])
    #expect(
      try table("App/en.lproj/AppShortcuts.strings") == [
        "Scan with ${applicationName}": "Scan ${target} with ${applicationName}"
      ])
    #expect(try table("App/de.lproj/Localizable.strings") == ["app.title": "Fotos"])
    #expect(try table("Widget/de.lproj/Localizable.strings") == ["widget.title": "Neueste"])
    for path in try Snapshot(of: app.folder).files where path.hasSuffix(".strings") {
      #expect(try Judge.plutil.run(["-lint", path], in: app.folder).status == 0)
    }
    #expect(try !app.text("App/Texts.swift").contains("UsageDescription"))
  }

  @Test func `an App Shortcut phrase must contain the app name`() throws {
    try app.texts([
      ("Scan with ${applicationName}", ["en": "Scan with ${applicationName}", "de": "Scannen"]),
      ("Stop ${applicationName}", ["en": "Stop", "de": ""]), ("a", ["en": "A", "de": "A"]),
    ])
    try app.project(
      app: "",
      #""format": "strings", "directory": "App", "table": "AppShortcuts", "#
        + #""keys": ["*${applicationName}*"]"#,
      #""format": "strings", "directory": "App", "keys": ["a"]"#)
    let hint = "hint: add ${applicationName}; Xcode rejects phrases without it"
    #expect(
      try app.findings("check").filter { $0.contains("shortcut") || $0 == hint } == [
        "Texts.trm:5:5: warning: [shortcut-phrase] the phrase 'Scan with ${applicationName}' does "
          + "not contain '${applicationName}' in 'de'", hint,
        "Texts.trm:9:5: warning: [shortcut-phrase] the phrase 'Stop ${applicationName}' does not "
          + "contain '${applicationName}' in 'en'", hint,
      ])
  }

  @Test func `the phrase that iOS gets, which may be a variant's, must contain the app name`()
    throws
  {
    let work = VariantProject(in: app.folder)
    let scan = "Scan with ${applicationName}"
    try work.texts([
      (scan, "", ["en": scan, "de": scan]), ("v", "@variant-of \(scan) ios", ["de": "Scannen"]),
      ("Stop", "", ["en": "Stop", "de": "Stopp"]),
      ("w", "@variant-of Stop ios", ["en": "Stop ${applicationName}", "de": "${applicationName}"]),
      (
        "Go ${applicationName}", "",
        ["en": "Go ${applicationName}", "de": "Los, ${applicationName}"]
      ),
      ("x", "@variant-of Go ${applicationName} android", ["en": "Go"]),
    ])
    try work.project(#""format": "strings", "table": "AppShortcuts""#, #""format": "android""#)
    let result = try work.trema("build")
    #expect(
      result.errors == """
        Texts.trm:9:5: warning: [shortcut-phrase] the phrase '\(scan)' does not contain \
        '${applicationName}' in 'de'
        9 |     <value lang="de" status="translated">Scannen</value>
          |     ^ hint: add ${applicationName}; Xcode rejects phrases without it
        1 warning

        """)
  }
}
