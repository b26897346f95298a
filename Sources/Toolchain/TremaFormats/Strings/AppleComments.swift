import TremaPropertyLists

/// The comments of a `.strings` or `.stringsdict` file, assigned to the entries that they describe.
///
/// A comment describes the entry that contains it, the entry that follows it with nothing but other
/// comments in between, or the entry on the line where the comment starts. Comments before a blank
/// line don't describe the next entry; they are the header of the file or a section.
struct AppleComments {
  /// The lines in each entry's comments.
  private(set) var lines: [[String]]
  /// The comments that do not describe an entry, each with the index of the following entry. The
  /// header of the file is not included.
  private(set) var unassigned: [(entry: Int, comment: PropertyList.Comment)] = []

  /// Assigns the comments of a file to its entries, which are in file order.
  init(_ entries: [PropertyList.Entry]) {
    lines = Array(repeating: [], count: entries.count)
    for (index, entry) in entries.enumerated() where !entry.comments.isEmpty {
      add(entry, index, previous: index > 0 ? entries[index - 1] : nil)
    }
  }

  /// Assigns the comments before and inside an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry with the comments.
  ///   - index: The index of the entry.
  ///   - previous: The previous entry, which comments on its line describe.
  private mutating func add(
    _ entry: PropertyList.Entry, _ index: Int, previous: PropertyList.Entry?
  ) {
    var before = entry.comments.prefix { $0.position < entry.keyPosition }
    let inside = entry.comments[before.endIndex...]
    if let previous {
      let line = previous.value.position.line
      while let first = before.first, first.position.line == line, entry.keyPosition.line > line {
        lines[index - 1] += Self.lines(of: first)
        before.removeFirst()
      }
    }
    // Searches backwards for comments immediately before the entry, up to a blank line.
    var next = entry.keyPosition.line
    var start = before.endIndex
    while start > before.startIndex, before[start - 1].lastLine + 1 >= next {
      start -= 1
      next = before[start].position.line
    }
    if previous != nil { unassigned += before[..<start].map { (index, $0) } }
    lines[index] += (before[start...] + inside).flatMap(Self.lines)
  }

  /// Returns the lines of a comment, or an empty array if a tool generated the comment.
  private static func lines(of comment: PropertyList.Comment) -> [String] {
    let words = comment.text.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }
    let text = words.joined(separator: " ")
    if isGenerated(text) { return [] }
    return comment.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Returns whether a comment is trema's notice, or Xcode's text for entries without a comment.
  private static func isGenerated(_ text: String) -> Bool {
    text == "No comment provided by engineer." || text == "(No Comment)"
      || GeneratedNotice.isNotice(text)
  }
}

extension PropertyList.Comment {
  /// The line on which the comment ends.
  fileprivate var lastLine: Int {
    text.utf8.reduce(into: position.line) { line, byte in
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }
}
