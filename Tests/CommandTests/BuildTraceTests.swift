import Foundation
import Testing
import TremaTestSupport

/// `trema build` of unchanged inputs: it reads no catalog that has not changed.
@Suite struct BuildTraceTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    try write(
      """
      <trema masterLang="de">
      <text key="a"><context/><value lang="de" status="translated">Ja</value>
      <value lang="en" status="translated">Yes</value></text>
      <text key="b"><context/><value lang="de" status="translated">Nein</value>
      <value lang="en" status="translated">No</value></text>
      </trema>
      """, to: "Texts.trm")
    try write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "languages": ["de", "en"],
        "outputs": [{ "format": "strings", "directory": "Resources" }]
      }
      """, to: "trema.json")
  }

  /// Writes a file whose modification date is a minute before the next build.
  private func write(_ text: String, to path: String) throws {
    try folder.write(text, to: path)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)],
      ofItemAtPath: "\(folder.path)/\(path)")
  }

  private func build(_ options: String...) throws -> Tool.Result {
    try Tool.run(
      ["build"] + options, in: folder, environment: ["XDG_CACHE_HOME": caches.path])
  }

  /// The stored files, by path.
  private var kept: [String] {
    get throws {
      try Snapshot(of: caches).files.map { try caches.text($0) }
    }
  }

  @Test func `the second build reads no catalog`() throws {
    #expect(try build().status == 0)
    #expect(try kept.count == 1)
    let made = try Snapshot(of: folder)
    let path = try #require(Snapshot(of: caches).files.first)
    // A count that a real build would not report shows that the trace is used.
    try caches.write(
      caches.text(path).replacingOccurrences(of: "\n2\n", with: "\n22\n"), to: path)
    let second = try build()
    #expect(second.status == 0)
    #expect(second.output == "22 outputs, 0 written\n")
    #expect(second.errors == "")
    #expect(try Snapshot(of: folder) == made)
    #expect(try build("--quiet").output == "")
  }

  @Test func `findings are reported in each build`() throws {
    try write(
      folder.text("Texts.trm").replacingOccurrences(
        of: "<value lang=\"en\" status=\"translated\">No</value>", with: ""), to: "Texts.trm")
    for _ in 0..<2 {
      let result = try build()
      #expect(result.status == 0)
      #expect(
        result.errors == """
          Texts.trm:4:1: warning: [missing-translation] 'b' is not translated into 'en'
          4 | <text key="b"><context/><value lang="de" status="translated">Nein</value>
            | ^
          1 warning

          """)
      #expect(try kept == [])
    }
    #expect(try build("--fail-on=warning").status == 1)
    #expect(try build("--severity", "missing-translation=off").errors == "")
    #expect(try kept.count == 1)
  }

  @Test func `an output that was changed, touched or removed is written again`() throws {
    _ = try build()
    let made = try Snapshot(of: folder)
    let path = "\(folder.path)/Resources/en.lproj/Localizable.strings"
    let changes: [() throws -> Void] = [
      { try folder.write("x", to: "Resources/en.lproj/Localizable.strings") },
      { try FileManager.default.removeItem(atPath: path) },
      { try FileManager.default.removeItem(atPath: "\(folder.path)/Resources") },
      {
        // The content has the length and date of the one before.
        let old = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        let text = try folder.text("Resources/en.lproj/Localizable.strings")
        try folder.write(
          text.replacingOccurrences(of: "Yes", with: "Yep"),
          to: "Resources/en.lproj/Localizable.strings")
        try FileManager.default.setAttributes(
          [.modificationDate: try #require(old as? Date)], ofItemAtPath: path)
      },
      { try FileManager.default.removeItem(atPath: "\(folder.path)/.trema-build.json") },
    ]
    for change in changes {
      #expect(try build().output == "2 outputs, 0 written\n")
      try change()
      #expect(try build().status == 0)
      #expect(try Snapshot(of: folder).entries == made.entries)
    }
  }

  @Test func `changes to an input are detected by content, not by date`() throws {
    _ = try build()
    let text = try folder.text("Texts.trm")
    try write(text.replacingOccurrences(of: ">Ja<", with: ">Jo<"), to: "Texts.trm")
    #expect(try build().output.contains("wrote Resources/de.lproj/Localizable.strings"))
    try write(
      folder.text("trema.json").replacingOccurrences(of: "\"Resources\"", with: "\"Other\""),
      to: "trema.json")
    #expect(try build().output.contains("removed Resources/de.lproj/Localizable.strings"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/Texts.trm")
    #expect(try build().status == 3)
  }

  @Test func `changed options trigger a new build`() throws {
    _ = try build()
    let path = try #require(Snapshot(of: caches).files.first)
    let trace = try caches.text(path)
    #expect(try build("--fail-on=warning").status == 0)
    #expect(try caches.text(path) != trace)
    #expect(try build("--check").output == "2 outputs, 0 out of date\n")
  }

  @Test func `a build with an input that was just written is not cached`() throws {
    try folder.write(folder.text("Texts.trm"), to: "Texts.trm")
    let future = Date(timeIntervalSinceNow: 60)
    try FileManager.default.setAttributes(
      [.modificationDate: future], ofItemAtPath: "\(folder.path)/Texts.trm")
    _ = try build()
    #expect(try kept == [])
    #expect(try build().output == "2 outputs, 0 written\n")
  }

  @Test func `a corrupt cache does not fail the build`() throws {
    _ = try build()
    let path = try #require(Snapshot(of: caches).files.first)
    let bytes = Array(try caches.text(path).utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      try caches.write(Array(bytes[..<count]), to: path)
      let result = try build()
      #expect(result.output == "2 outputs, 0 written\n")
      #expect(result.errors == "")
    }
  }

  @Test func `errors are reported in every build, and a missing stamp is recreated`() throws {
    _ = try build("--stamp", "stamp")
    try FileManager.default.removeItem(atPath: "\(folder.path)/stamp")
    #expect(try build("--stamp", "stamp").status == 0)
    #expect(try Snapshot(of: folder).files.contains("stamp"))
    try write(
      folder.text("Texts.trm").replacingOccurrences(of: "key=\"b\"", with: "key=\"a\""),
      to: "Texts.trm")
    for _ in 0..<2 { #expect(try build("--stamp", "stamp").status == 1) }
    #expect(try kept == [])
  }
}
