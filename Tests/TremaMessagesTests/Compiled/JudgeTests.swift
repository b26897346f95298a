import Foundation
import Testing
import TremaFormats
import TremaTestSupport

/// A comparison with a reader in another language, written from the documentation.
@Suite struct JudgeTests {
  private let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Judges/compiled.py").path

  private struct Catalogue: Decodable {
    struct Entry: Decodable {
      var key: String
      var text: String
    }
    var language: String
    var entries: [Entry]
  }

  private func judge(_ texts: [(String, String)], _ language: String) throws -> Catalogue {
    let folder = try TemporaryFolder()
    try folder.write(CompiledSample.file(texts, language: language), to: "a.tremac")
    try folder.write(CompiledSample.file(texts, language: language, as: .strings), to: "a.strings")
    let verdict = try Judge.python.run([script, "a.tremac", "a.strings"], in: folder)
    #expect(verdict.complaint == "")
    return try JSONDecoder().decode(Catalogue.self, from: Data(verdict.output))
  }

  @Test func `another reader finds the keys and texts of strings`() throws {
    let read = try judge(CompiledSample.texts, "de-CH")
    #expect(read.language == "de-CH")
    #expect(
      read.entries.map { Array($0.key.utf8) } == CompiledSample.texts.map { Array($0.0.utf8) })
    #expect(read.entries.allSatisfy { $0.key == "empty" || !$0.text.isEmpty })
  }

  @Test func `the other reader agrees on hostile texts`() throws {
    var random = SeededGenerator(seed: 9)
    var texts: [(String, String)] = []
    var keys: Set<ExactString> = []
    while texts.count < 1_500 {
      let key = HostileText.text(&random, of: [HostileText.pieces])
      guard keys.insert(ExactString(key)).inserted else { continue }
      texts.append((key, HostileText.value(&random)))
    }
    #expect(try judge(texts, "ar").entries.count == 1_500)
  }

  @Test func `patterns have the meaning that the page documents`() throws {
    let folder = try TemporaryFolder()
    let texts = [
      ("a", "%2$-5.2f of %@"), ("b", "{n, plural, =0 {no} one {# day} other {# days}}"),
      ("c", "{d, date, full} {x, select, a {%*d} other {}}"),
      ("d", "{n, number, #,##0.00} {o, selectordinal, two {#nd} other {#th}} {s}"),
    ]
    try folder.write(CompiledSample.file(texts), to: "a.tremac")
    let verdict = try Judge.python.run([script, "a.tremac"], in: folder)
    let json = try JSONSerialization.jsonObject(with: Data(verdict.output)) as? [String: Any]
    let entries = try #require(json?["entries"] as? [[String: Any]])
    let patterns = try entries.map {
      String(
        decoding: try JSONSerialization.data(
          withJSONObject: try #require($0["pattern"]), options: .fragmentsAllowed), as: UTF8.self)
    }
    #expect(
      patterns == [
        #"[1,[["%","f",["position",2],["flags",1],["width",6],["precision",3]]," of ",["%","@"]]]"#,
        ##"[3,[["plural",1,0,[[0,["no"]],["one",[["#"]," day"]],["other",[["#"]," days"]]]]]]"##,
        #"[3,[["date",1,4]," ",["select",2,[["a",[["%","d",["position",4],["width",0]]]],["other",[]]]]]]"#,
        ##"[3,[["number",1,1,1,2,2]," ",["ordinal",2,0,[["two",[["#"],"nd"]],["other",[["#"],"th"]]]]," ",["plain",3]]]"##,
      ])
  }

  @Test func `the same texts give the same bytes on every machine`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/sample.tremac")
    let file = CompiledSample.file(CompiledSample.texts)
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    if isRecording { try Data(file).write(to: path) }
    #expect(!isRecording, "recorded; look at the difference, then run without RECORD_GOLDEN")
    let verdict = try Judge.sha256sum.run([path.path])
    #expect(
      verdict.text.prefix(64) == "87cf1b2908e0e3611b1fba6ff6449cb836ee6689337bd59fa51ddc6a838457c3")
    #expect(try [UInt8](Data(contentsOf: path)) == file)
  }
}
