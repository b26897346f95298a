/// A patch in the unified format, as read by `patch` and `git apply`.
///
/// See POSIX, `diff -u`, "Unified Format".
package struct UnifiedPatch {
  /// The number of unchanged lines around a change.
  private static let context = 3

  /// The compared files.
  private let difference: LineDifference
  /// The bytes of the patch so far.
  private var output: [UInt8] = []

  /// Returns the patch that turns one file into another.
  ///
  /// - Parameters:
  ///   - path: The path of the file, relative to the folder in which the patch is applied.
  ///   - old: The bytes of the old file.
  ///   - new: The bytes of the new file.
  /// - Returns: The bytes of the patch, or empty if both files are the same.
  package static func text(path: String, old: [UInt8], new: [UInt8]) -> [UInt8] {
    var patch = UnifiedPatch(difference: LineDifference(old, new))
    if patch.difference.changes.isEmpty { return [] }
    patch.output += Array("--- \(name("a/" + path))\n+++ \(name("b/" + path))\n".utf8)
    for hunk in patch.hunks { patch.append(hunk) }
    return patch.output
  }

  /// Returns a path as Git writes it in a header: in quotes with escapes if it contains control
  /// characters, quotes or backslashes.
  private static func name(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return path }
    var name: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): name += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 8)
        name += Array("\\\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)".utf8)
      default: name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self) + "\""
  }

  private init(difference: LineDifference) { self.difference = difference }

  /// The changes of each hunk. Two changes are in the same hunk if their context lines touch or
  /// overlap.
  private var hunks: [[LineDifference.Change]] {
    difference.changes.reduce(into: []) { hunks, change in
      if let last = hunks.last?.last,
        change.old.lowerBound - last.old.upperBound <= 2 * Self.context
      {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
  }

  /// Appends a hunk: its header, its changes, and the context around them.
  private mutating func append(_ hunk: [LineDifference.Change]) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, difference.old.count - last.old.upperBound)
    let old = first.old.lowerBound - before..<last.old.upperBound + after
    let new = first.new.lowerBound - before..<last.new.upperBound + after
    output += Array("@@ -\(Self.rangeHeader(old)) +\(Self.rangeHeader(new)) @@\n".utf8)
    var line = old.lowerBound
    for change in hunk {
      append(difference.old[line..<change.old.lowerBound], " ")
      append(difference.old[change.old], "-")
      append(difference.new[change.new], "+")
      line = change.old.upperBound
    }
    append(difference.old[line..<old.upperBound], " ")
  }

  /// Returns a line range for a hunk header, as the first line and the line count.
  private static func rangeHeader(_ range: Range<Int>) -> String {
    // An empty range is represented by the preceding line.
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  /// Appends lines with a mark before each. If the last line has no line feed, it is followed by
  /// the note that `patch` expects.
  private mutating func append(_ lines: ArraySlice<ArraySlice<UInt8>>, _ mark: Character) {
    for line in lines {
      output += Array(String(mark).utf8)
      output += line
      if line.last != UInt8(ascii: "\n") {
        output += Array("\n\\ No newline at end of file\n".utf8)
      }
    }
  }
}

/// The lines in which two files differ.
///
/// The result is not the shortest possible difference: a change ends at the nearest point where the
/// two files agree again.
struct LineDifference {
  /// A 0-based line range in the old file, and the range that replaces it in the new file.
  struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The maximum total number of skipped lines. If the files do not agree again within this
  /// distance, the rest is one change.
  private static let maxDistance = 2000
  /// The number of equal lines required to end a change.
  private static let agreement = 2

  /// The lines of the old file.
  let old: [ArraySlice<UInt8>]
  /// The lines of the new file.
  let new: [ArraySlice<UInt8>]
  /// The changes in ascending order.
  private(set) var changes: [Change] = []

  /// Compares two files.
  init(_ old: [UInt8], _ new: [UInt8]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    var (i, j) = (0, 0)
    while i < self.old.count || j < self.new.count {
      if isSame(i, j) {
        (i, j) = (i + 1, j + 1)
        continue
      }
      let (skipped, added) = nextAgreement(i, j)
      changes.append(Change(old: i..<i + skipped, new: j..<j + added))
      (i, j) = (i + skipped, j + added)
    }
  }

  /// Splits bytes into lines, which include their line feeds.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Returns how many lines to skip, at least, in each file before they agree again.
  ///
  /// - Parameters:
  ///   - i: The first line of the old file that differs.
  ///   - j: The first line of the new file that differs.
  private func nextAgreement(_ i: Int, _ j: Int) -> (Int, Int) {
    for distance in 1...Self.maxDistance {
      // The same number of lines on both sides is tried first, because most changes are within
      // lines.
      for step in 0...distance {
        let skipped = (distance + 1) / 2 + (step % 2 == 0 ? step / 2 : -(step + 1) / 2)
        guard (0...distance).contains(skipped) else { continue }
        if agrees(i + skipped, j + distance - skipped) { return (skipped, distance - skipped) }
      }
    }
    return (old.count - i, new.count - j)
  }

  /// Returns whether the files agree from the given lines onward: the next lines are equal, or both
  /// files end.
  private func agrees(_ i: Int, _ j: Int) -> Bool {
    if i > old.count || j > new.count { return false }
    for offset in 0..<Self.agreement {
      if i + offset == old.count, j + offset == new.count { return true }
      if !isSame(i + offset, j + offset) { return false }
    }
    return true
  }

  /// Returns whether two lines exist and are equal.
  private func isSame(_ i: Int, _ j: Int) -> Bool {
    i < old.count && j < new.count && old[i].elementsEqual(new[j])
  }
}
