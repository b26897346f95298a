import Foundation
import Testing
import TremaFormats
import TremaLocalization
import TremaMessages
import TremaTestSupport

/// How the runtime finds and opens a compiled catalogue.
@Suite struct OpeningTests {
  private static let strings = Array("\"a\" = \"text\";\n\"b\" = \"%d texts\";\n".utf8)
  private static let compiled = CompiledSample.file([("a", "compiled"), ("c", "%d compiled")])

  private static func bundle(_ compiled: [UInt8]?) throws -> RunTimeBundle {
    var files = ["en.lproj/Localizable.strings": strings]
    files["en.lproj/Localizable.tremac"] = compiled
    return try RunTimeBundle(files)
  }

  @Test func `a compiled catalogue replaces the text files beside it`() throws {
    let reader = try Self.bundle(Self.compiled).reader("en")
    #expect(reader("a") == "compiled")
    #expect(reader("c", [3]) == "3 compiled")
    // An entry missing from the compiled file is not taken from the text files.
    #expect(reader("b", [3]) == "?b?")
    #expect(reader.takeProblems() == [.missingText])
  }

  @Test func `a missing text falls back to the next language`() throws {
    let bundle = try RunTimeBundle([
      "de.lproj/Localizable.tremac": CompiledSample.file(
        [("a", "eins"), ("b", "")], language: "de"),
      "en.lproj/Localizable.strings": Self.strings,
    ])
    let reader = bundle.reader("de", "en")
    #expect(reader("a") == "eins")
    #expect(reader("b", [2]) == "2 texts")
    #expect(reader.takeProblems() == [])
  }

  @Test(arguments: [
    ([UInt8](), "it is not a compiled catalogue (at byte 0)"),
    (Array(compiled[..<10]), "it ends within its header (at byte 10)"),
    (
      Array(compiled.dropLast()),
      "it has \(compiled.count - 1) bytes, but its header declares \(compiled.count) (at byte 12)"
    ),
    (
      compiled[..<8] + [9, 0, 0, 0] + compiled[12...],
      "it has format version 9, but only version 1 is supported (at byte 8)"
    ),
  ])
  func `an unusable catalogue is reported, and the text files are used instead`(
    _ bytes: [UInt8], _ reason: String
  ) throws {
    let reader = try Self.bundle(bytes).reader("en")
    for _ in 1...2 { #expect(reader("a") == "text") }
    #expect(reader("b", [3]) == "3 texts")
    // The problem is reported once, unless another test reloads all files.
    #expect(Set(reader.takeProblems()) == [.unreadableCompiled("cannot be used: \(reason)")])
  }

  @Test func `a path that is not a regular file neither fails nor blocks`() throws {
    let makers: [(String) throws -> Void] = [
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/no/where") },
      { #expect(mkfifo($0, 0o600) == 0) },
    ]
    for make in makers {
      let bundle = try Self.bundle(nil)
      try make(bundle.folder.path + "/en.lproj/Localizable.tremac")
      let reader = bundle.reader("en")
      #expect(reader("a") == "text")
      #expect(reader.takeProblems() == [.unreadableCompiled("is not a regular file")])
    }
  }

  @Test func `a file too large for offsets is not mapped`() throws {
    let bundle = try Self.bundle(Self.compiled)
    // The file is sparse and takes no disk space.
    let file = try FileHandle(
      forWritingTo: bundle.folder.url.appendingPathComponent("en.lproj/Localizable.tremac"))
    try file.truncate(atOffset: UInt64(CompiledLayout.maxFileSize) + 1)
    try file.close()
    let reader = bundle.reader("en")
    #expect(reader("a") == "text")
    #expect(reader.takeProblems() == [.unreadableCompiled("is larger than 2047 MiB")])
  }

  // Runs in a separate process: a reload by another test would open the new file.
  @Test func `a catalogue keeps its contents when its file is replaced`() async {
    await #expect(processExitsWith: .success) {
      let bundle = try Self.bundle(Self.compiled)
      let reader = bundle.reader("en")
      var shown = [reader("a")]
      try bundle.folder.write(CompiledSample.file([("a", "new"), ("c", "%d new")]), to: "new")
      let place = bundle.folder.path + "/en.lproj/Localizable.tremac"
      guard rename(bundle.folder.path + "/new", place) == 0 else { exit(1) }
      // A text that was not requested before is from the opened file, too.
      shown.append(reader("c", [1]))
      Translator.reload()
      shown += [reader("a"), reader("c", [1])]
      exit(shown == ["compiled", "1 compiled", "new", "1 new"] ? 0 : 1)
    }
  }

  @Test func `a corrupted pattern is reported, and its text is parsed instead`() throws {
    var bytes = CompiledSample.file([("a", "%d of %@")])
    let text = Array("%d of %@".utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    // The text is followed by a byte of flags, the number of elements, and the kind of the first.
    bytes[start + text.count + 2] = 9
    let reader = try Self.bundle(bytes).reader("en")
    for _ in 1...2 { #expect(reader("a", [1, "x"]) == "1 of x") }
    guard case .malformedPlural(let reason)? = reader.takeProblems().first else {
      Issue.record("nothing was reported")
      return
    }
    #expect(reason.hasPrefix("its pattern is damaged: an element is of an unknown kind (at byte "))
  }

  @Test func `opening reads only the header`() async {
    await #expect(processExitsWith: .success) {
      let file = CompiledSample.file((0..<2_000).map { ("key \($0)", "text \($0)") })
      // All pages after the first one are inaccessible.
      let memory = try GuardedMemory(size: 1 << 20)
      let isOpen = memory.with(file, atEnd: false, touchable: 1) { bytes in
        (try? CompiledCatalog(CompiledBytes(bytes) { _ in }))?.count == 2_000
      }
      exit(isOpen ? 0 : 1)
    }
  }
}
