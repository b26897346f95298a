import Foundation
import Testing
import TremaTestSupport

/// Outputs that cannot be written, or that need special care.
@Suite struct OutputTests {
  private let folder: TemporaryFolder
  private let convert = [
    "convert", "Texts.trm", "-o", "out", "--format", "strings,json", "--severity=loss=off",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
  }

  /// Makes the outputs of another catalogue, so that those of the next call differ.
  private func makeOldOutputs() throws -> Snapshot {
    try folder.write(
      Catalogue.small.replacingOccurrences(of: "Hello", with: "Hi"), to: "Old.trm")
    #expect(
      try Tool.run(["convert", "Old.trm"] + convert.dropFirst(2), in: folder).status == 0)
    return try Snapshot(of: folder)
  }

  private func refused(
    _ report: String, shell: String? = nil, output: String = "out"
  ) throws {
    let before = try Snapshot(of: folder)
    let result = try Tool.run(
      convert.map { $0 == "out" ? output : $0 }, in: folder, shell: shell)
    #expect(result == Tool.Result(status: 4, output: "", errors: report))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `an output folder that is a file is reported`() throws {
    try refused(
      """
      Texts.trm/de.lproj/Localizable.strings: error: [cannot-write] cannot write 'Texts.trm/de.lproj/Localizable.strings': not a directory
        hint: remove the file that is in the place of a folder, or choose another path
      1 error

      """, output: "Texts.trm")
  }

  @Test func `an output that is a folder is reported, and other outputs are unchanged`() throws {
    _ = try makeOldOutputs()
    let manager = FileManager.default
    try manager.removeItem(atPath: folder.path + "/out/Localizable_en.json")
    try manager.createDirectory(
      atPath: folder.path + "/out/Localizable_en.json", withIntermediateDirectories: false)
    try refused(
      """
      out/Localizable_en.json: error: [cannot-write] cannot write 'out/Localizable_en.json': is a directory
        hint: remove the folder that is in the place of the file, or choose another path
      1 error

      """)
  }

  @Test func `a folder without write permission is reported`() throws {
    _ = try makeOldOutputs()
    let place = folder.path + "/out/en.lproj"
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place)
    try refused(
      """
      out/en.lproj/Localizable.strings: error: [cannot-write] cannot write 'out/en.lproj/Localizable.strings': permission denied
        hint: change the permissions of the folder so that you can write
      1 error

      """, shell: Surroundings.withoutPrivileges)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
  }

  #if os(Linux)
    @Test func `a read-only disk is reported`() throws {
      _ = try makeOldOutputs()
      try refused(
        """
        out/de.lproj/Localizable.strings: error: [cannot-write] cannot write 'out/de.lproj/Localizable.strings': read-only file system
          hint: use another folder
        1 error

        """, shell: Surroundings.readOnlyOutput)
    }

    @Test(arguments: [0, 64, 1024])
    func `a full disk leaves all outputs unchanged`(_ rooms: Int) throws {
      _ = try makeOldOutputs()
      try folder.write(Catalogue.large(5000), to: "Texts.trm")
      let before = try Snapshot(of: folder, "out")
      let result = try Tool.run(convert, in: folder, shell: Surroundings.fullDisk(rooms: rooms))
      #expect(result.status == 4, "\(result.errors)")
      #expect(result.output == "")
      #expect(result.errors.contains("': no space left on device\n"))
      #expect(result.errors.contains("  hint: free disk space; the outputs are unchanged\n"))
      let after = try Snapshot(of: folder, "after")
      #expect(after.names == before.names)
      #expect(after == before)
    }
  #endif

  @Test func `unchanged outputs are not rewritten`() throws {
    #expect(try Tool.run(convert, in: folder).status == 0)
    let before = try Snapshot(of: folder)
    #expect(
      try Tool.run(convert, in: folder)
        == Tool.Result(status: 0, output: "4 outputs, 0 written\n", errors: ""))
    #expect(try Snapshot(of: folder).identities == before.identities)
  }

  @Test func `only changed outputs are written, and their permissions are kept`() throws {
    _ = try makeOldOutputs()
    let english = folder.path + "/out/en.lproj/Localizable.strings"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: english)
    let before = try Snapshot(of: folder, "out")
    #expect(
      try Tool.run(convert, in: folder)
        == Tool.Result(
          status: 0,
          output: """
            wrote out/de.lproj/Localizable.strings
            wrote out/en.lproj/Localizable.strings
            wrote out/Localizable_en.json
            4 outputs, 3 written

            """, errors: ""))
    let after = try Snapshot(of: folder, "out")
    #expect(after.entries["en.lproj/Localizable.strings"]?.permissions == 0o640)
    #expect(
      after.identities["Localizable_de.json"] == before.identities["Localizable_de.json"])
    #expect(after[text: "en.lproj/Localizable.strings"]?.contains("Hello") == true)
  }

  @Test func `a shorter or longer output replaces the old one completely`() throws {
    for count in [5000, 10, 9, 5000] {
      try folder.write(Catalogue.large(count), to: "Texts.trm")
      #expect(try Tool.run(convert, in: folder).status == 0)
      let made = try Snapshot(of: folder, "out")
      try FileManager.default.removeItem(atPath: folder.path + "/out")
      #expect(try Tool.run(convert, in: folder).status == 0)
      #expect(try Snapshot(of: folder, "out") == made)
    }
  }

  @Test(arguments: ["../real/en.strings", "en.strings", "missing.strings"])
  func `a symbolic link is kept, and its target is written`(_ target: String) throws {
    #expect(try Tool.run(convert, in: folder).status == 0)
    let expected = try folder.text("out/en.lproj/Localizable.strings")
    let manager = FileManager.default
    try folder.write("old", to: "out/real/en.strings")
    try folder.write("old", to: "out/en.lproj/en.strings")
    let link = folder.path + "/out/en.lproj/Localizable.strings"
    try manager.removeItem(atPath: link)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
    let result = try Tool.run(convert, in: folder)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("wrote out/en.lproj/Localizable.strings\n"))
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try folder.text("out/en.lproj/\(target)") == expected)
    #expect(try Snapshot(of: folder).temporaryFiles == [])
  }

  @Test func `an output folder can be a symbolic link`() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: folder.path + "/out", withDestinationPath: "real")
    #expect(try Tool.run(convert, in: folder).status == 0)
    #expect(try Snapshot(of: folder, "real").files.count == 4)
  }

  @Test func `symbolic link loops are reported`() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path + "/out", withDestinationPath: "out")
    let result = try Tool.run(convert, in: folder)
    #expect(result.status == 4)
    #expect(result.errors.contains("symbolic links"))
  }
}
