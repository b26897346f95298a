import Foundation

/// The Swift code that a page of the documentation shows, without its imports.
package struct PageBlocks {
  /// Each with its lines trimmed, so that it may be indented more deeply in a test than on the
  /// page.
  package let blocks: [String]

  /// The left columns of migration pages are left out: they show another library.
  ///
  /// - Parameter page: Its path in the folder of the documentation.
  package init(page: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Documentation/\(page)"), encoding: .utf8)
    let parts = text.components(separatedBy: "```swift\n")
    blocks = zip(parts, parts.dropFirst()).filter { !$0.0.hasSuffix("<tr><td>\n\n") }
      .map { Self.trimmed($0.1.components(separatedBy: "```")[0]) }.filter { !$0.isEmpty }
  }

  /// The text of a file of tests.
  package static func source(of file: String) throws -> String {
    trimmed(try String(contentsOfFile: file, encoding: .utf8))
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }
}
