import Foundation
import Testing

/// The Swift code that a page of the documentation shows.
struct PageBlocks {
  /// Each with its lines trimmed, so that it may stand deeper in a test than on the page.
  let blocks: [String]

  /// - Parameters:
  ///   - page: its path in the folder of the documentation.
  ///   - every: which of the blocks count: 1 is all, 2 the right ones of two columns.
  init(page: String, every: Int = 1) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Documentation/\(page)"), encoding: .utf8)
    let parts = text.components(separatedBy: "```swift\n").dropFirst()
    blocks = parts.enumerated().filter { ($0.offset + 1) % every == 0 }.map {
      Self.trimmed($0.element.components(separatedBy: "```")[0])
    }
  }

  /// The text of a file of tests, and of others beside it.
  static func source(of file: String) throws -> String {
    trimmed(try String(contentsOfFile: file, encoding: .utf8))
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
