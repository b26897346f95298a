import Foundation
import Testing
import TremaChecks
import TremaSupport

/// A file with findings for each check, with the messages in full, and one without.
@Suite struct FixtureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The rules that one catalogue without outputs can break; the others are found by a conversion,
  /// or in source code.
  private static let codes = Checker.rules.map(\.code).filter {
    ![
      "master-conflict", "renamed-accessor", "compat-difference", "loss", "unused-key",
      "undefined-key", "runtime-key", "unquoted-braces", "unmatched-pattern", "unmatched-tag",
      "unmatched-language", "broken-reference",
      "empty-output", "missing-resource", "held-language", "dropped-language",
      "unsupported-message",
      "unknown-variant-base", "duplicate-variant", "variant-mismatch",
      "missing-usage-description", "unused-usage-description",
      "bundle-localizations", "development-region", "gradle-languages", "shortcut-phrase",
      "invalid-info-plist",
    ].contains($0)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  @Test(arguments: codes) func `a check reports its findings`(code: String)
    throws
  {
    let file = try CheckedFile(try Self.read("Fixtures/\(code).trm"), name: "\(code).trm")
    #expect(file.findings.contains { $0.code == code })
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(file.report(of: code).utf8).write(
        to: Self.folder.appendingPathComponent("Golden/\(code).txt"))
      Issue.record("recorded; look at the difference")
    }
    let golden = String(decoding: try Self.read("Golden/\(code).txt"), as: UTF8.self)
    #expect(file.report(of: code) == golden)
  }

  @Test(arguments: codes) func `a check ignores similar texts`(
    code: String
  ) throws {
    let file = try CheckedFile(try Self.read("Fixtures/\(code)-fine.trm"), name: "\(code)-fine.trm")
    #expect(!file.findings.contains { $0.code == code }, "\(file.report(of: code))")
  }
}
