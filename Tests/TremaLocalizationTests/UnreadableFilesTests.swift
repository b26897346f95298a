import Foundation
import Testing
import TremaLocalization

@Suite struct UnreadableFilesTests {
  /// Returns the problem of a German `Localizable.strings` created by `prepare`; English is valid.
  private func problem(_ prepare: (TemporaryBundle) throws -> Void) throws -> String? {
    let bundle = try TemporaryBundle(["en.lproj/Localizable.strings": "\"a\" = \"sound\";"])
    try FileManager.default.createDirectory(
      at: bundle.file("de.lproj"), withIntermediateDirectories: true)
    try prepare(bundle)
    let (german, problems) = translator(bundle, ["de"])
    // The file is reported once, and never prevents showing a text of another language.
    for _ in 1...2 { #expect(german.translate("a") == "sound") }
    #expect(problems.all.count <= 1)
    guard case .unreadableTable(let why)? = problems.reasons.first else { return nil }
    #expect(problems.all.first?.language?.description == "de")
    return why
  }

  private let name = "de.lproj/Localizable.strings"

  @Test func `a missing file is not reported`() throws {
    #expect(try problem { _ in } == nil)
  }

  @Test func `a broken symbolic link is reported`() throws {
    let why = try problem { bundle in
      try FileManager.default.createSymbolicLink(
        atPath: bundle.file(name).path, withDestinationPath: "/nowhere/at/all")
    }
    #expect(why == "is not a regular file")
  }

  @Test func `a folder in place of a file is reported`() throws {
    let why = try problem { bundle in
      try FileManager.default.createDirectory(
        at: bundle.file(name), withIntermediateDirectories: true)
    }
    #expect(why == "is not a regular file")
  }

  @Test func `a named pipe in place of a file does not block`() throws {
    let why = try problem { bundle in #expect(mkfifo(bundle.file(name).path, 0o600) == 0) }
    #expect(why == "is not a regular file")
  }

  @Test func `a file without read permission is reported`() throws {
    let why = try problem { bundle in
      try bundle.write(Data(), to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: bundle.file(name).path)
    }
    // Root can read everything.
    if geteuid() != 0 { #expect(why?.hasPrefix("cannot be read: ") == true) }
  }

  @Test func `a huge file is not read`() throws {
    let why = try problem { bundle in
      try bundle.write(Data(), to: name)
      // The file is sparse and takes no disk space.
      let file = try FileHandle(forWritingTo: bundle.file(name))
      try file.truncate(atOffset: 100 << 20)
      try file.close()
    }
    #expect(why == "is larger than 64 MiB")
  }

  @Test func `a malformed file keeps the texts before the error`() throws {
    let bundle = try TemporaryBundle([name: "a = b;\nc = d\ne = f;"])
    let (german, problems) = translator(bundle, ["de"])
    #expect(german.translate("a") == "b")
    #expect(german.translate("e") == "?e?")
    #expect(problems.all.count == 2)
  }

  @Test func `all of ten thousand texts are found`() throws {
    let lines = (0..<10_000).map { "\"key \($0)\" = \"text \($0): %@\";\n" }
    let bundle = try TemporaryBundle([name: lines.joined()])
    let (german, problems) = translator(bundle, ["de"])
    for number in stride(from: 0, to: 10_000, by: 97) {
      #expect(german.translate("key \(number)", "x") == "text \(number): x")
    }
    #expect(problems.all.isEmpty)
  }

  @Test func `a deleted bundle has no texts`() throws {
    let bundle = try TemporaryBundle([:])
    let (german, problems) = translator(bundle, ["de"])
    try FileManager.default.removeItem(atPath: bundle.path)
    #expect(german.translate("a") == "?a?")
    #expect(problems.reasons.count == 2)
    guard case .unreadableBundle? = problems.reasons.first else {
      Issue.record("the bundle was not reported")
      return
    }
    #expect(problems.reasons.last == .missingText)
  }
}
