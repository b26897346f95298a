import Foundation
import Testing
import TremaTestSupport

/// Variants beside the texts that they replace: for translators, in source code and in reports.
@Suite struct VariantExchangeTests {
  private let work: VariantProject
  private static let annotation = "@variant-of settings.title android"

  init() throws {
    work = try VariantProject()
    try work.texts([
      ("a.title.android", Self.annotation, ["en": "Options", "de": "Optionen"]),
      ("back", "", ["en": "Back", "de": "Zurück"]),
      ("settings.title", "", ["en": "Settings", "de": "Einstellungen"]),
    ])
  }

  @Test(arguments: ["xliff", "csv", "xlsx", "po"])
  func `a variant is exported after its base, and its values are imported back`(format: String)
    throws
  {
    let file = "de.\(format)"
    let exported = try work.trema(
      "export", "--to", format, "--language", "de", "Texts.trm", "-o", file)
    #expect(exported.status == 0, "\(exported)")
    let before = try work.text("Texts.trm")
    let unchanged = try work.trema("import", "--into", "Texts.trm", file)
    #expect(unchanged.status == 0, "\(unchanged)")
    #expect(try work.text("Texts.trm") == before)
    // A workbook is compressed.
    guard format != "xlsx" else { return }
    let text = try work.text(file)
    let base = try #require(text.range(of: "Einstellungen"))
    let variant = try #require(text.range(of: "Optionen"))
    #expect(base.lowerBound < variant.lowerBound)
    #expect(text.contains(Self.annotation))
    try work.folder.write(text.replacing("Optionen", with: "Auswahl"), to: file)
    let changed = try work.trema("import", "--into", "Texts.trm", file)
    #expect(changed.status == 0, "\(changed)")
    #expect(try work.text("Texts.trm") == before.replacing("Optionen", with: "Auswahl"))
  }

  @Test func `the maximum length of a text also applies to its variants`() throws {
    try work.texts([
      ("a", "@max 8", ["en": "Settings", "de": "Optionen"]),
      ("a.ios", "@variant-of a ios", ["en": "Configure", "de": "Wahl"]),
    ])
    try work.project(#""format": "strings""#)
    #expect(
      try work.trema("check").output.contains(
        "Texts.trm:9:42: warning: [max-length] 'a.ios' has 9 characters in 'en', 1 more than the 8 "
          + "allowed\n"))
    #expect(
      try work.trema("export", "--to", "csv", "--language", "de", "Texts.trm", "-o", "de.csv")
        .status
        == 0)
    let rows = try work.text("de.csv").split(separator: "\r\n").map { $0.split(separator: ",") }
    #expect(rows.map { $0.last } == ["Limit", "8", "8"], "\(rows)")
  }

  @Test(arguments: ["xliff", "csv", "po"])
  func `a variant without a master value is exported with its base's original`(format: String)
    throws
  {
    try work.texts([
      ("a", "", ["en": "Settings", "de": "Einstellungen"]),
      ("a.ios", "@variant-of a ios", ["de": "Optionen"]),
    ])
    let before = try work.text("Texts.trm")
    let file = "de.\(format)"
    #expect(
      try work.trema("export", "--to", format, "--language", "de", "Texts.trm", "-o", file).status
        == 0)
    #expect(try work.text(file).components(separatedBy: "Settings").count == 3)
    let result = try work.trema("import", "--into", "Texts.trm", file)
    #expect(result.status == 0, "\(result)")
    #expect(try work.text("Texts.trm") == before)
  }

  @Test func `a variant's key is not unused, and using it is an undefined key`() throws {
    try work.project(#""format": "swift""#, #""format": "kotlin""#, #""format": "android""#)
    try work.folder.write(
      "let a = Texts.settingsTitle\nlet b = Texts.back\nlet c = translate(\"a.title.android\")\n",
      to: "Source/A.swift")
    try work.folder.write("val a = Texts(resources).aTitleAndroid\n", to: "Source/B.kt")
    let result = try work.trema("usage", "--sources", "Source")
    let lines = result.output.split(separator: "\n").filter {
      $0.contains(": [") || $0.contains("-key]")
    }
    #expect(lines.allSatisfy { $0.contains("undefined-key") }, "\(result)")
    #expect(lines.contains { $0.hasPrefix("Source/A.swift:3:") }, "\(result)")
    #expect(lines.contains { $0.hasPrefix("Source/B.kt:1:") }, "\(result)")
  }

  @Test
  func
    `a variant is a text like others for format and differences, but statistics do not count it`()
    throws
  {
    let formatted = try work.trema("format", "Texts.trm")
    #expect(formatted.status == 0)
    #expect(try work.text("Texts.trm").contains("<context>\(Self.annotation)</context>"))
    #expect(try work.trema("stats", "Texts.trm").output.hasPrefix("2 texts, "))
    try work.folder.write(
      try work.text("Texts.trm").replacing("Optionen", with: "Auswahl"), to: "New.trm")
    let difference = try work.trema("diff", "Texts.trm", "New.trm")
    #expect(difference.output.contains("a.title.android"), "\(difference)")
  }

  @Test func `a report lists each text once, even if texts are read twice`() throws {
    let result = try work.trema("check", "Texts.trm", "--report", "html=report.html")
    #expect(result.status == 0, "\(result)")
    let report = try work.text("report.html")
    #expect(report.contains("Optionen"))
    #expect(report.components(separatedBy: "Zurück").count == 2)
  }

  @Test func `a variant does not need a value in every language`() throws {
    try work.texts([
      ("a", "", ["en": "Settings", "de": "Einstellungen"]),
      ("a.ios", "@variant-of a ios", ["de": "Optionen"]),
    ])
    try work.project(#""format": "strings""#)
    let result = try work.trema("check", "--fail-on", "note")
    #expect(result.status == 0, "\(result)")
    #expect(try work.trema("build").status == 0)
    #expect(try work.propertyList("Out0/en.lproj/Localizable.strings") == ["a": "Settings"])
    #expect(try work.propertyList("Out0/de.lproj/Localizable.strings") == ["a": "Optionen"])
  }
}
