import ConfigKit
import Foundation
import Testing
import TremaTestSupport

/// Real files of other projects, shared with the format tests.
@Suite struct CorpusTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func files(in path: String) -> [URL] {
    let folder = tests.appendingPathComponent(path)
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".strings") || $0.hasSuffix(".stringsdict") }
      .sorted()
      .map { folder.appendingPathComponent($0) }
  }

  #if os(Linux)
    @Test func `real files have the values that plistlib reads after conversion by plutil`() throws
    {
      let files =
        Self.files(in: "TremaFormatsTests/Fixtures/corpora")
        + Self.files(in: "TremaPropertyListsTests/Fixtures")
      #expect(files.count >= 12)
      let folder = try TemporaryFolder()
      var expected: [(name: String, value: String)] = []
      for (number, file) in files.enumerated() {
        let bytes = [UInt8](try Data(contentsOf: file))
        let value = try ConfigFormat.plist.decode(bytes, file: file.path).value
        let spelled = PlatformJudges.spelled(value)
        for form in ["xml1", "binary1"] {
          try folder.write(bytes, to: "\(number).\(form)")
          expected.append(("\(number).\(form)", "ok \(spelled)"))
        }
      }
      for form in ["xml1", "binary1"] {
        let names = expected.map(\.name).filter { $0.hasSuffix(form) }
        let verdict = try Judge.plutil.run(["-convert", form] + names, in: folder)
        try #require(verdict.status == 0, "\(verdict.text)\(verdict.complaint)")
      }
      let plistlib = try PlatformJudges.plistlib(expected.map(\.name), in: folder)
      for (name, value) in expected {
        #expect(plistlib[name] == value, "\(name)")
        let converted = try ConfigFormat.plist.decode(folder.read(name), file: name)
        #expect("ok \(PlatformJudges.spelled(converted.value))" == value, "\(name)")
      }
    }
  #endif
}
