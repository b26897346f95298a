/// How a file becomes another, as `patch` and `git apply` read it.
///
/// Source: POSIX, `diff -u`, "Unified Format".
package struct UnifiedPatch {
  /// Lines around a change that stay.
  private static let context = 3

  private let difference: LineDifference
  private var output: [UInt8] = []

  /// - Parameters:
  ///   - path: of the file, from the folder that the patch is applied in.
  /// - Returns: nothing when the two are the same.
  package static func text(path: String, old: [UInt8], new: [UInt8]) -> [UInt8] {
    var patch = UnifiedPatch(difference: LineDifference(old, new))
    if patch.difference.changes.isEmpty { return [] }
    patch.output += Array("--- \(name("a/" + path))\n+++ \(name("b/" + path))\n".utf8)
    for hunk in patch.hunks { patch.append(hunk) }
    return patch.output
  }

  /// A name as git spells it in a header: in quotation marks when a tab or the like would end it.
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

  /// Changes with less than two contexts between them are together.
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

  private mutating func append(_ hunk: [LineDifference.Change]) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, difference.old.count - last.old.upperBound)
    let old = first.old.lowerBound - before..<last.old.upperBound + after
    let new = first.new.lowerBound - before..<last.new.upperBound + after
    output += Array("@@ -\(Self.words(old)) +\(Self.words(new)) @@\n".utf8)
    var line = old.lowerBound
    for change in hunk {
      append(difference.old[line..<change.old.lowerBound], " ")
      append(difference.old[change.old], "-")
      append(difference.new[change.new], "+")
      line = change.old.upperBound
    }
    append(difference.old[line..<old.upperBound], " ")
  }

  private static func words(_ range: Range<Int>) -> String {
    // A range without lines is named by the line before it.
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

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

/// The lines of a file that differ from those of another.
struct LineDifference {
  /// Lines of the old file, from 0, and the lines that are there in the new one.
  struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// How far apart two files may be before all that follows counts as one change.
  private static let farthest = 2000
  /// So many lines that are the same end a change.
  private static let agreement = 2

  let old: [ArraySlice<UInt8>]
  let new: [ArraySlice<UInt8>]
  private(set) var changes: [Change] = []

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

  /// Lines with their ends.
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

  /// The fewest lines of both files after which they agree again.
  private func nextAgreement(_ i: Int, _ j: Int) -> (Int, Int) {
    for distance in 1...Self.farthest {
      // As many lines on both sides first: most changes are within lines.
      for step in 0...distance {
        let skipped = (distance + 1) / 2 + (step % 2 == 0 ? step / 2 : -(step + 1) / 2)
        guard (0...distance).contains(skipped) else { continue }
        if agrees(i + skipped, j + distance - skipped) { return (skipped, distance - skipped) }
      }
    }
    return (old.count - i, new.count - j)
  }

  private func agrees(_ i: Int, _ j: Int) -> Bool {
    if i > old.count || j > new.count { return false }
    for offset in 0..<Self.agreement {
      if i + offset == old.count, j + offset == new.count { return true }
      if !isSame(i + offset, j + offset) { return false }
    }
    return true
  }

  private func isSame(_ i: Int, _ j: Int) -> Bool {
    i < old.count && j < new.count && old[i].elementsEqual(new[j])
  }
}
