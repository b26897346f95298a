extension DocumentationPage {
  /// All blocks as one file of Swift, with the line numbers of the page.
  var program: String {
    var declarations: [String] = []
    var statements: [String] = []
    for block in blocks {
      statements.append("do {")
      block.append(to: &declarations, and: &statements, of: path)
    }
    return
      (declarations + ["private func page() async throws {"] + statements
      + [String(repeating: "}", count: blocks.count + 1), ""]).joined(separator: "\n")
  }
}

extension DocumentationPage.Block {
  /// A declaration of the top level of a file, or the statements between two of them.
  struct Piece {
    var line: Int
    var code: [Substring]
    var isDeclaration: Bool
  }

  /// Adds the pieces to the lines of a program, with their locations in the file that shows them.
  func append(to declarations: inout [String], and statements: inout [String], of path: String) {
    for piece in pieces {
      let text =
        ["#sourceLocation(file: \"\(path)\", line: \(piece.line))"]
        + piece.code.map(String.init) + ["#sourceLocation()"]
      if piece.isDeclaration { declarations += text } else { statements += text }
    }
  }

  /// The block, cut at the lines without indentation. Functions and variables stay among the
  /// statements, as they may use those before them, unless they are `private`.
  var pieces: [Piece] {
    var pieces: [Piece] = []
    var index = 0
    while index < code.count {
      let start = index
      let isDeclaration = startsDeclaration(at: start)
      repeat {
        index += 1
      } while index < code.count
        && (isDeclaration ? continuesDeclaration(at: index) : !startsDeclaration(at: index))
      pieces.append(
        Piece(
          line: line + start, code: Array(code[start..<index]), isDeclaration: isDeclaration))
    }
    return pieces
  }

  private static let words: Set<Substring> = [
    "actor", "class", "enum", "extension", "fileprivate", "final", "import", "indirect", "infix",
    "internal", "package", "postfix", "prefix", "private", "protocol", "public", "struct",
    "typealias",
  ]

  private func startsDeclaration(at index: Int) -> Bool {
    let line = code[index]
    if line.hasPrefix("#if"), index + 1 < code.count {
      return code[index + 1].hasPrefix("  import ")
    }
    return line.hasPrefix("@") || line.hasPrefix("open class ")
      || Self.words.contains(line.prefix { $0 != " " })
  }

  /// Returns whether a line continues a declaration: an indented one, one that closes a bracket or
  /// a condition, an empty one before such a line, or one after an attribute.
  private func continuesDeclaration(at index: Int) -> Bool {
    guard let line = code[index...].first(where: { !$0.isEmpty }) else { return false }
    return code[index - 1].hasPrefix("@") || ["#else", "#endif"].contains(line)
      || [" ", "}", ")", "]"].contains(line.prefix(1))
  }
}
