import Foundation
import Testing

@testable import TremaProject

@Suite struct OutputPathTests {
  @Test(arguments: [
    ("a/b.strings", "b.strings"), ("b", "b"), ("/b", "b"), ("a/b//", "b"), ("//", ""), ("", ""),
    ("é/ü.txt", "ü.txt"),
    // The kernel compares bytes: a combining accent after a slash does not change the slash.
    ("a/\u{301}b", "\u{301}b"),
  ])
  func `the last component of a path is the one that the kernel resolves`(
    path: String, name: String
  ) {
    #expect(OutputFolders.name(of: path).utf8.elementsEqual(name.utf8))
  }

  @Test(arguments: [
    ("none/a", "none//a", true), ("none/a", "./none/../none//a", true), ("none/a", "none/b", false),
    ("none/a", "none/x/../a", true), ("none/a", "none/a/a", false),
  ])
  func `equivalent paths are recognized before the file exists`(
    a: String, b: String, isSame: Bool
  ) {
    #expect(OutputTransaction.isSame(a, b) == isSame)
  }

  @Test func `a transaction identifies files like the file system`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let real = folder.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link"), withDestinationURL: real)
    let transaction = OutputTransaction()
    defer { transaction.abandon() }
    func isNew(_ path: String) -> Bool { transaction.open("\(folder.path)/\(path)").isNew }
    #expect(isNew("real/de.lproj/a"))
    #expect(!isNew("link/de.lproj/a"))
    #expect(!isNew("link/../real/./de.lproj//a"))
    #expect(isNew("link/fr.lproj/a"))
    #expect(!isNew("real/fr.lproj/a"))
    #expect(isNew("de.lproj/a"))
    #expect(transaction.existingOutput("\(folder.path)/link/de.lproj/a") != nil)
    #expect(transaction.existingOutput("\(folder.path)/link/de.lproj/b") == nil)
  }
}
