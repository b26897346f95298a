import Foundation

/// The Swift code in the doc comments of a module's public declarations, as one program.
///
/// A block is indented by four spaces more than the text around it, or fenced as `swift`. Code in
/// other languages is fenced with its own language. Each block is the body of a function of its
/// own, after the preamble of the module.
struct DocumentedModule: Sendable, CustomStringConvertible {
  let name: String
  /// Declarations that the blocks use and do not contain: imports and declarations, then constants.
  let preamble: String
  /// Files with blocks.
  let pages: [DocumentationPage]

  var description: String { name }

  init(_ name: String, preamble: String, pages: [DocumentationPage]) {
    self.name = name
    self.preamble = preamble
    self.pages = pages
  }

  /// A module of this package.
  init(_ name: String, preamble: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = name == "Networking" ? "Sources/Networking" : "Sources/Runtime/\(name)"
    let folder = root.appendingPathComponent(path)
    var pages: [DocumentationPage] = []
    let entries = FileManager.default.enumerator(atPath: folder.path)
    while let entry = entries?.nextObject() as? String {
      guard entry.hasSuffix(".swift") else { continue }
      let text = try String(contentsOf: folder.appendingPathComponent(entry), encoding: .utf8)
      let page = DocumentationPage(path: "\(path)/\(entry)", source: text)
      if !page.blocks.isEmpty { pages.append(page) }
    }
    self.init(name, preamble: preamble, pages: pages.sorted { $0.path < $1.path })
  }

  /// All blocks as one file of Swift, whose lines are reported as those of the sources.
  var program: String {
    let start = DocumentationPage.Block(
      line: 1, code: preamble.split(separator: "\n", omittingEmptySubsequences: false),
      isShown: false)
    var (declarations, constants) = ([String](), [String]())
    start.append(to: &declarations, and: &constants, of: "the preamble of \(name)")
    var functions: [String] = []
    for page in pages {
      for block in page.blocks {
        functions.append("private func block\(functions.count)() async throws {")
        functions += constants + ["do {"]
        block.append(to: &declarations, and: &functions, of: page.path)
        functions += ["}", "}"]
      }
    }
    return (declarations + functions + [""]).joined(separator: "\n")
  }
}

extension DocumentationPage {
  /// The blocks in the doc comments of the public declarations of a source file.
  init(path: String, source: String) {
    self.init(path: path, text: "")
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    var index = 0
    while index < lines.count {
      let start = index
      while index < lines.count, lines[index].hasPrefix("///") { index += 1 }
      if index > start {
        let end = index
        if Self.isPublic(lines[end...]) {
          blocks += Self.blocks(of: lines[start..<end].map { $0.dropFirst(3) }, line: start + 1)
        }
      } else {
        index += 1
      }
    }
  }

  /// Returns whether the declaration after a comment is public; attributes before it may have
  /// several lines.
  private static func isPublic(_ lines: ArraySlice<Substring>) -> Bool {
    var depth = 0
    for line in lines {
      let isAttribute = depth > 0 || line.hasPrefix("@") || line.hasPrefix("#if")
      depth += line.count { $0 == "(" } - line.count { $0 == ")" }
      // An attribute may be on the line of its declaration.
      if !isAttribute || line.contains("public ") {
        return ["public ", "open ", "infix operator "].contains { line.hasPrefix($0) }
          || line.contains(" public ")
      }
    }
    return false
  }

  private static func blocks(of comment: [Substring], line: Int) -> [Block] {
    var blocks: [Block] = []
    var index = 0
    while index < comment.count {
      let text = comment[index].drop { $0 == " " }
      if text.hasPrefix("```") {
        let start = index + 1
        index = comment[start...].firstIndex { $0.drop { $0 == " " } == "```" } ?? comment.endIndex
        if text == "```swift" {
          let indent = comment[start - 1].count - text.count
          blocks.append(
            Block(
              line: line + start, code: comment[start..<index].map { $0.dropFirst(indent) },
              isShown: true))
        }
      } else if isIndented(comment[index]), index == 0 || comment[index - 1].isEmpty {
        let start = index
        while index < comment.count, comment[index].isEmpty || isIndented(comment[index]) {
          index += 1
        }
        let code = comment[start..<index].map { $0.dropFirst(5) }
        blocks.append(Block(line: line + start, code: code, isShown: true))
        continue
      }
      index += 1
    }
    return blocks
  }

  /// Returns whether a line is code; lines of lists are indented less.
  private static func isIndented(_ line: Substring) -> Bool { line.hasPrefix("     ") }
}
