/// Returns the known word that is closest to a misspelled one, for a hint.
///
/// - Returns: The closest word (the first one if there is a tie), or `nil` if every word's distance
///   exceeds a third of the length.
package func closestMatch(to word: String, among words: some Sequence<String>) -> String? {
  var search = ClosestMatchSearch()
  return search.closestMatch(to: word, among: words)
}

/// A search for the known words that are closest to unknown words, looked up one at a time. It
/// stops when it reaches a work limit: hints for thousands of unknown names among thousands of
/// known names are useless, and would take longer than everything else.
package struct ClosestMatchSearch: Sendable {
  /// The maximum number of steps for all words together. Each step compares two letters. A thousand
  /// unknown words among a thousand known words need fewer steps.
  package static let limit = 60_000_000

  /// The number of steps for a word whose length differs too much.
  private static let wordSteps = 8

  /// The maximum number of search steps.
  private let limit: Int
  /// The number of steps so far.
  private var steps = 0
  /// Three rows of the distance table, reused for all words.
  private var cells: [Int] = []

  /// Creates a search.
  package init(limit: Int = ClosestMatchSearch.limit) { self.limit = limit }

  /// Returns the closest word, or `nil` if no word is close or the step limit is reached.
  package mutating func closestMatch(to word: String, among words: some Sequence<String>) -> String?
  {
    if steps >= limit { return nil }
    let word = word.utf8.map(lowercased)
    var bound = max(1, word.count / 3)
    var found: String?
    for var candidate in words {
      steps += Self.wordSteps
      if steps >= limit { return nil }
      // The distance is at least the difference between the lengths.
      guard abs(candidate.utf8.count - word.count) <= bound else { continue }
      let distance = candidate.withUTF8 { candidate in
        word.withUnsafeBufferPointer { self.distance($0, candidate, atMost: bound) }
      }
      switch distance {
      case .tooExpensive: return nil
      case .exceedsBound: continue
      case .edits(0): return candidate
      case .edits(let count):
        found = candidate
        bound = count - 1
      }
    }
    return found
  }

  /// The result of comparing two words.
  private enum Distance {
    /// The number of differences.
    case edits(Int)
    /// The number of differences exceeds the bound.
    case exceedsBound
    /// The comparison would exceed the step limit.
    case tooExpensive
  }

  /// Returns the number of letters to change, remove, insert or swap with a neighbor (optimal
  /// string alignment), in bytes. The case of ASCII letters is ignored.
  ///
  /// - Parameters:
  ///   - a: A word in lowercase.
  ///   - b: The other word, of about the same length.
  ///   - bound: The maximum number of differences.
  private mutating func distance(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, atMost bound: Int
  ) -> Distance {
    // A common beginning and end are part of an optimal alignment.
    var start = 0
    let common = min(a.count, b.count)
    while start < common, a[start] == lowercased(b[start]) { start += 1 }
    var end = 0
    while end < common - start, a[a.count - 1 - end] == lowercased(b[b.count - 1 - end]) {
      end += 1
    }
    steps += start + end
    let height = a.count - start - end
    let width = b.count - start - end
    if height == 0 || width == 0 {
      let count = max(height, width)
      return count <= bound ? .edits(count) : .exceedsBound
    }
    if bound == 0 { return .exceedsBound }
    // Cells that are farther from the diagonal than the bound cannot be part of a distance within
    // the bound.
    let work = height * (min(width, 2 * bound + 1) + 1)
    guard steps + work <= limit else { return .tooExpensive }
    steps += work

    let far = bound + 1
    let stride = width + 2
    if cells.count < 3 * stride { cells = [Int](repeating: 0, count: 3 * stride) }
    return cells.withUnsafeMutableBufferPointer { cells in
      var (row, above, aboveThat) = (0, stride, 2 * stride)
      for j in 0...width { cells[row + j] = min(j, far) }
      var rowMinimum = 0
      for i in 1...height {
        (row, above, aboveThat) = (aboveThat, row, above)
        let low = max(1, i - bound)
        let high = min(width, i + bound)
        cells[row + low - 1] = low == 1 ? min(i, far) : far
        let previousMinimum = rowMinimum
        rowMinimum = cells[row + low - 1]
        let letter = a[start + i - 1]
        for j in low...high {
          let other = lowercased(b[start + j - 1])
          var count = cells[above + j - 1] + (letter == other ? 0 : 1)
          count = min(count, cells[above + j] + 1, cells[row + j - 1] + 1)
          if i > 1, j > 1, letter == lowercased(b[start + j - 2]), a[start + i - 2] == other {
            count = min(count, cells[aboveThat + j - 2] + 1)
          }
          cells[row + j] = count
          rowMinimum = min(rowMinimum, count)
        }
        if high < width { cells[row + high + 1] = far }
        if rowMinimum > bound, previousMinimum > bound { return .exceedsBound }
      }
      let count = cells[row + width]
      return count <= bound ? .edits(count) : .exceedsBound
    }
  }
}

/// Returns an uppercase ASCII letter in lowercase, and any other byte unchanged.
private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
