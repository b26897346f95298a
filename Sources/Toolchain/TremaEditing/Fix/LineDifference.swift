/// The lines of a file that differ from those of another.
struct LineDifference {
  /// Lines of the old file, from 0, and the lines that stand there in the new one.
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
