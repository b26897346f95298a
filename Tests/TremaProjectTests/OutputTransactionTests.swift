import Foundation
import Testing
import TremaProject
import TremaTestSupport

@Suite struct OutputTransactionTests {
  @Test func `discarded outputs leave the others and no empty folders`() throws {
    let folder = try TemporaryFolder()
    let transaction = OutputTransaction()
    let names = ["a/1", "b/2", "c/3", "c/4", "5"]
    let paths = names.map { folder.path + "/" + $0 }
    let files = paths.map { transaction.file($0) }
    for (name, file) in zip(names, files) {
      file.bytes = Array(repeating: UInt8(ascii: "x"), count: 100_000) + Array(name.utf8)
      try file.flushIfNeeded()
    }
    transaction.discard([files[1], files[2]])
    #expect(transaction.files.map(\.path) == [paths[0], paths[3], paths[4]])
    for path in paths {
      #expect(
        (transaction.existingOutput(path) != nil) == transaction.files.contains { $0.path == path })
    }
    #expect(transaction.existingOutput(paths[3]) === files[3])
    #expect(try transaction.commit().changed == [paths[0], paths[3], paths[4]])
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["5", "a", "a/1", "c", "c/4"])
    #expect(try Data(contentsOf: URL(filePath: paths[3])).suffix(3) == Data("c/4".utf8))
  }

  @Test func `a thousand outputs are discarded in linear time`() throws {
    let growth = try ThreadTime.growth(1_000) { count in
      let transaction = OutputTransaction(.collect)
      return { transaction.discard((0..<count).map { transaction.file("none/\($0)") }) }
    }
    #expect(growth < 9)
  }
}
