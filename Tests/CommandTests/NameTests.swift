import Foundation
import Testing
import TremaTestSupport

/// Unusual file names and paths.
@Suite struct NameTests {
  private static let names = [
    "My Texts", "Grüße 日本語", "e\u{301}", "-o", "--format", "a=b", "new\nline", "tab\there",
    "'quoted' \"twice\"", "back\\slash", "$HOME", "*", "%s %n", "🇨🇭", "a:1:2", ".hidden",
    String(repeating: "n", count: 200),
  ]

  @Test(arguments: names)
  func `files with unusual names are read and written`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "\(name).trm")
    let result = try Tool.run(
      "convert", "--output=./\(name)", "--format=strings,swift", "--", "\(name).trm", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try Snapshot(of: folder, name).files == [
        "Texts.swift", "de.lproj/Localizable.strings", "en.lproj/Localizable.strings",
      ])
    try folder.write("<trema masterLang='de'>\n<text/>\n</trema>", to: "\(name).trm")
    let check = try Tool.run("check", "--", "\(name).trm", in: folder)
    #expect(check.status == 3)
    // A finding is one line: a name cannot add another.
    #expect(check.output.split(separator: "\n").count == 4)
    #expect(try Tool.run("format", "--", "\(name).trm", in: folder).status == 3)
  }

  @Test(arguments: names)
  func `unusual names are allowed in a project`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "\(name)/\(name).trm")
    let encoded = String(
      decoding: try JSONEncoder().encode("\(name)/\(name).trm"), as: UTF8.self)
    let directory = String(decoding: try JSONEncoder().encode("\(name)/out"), as: UTF8.self)
    try folder.write(
      """
      { "catalogues": [{ "files": [\(encoded)] }],
        "outputs": [{ "format": "json", "directory": \(directory) }] }
      """, to: "trema.json")
    #expect(try Tool.run("build", in: folder).status == 0)
    #expect(try Snapshot(of: folder, "\(name)/out").files.count == 2)
    #expect(try Tool.run("build", "--check", in: folder).status == 0)
    try folder.write(
      "{ \"catalogues\": [{ \"files\": [\(encoded)] }], \"outputs\": [] }", to: "trema.json")
    let result = try Tool.run("build", in: folder)
    #expect(result.output.hasSuffix("0 outputs, 0 written\n"))
    #expect(try Snapshot(of: folder, "\(name)/out").files == [])
  }

  @Test func `outputs can be in the project folder, above it or at an absolute path`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "a/Texts.trm")
    let inside = try TemporaryFolder()
    for output in [".", "./", "a", "a/..", "a/../b//c/", inside.path] {
      let result = try Tool.run(
        "convert", "a/Texts.trm", "-o", output, "--format=json", in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.output.contains("//L"))
    }
    #expect(try Snapshot(of: inside).files.count == 2)
    #expect(
      try Snapshot(of: folder).files == [
        "Localizable_de.json", "Localizable_en.json", "a/Localizable_de.json",
        "a/Localizable_en.json", "a/Texts.trm", "b/c/Localizable_de.json",
        "b/c/Localizable_en.json",
      ])
  }
}
