/// What edits would change, as `patch` and `git apply` read it.
///
/// Source: POSIX, `diff -u`, "Unified Format".
public struct UnifiedPatch {
  /// Lines around a change that stay.
  private static let context = 3

  private let old: [UInt8]
  private let lines: LineOffsets
  private var output: [UInt8] = []

  /// - Parameters:
  ///   - path: of the file.
  ///   - old: its bytes.
  ///   - edits: of these bytes.
  /// - Returns: nothing when there are no edits.
  public static func text(path: String, old: [UInt8], edits: SourceEdits) -> [UInt8] {
    var patch = UnifiedPatch(old)
    let changes = patch.changes(edits)
    if changes.isEmpty { return [] }
    patch.output += Array("--- a/\(path)\n+++ b/\(path)\n".utf8)
    // How many lines the new file has more, so far.
    var shift = 0
    for hunk in patch.hunks(changes) { patch.append(hunk, shift: &shift) }
    return patch.output
  }

  private init(_ old: [UInt8]) {
    self.old = old
    lines = LineOffsets(old)
  }

  /// Old lines, from 0, and the bytes that stand there then.
  private struct Change {
    var lines: Range<Int>
    var new: [UInt8]
  }

  private var lineCount: Int {
    // The empty line behind the last line feed is none.
    lines.starts.last == old.count ? lines.starts.count - 1 : lines.starts.count
  }

  private func start(_ line: Int) -> Int {
    line < lines.starts.count ? lines.starts[line] : old.count
  }

  /// Edits that share a line are one change.
  private func changes(_ edits: SourceEdits) -> [Change] {
    var changes: [(change: Change, end: Int)] = []
    for (range, bytes) in edits.replacements {
      let first = lines.line(of: range.lowerBound)
      // An edit up to the beginning of a line joins that line to its own when the line feed goes.
      let last = min(lines.line(of: range.upperBound), lineCount - 1)
      if case (var change, let end)? = changes.last, change.lines.upperBound > first {
        change.new += old[end..<range.lowerBound] + bytes
        change.lines = change.lines.lowerBound..<max(change.lines.upperBound, last + 1)
        changes[changes.count - 1] = (change, range.upperBound)
      } else {
        let new = old[start(first)..<range.lowerBound] + bytes
        changes.append((Change(lines: first..<last + 1, new: Array(new)), range.upperBound))
      }
    }
    return changes.map { change, end in
      Change(
        lines: change.lines, new: change.new + old[end..<start(change.lines.upperBound)])
    }
  }

  /// Changes with less than two contexts between them stand together.
  private func hunks(_ changes: [Change]) -> [[Change]] {
    changes.reduce(into: []) { hunks, change in
      if let last = hunks.last?.last,
        change.lines.lowerBound - last.lines.upperBound <= 2 * Self.context
      {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
  }

  private mutating func append(_ hunk: [Change], shift: inout Int) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let begin = max(first.lines.lowerBound - Self.context, 0)
    let end = min(last.lines.upperBound + Self.context, lineCount)
    let news = hunk.map { Self.split($0.new) }
    let growth = zip(hunk, news).reduce(0) { $0 + $1.1.count - $1.0.lines.count }
    let counts = (end - begin, end - begin + growth)
    output += Array(
      "@@ -\(Self.range(begin, counts.0)) +\(Self.range(begin + shift, counts.1)) @@\n".utf8)
    var line = begin
    for (change, new) in zip(hunk, news) {
      append(line..<change.lines.lowerBound, " ")
      append(change.lines, "-")
      for text in new { append(text, "+") }
      line = change.lines.upperBound
    }
    append(line..<end, " ")
    shift += growth
  }

  private static func range(_ start: Int, _ count: Int) -> String {
    // A range without lines is named by the line before it.
    "\(count == 0 ? start : start + 1),\(count)"
  }

  private mutating func append(_ range: Range<Int>, _ mark: Character) {
    for line in range { append(old[start(line)..<start(line + 1)], mark) }
  }

  private mutating func append(_ line: ArraySlice<UInt8>, _ mark: Character) {
    output += Array(String(mark).utf8)
    output += line
    if line.last != UInt8(ascii: "\n") { output += Array("\n\\ No newline at end of file\n".utf8) }
  }

  /// Lines with their ends.
  private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
