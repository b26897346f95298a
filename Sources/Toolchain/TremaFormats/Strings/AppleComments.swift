import TremaPropertyLists

/// The comments of a `.strings` or `.stringsdict` file, each with the entry that it is about.
///
/// It is about the entry it is in or ends right before, with nothing but other comments between;
/// or about the one on whose line it begins. A blank line takes it away from what follows: it is
/// the head of the file or of a part of it.
struct AppleComments {
  /// The comments of each entry, one line an element.
  private(set) var lines: [[String]]
  /// The comments about no entry, each with the number of an entry behind it; the head of the file is
  /// none of them.
  private(set) var strays: [(entry: Int, comment: PropertyList.Comment)] = []

  init(_ entries: [PropertyList.Entry]) {
    lines = Array(repeating: [], count: entries.count)
    for (index, entry) in entries.enumerated() where !entry.comments.isEmpty {
      add(entry, index, previous: index > 0 ? entries[index - 1] : nil)
    }
  }

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
    var next = entry.keyPosition.line
    var start = before.endIndex
    while start > before.startIndex, before[start - 1].lastLine + 1 >= next {
      start -= 1
      next = before[start].position.line
    }
    if previous != nil { strays += before[..<start].map { (index, $0) } }
    lines[index] += (before[start...] + inside).flatMap(Self.lines)
  }

  private static func lines(of comment: PropertyList.Comment) -> [String] {
    let words = comment.text.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }
    let text = words.joined(separator: " ")
    if isMadeByTools(text) { return [] }
    return comment.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Also Xcode's words for no comment.
  private static func isMadeByTools(_ text: String) -> Bool {
    text == "No comment provided by engineer." || text == "(No Comment)"
      || GeneratedNotice.isOne(text)
  }
}

extension PropertyList.Comment {
  fileprivate var lastLine: Int {
    text.utf8.reduce(into: position.line) { line, byte in
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }
}
