import Foundation
import Testing
import TremaTestSupport

/// Inputs that cannot be opened or read.
@Suite struct UnreadableInputTests {
  private func convert(_ path: String, in folder: TemporaryFolder, shell: String? = nil) throws
    -> Tool.Result
  {
    let before = try Snapshot(of: folder)
    let result = try Tool.run(
      "convert", "-o", "out", "--format", "strings", "--", path, in: folder, shell: shell)
    #expect(try Snapshot(of: folder) == before)
    return result
  }

  @Test func `a missing file is reported`() throws {
    #expect(
      try convert("Texts.trm", in: TemporaryFolder())
        == Tool.Result(
          status: 3, output: "",
          errors: """
            Texts.trm: error: [cannot-read] cannot read 'Texts.trm': no such file or directory
              hint: check the path; relative paths start in the current folder
            1 error

            """))
  }

  @Test func `a folder is refused as a catalogue`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts/Texts.trm")
    #expect(
      try convert("Texts", in: folder)
        == Tool.Result(
          status: 3, output: "",
          errors: """
            Texts: error: [cannot-read] cannot read 'Texts': is a directory
              hint: specify a file in it
            1 error

            """))
  }

  @Test func `a file without read permission is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path + "/Texts.trm")
    let result = try Tool.run(
      "convert", "-o", "out", "--format", "strings", "Texts.trm", in: folder,
      shell: Surroundings.withoutPrivileges)
    #expect(
      result
        == Tool.Result(
          status: 3, output: "",
          errors: """
            Texts.trm: error: [cannot-read] cannot read 'Texts.trm': permission denied
              hint: change its permissions so that you can read it
            1 error

            """))
  }

  @Test func `a path that descends through a file is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
    let result = try convert("Texts.trm/Texts.trm", in: folder)
    #expect(result.status == 3)
    #expect(result.errors.contains("cannot read 'Texts.trm/Texts.trm': not a directory"))
  }

  @Test func `a missing file among several inputs is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "Texts.trm")
    let result = try Tool.run(
      "convert", "Texts.trm", "Other.trm", "-o", "out", "--format", "strings", in: folder)
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("Other.trm: error: [cannot-read]"))
  }

  @Test
  func `standard input that cannot be copied is an error with a location and a hint`() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run(
      "check", "-", in: folder, input: Array(Catalogue.small.utf8),
      environment: ["TMPDIR": "/nowhere"])
    #expect(
      result
        == Tool.Result(
          status: 3,
          output: """
            -: error: [cannot-read] cannot read '-': cannot create a temporary file in '/nowhere': no such file or directory
              hint: free disk space there, or set TMPDIR to another folder
            1 error

            """, errors: ""))
  }
}
