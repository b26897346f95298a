import Foundation

/// A page of the documentation, and the program made of its blocks of Swift.
///
/// The blocks are one program, in the order of the page: declarations are at the top level of a
/// file, statements in a function, those of each block in a scope inside that of the block before
/// it. A block sees the names of the blocks before it and may redefine them. Code that the page
/// does not show is in a comment that begins with `<!-- swift`, which is a block as well.
struct DocumentationPage: Sendable, CustomStringConvertible {
  /// The path in the repository.
  let path: String
  var blocks: [Block] = []

  /// Lines of Swift.
  struct Block: Sendable {
    /// The number of the first line on the page, from 1.
    var line: Int
    var code: [Substring]
    var isShown: Bool
  }

  var description: String { path }

  init(path: String, text: String) {
    self.path = path
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var index = 0
    var last: Substring = ""
    while index < lines.count {
      let line = lines[index]
      let end: Substring? = line == "```swift" ? "```" : line == "<!-- swift" ? "-->" : nil
      if let end {
        let start = index + 1
        index = lines[start...].firstIndex(of: end) ?? lines.endIndex
        // The left column of a migration page shows another library.
        if !last.hasSuffix("<tr><td>") || !path.hasPrefix("Documentation/Migrating/") {
          blocks.append(
            Block(line: start + 1, code: Array(lines[start..<index]), isShown: end == "```"))
        }
      }
      if !line.isEmpty { last = line }
      index += 1
    }
  }
}

extension DocumentationPage {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// All pages with blocks of Swift.
  static func all() throws -> [DocumentationPage] {
    let files = FileManager.default
    var paths = ["README.md", "CONTRIBUTING.md"]
    for folder in ["Documentation", "Examples", "Sources"] {
      let entries = files.enumerator(atPath: root.appendingPathComponent(folder).path)
      while let entry = entries?.nextObject() as? String {
        let isPage =
          folder == "Documentation" || entry.hasSuffix("README.md") || entry.contains(".docc/")
        if entry.hasSuffix(".md"), isPage, !entry.contains(".build") {
          paths.append("\(folder)/\(entry)")
        }
      }
    }
    return try paths.sorted().map { path in
      let page = root.appendingPathComponent(path)
      return DocumentationPage(
        path: path, text: try String(contentsOf: page, encoding: .utf8))
    }.filter { page in page.blocks.contains { $0.isShown } }
  }
}
