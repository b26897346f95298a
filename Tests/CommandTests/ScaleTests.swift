import Foundation
import Testing
import TremaTestSupport

/// Large catalogues on machines with limited resources.
@Suite struct ScaleTests {
  @Test(arguments: [(300, 1), (90, 60_000)])
  func `hundreds of languages need at most 64 file descriptors`(_ count: Int, _ words: Int) throws {
    let folder = try TemporaryFolder()
    // The long values exceed the memory buffer of a file, so that all files are begun before the
    // first one ends.
    let long = String(repeating: "word ", count: words)
    let values = Catalogue.languages(count).map {
      "<value lang=\"\($0)\" status=\"verified\">\(long).</value>\n"
    }
    try folder.write(
      "<trema masterLang=\"de\"><text key=\"a\"><context/>\(values.joined())</text></trema>",
      to: "Texts.trm")
    let convert = ["convert", "Texts.trm", "-o", "out", "--format=strings"]
    let limited = "ulimit -n 64; exec \"$@\""
    let first = try Tool.run(convert, in: folder, shell: limited)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.hasSuffix("\(count) outputs, \(count) written\n"))
    #expect(
      try Tool.run(convert, in: folder, shell: limited).output == "\(count) outputs, 0 written\n")
    #expect(try Snapshot(of: folder, "out").files.count == count)
  }

  private func folder(texts: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Catalogue.large(texts, languages: ["de", "en"]), to: "Texts.trm")
    return folder
  }

  /// The bytes per text that may be stored for the whole run: its key and its place, and with names
  /// the names that are made of it. The texts themselves are 400 bytes each.
  @Test(arguments: [
    (["convert", "Texts.trm", "-o", "out", "--format=json,strings"], 160),
    (["convert", "Texts.trm", "-o", "out", "--format=android,swift"], 900),
    (["check", "Texts.trm"], 160), (["stats", "Texts.trm"], 80), (["format", "Texts.trm"], 80),
  ])
  func `memory use does not grow with the number of texts`(_ arguments: [String], _ bound: Int)
    throws
  {
    // With this many, the buffers of all files have their maximum size, and the memory that was
    // used for larger ones at the start is in use again.
    let (small, large) = (5000, 19_000)
    let (few, many) = (try folder(texts: small), try folder(texts: large))
    let limit = ThreadSanitizer.bound(ofMemory: (large - small) * bound)
    var growth = Int.max
    // On a busy machine some runs need a little more.
    for _ in 0..<3 where growth >= limit {
      growth = try Cost(of: arguments, in: many).peak - Cost(of: arguments, in: few).peak
    }
    #expect(growth < limit, "\(growth / (large - small)) bytes a text")
  }
}
