import Foundation
import Testing
import TremaProject
import TremaSupport

import struct TremaSupport.SourceLocation

@Suite struct FixingTests {
  @Test func `a file that changes before its fix is written is not overwritten`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("fixing-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(#"{"a": "1"}"#.utf8).write(to: URL(fileURLWithPath: path))
    var finding = Diagnostic(.error, "kind-conflict", "")
    finding.fixes = [
      Diagnostic.Edit(
        at: SourceLocation(
          file: path, start: .init(line: 1, column: 7), end: .init(line: 1, column: 10)),
        replacement: "1")
    ]
    var fixing = Fixing(.configurations(removesKeys: false))
    #expect(try fixing.apply([finding]))
    let theirs = Data(#"{"a": "2"}"#.utf8)
    try theirs.write(to: URL(fileURLWithPath: path))
    let transaction = OutputTransaction()
    #expect {
      try fixing.write(into: transaction)
      _ = try transaction.commit()
    } throws: { error in
      (error as? Diagnostic)?.message
        == "cannot write '\(path)': another program changed it in the meantime"
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == theirs)
  }
}
