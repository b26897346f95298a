/// The known word that is closest to a misspelled one, for a hint: the one with the fewest
/// differing letters, if they are few enough for a slip.
///
/// - Parameters:
///   - word: what was written.
///   - words: what could have been.
/// - Returns: nil when nothing is near; the first of several that are equally near.
package func nearest(to word: String, among words: some Sequence<String>) -> String? {
  var search = NearestSearch()
  return search.nearest(to: word, among: words)
}

/// Finds the closest known words for one unknown word after the other, until that has taken too
/// long: hints for thousands of unknown names among thousands of known ones are of no use, and take
/// longer than all else.
package struct NearestSearch: Sendable {
  /// How many steps all words together may take: each letter that is held against another is one. A
  /// thousand words among a thousand take fewer.
  package static let limit = 60_000_000

  /// The cost of a word that has far more letters, or fewer.
  private static let wordSteps = 8

  private let limit: Int
  private var steps = 0
  /// Three rows of the table of distances, for all words.
  private var cells: [Int] = []

  package init(limit: Int = NearestSearch.limit) { self.limit = limit }

  /// - Returns: nil when nothing is near, and when the words have taken too many steps.
  package mutating func nearest(to word: String, among words: some Sequence<String>) -> String? {
    if steps >= limit { return nil }
    let word = word.utf8.map(lowercased)
    var bound = max(1, word.count / 3)
    var found: String?
    for var candidate in words {
      steps += Self.wordSteps
      if steps >= limit { return nil }
      // Each letter that one has more is a difference.
      guard abs(candidate.utf8.count - word.count) <= bound else { continue }
      let distance = candidate.withUTF8 { candidate in
        word.withUnsafeBufferPointer { self.distance($0, candidate, atMost: bound) }
      }
      switch distance {
      case .tooExpensive: return nil
      case .more: continue
      case .letters(0): return candidate
      case .letters(let count):
        found = candidate
        bound = count - 1
      }
    }
    return found
  }

  private enum Distance {
    case letters(Int)
    /// More than are allowed.
    case more
    case tooExpensive
  }

  /// The letters to change, leave out, put in or swap with their neighbours (optimal string alignment),
  /// in bytes; the case of ASCII letters makes no difference.
  ///
  /// - Parameters:
  ///   - a: in small letters.
  ///   - bound: how many there may be; both have about as many letters.
  private mutating func distance(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, atMost bound: Int
  ) -> Distance {
    // What both begin and end with is the same in the best alignment, too.
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
      return count <= bound ? .letters(count) : .more
    }
    if bound == 0 { return .more }
    // Beside the diagonal by more than the bound are only words that differ by more.
    let work = height * (min(width, 2 * bound + 1) + 1)
    guard steps + work <= limit else { return .tooExpensive }
    steps += work

    let far = bound + 1
    let stride = width + 2
    if cells.count < 3 * stride { cells = [Int](repeating: 0, count: 3 * stride) }
    return cells.withUnsafeMutableBufferPointer { cells in
      var (row, above, aboveThat) = (0, stride, 2 * stride)
      for j in 0...width { cells[row + j] = min(j, far) }
      var least = 0
      for i in 1...height {
        (row, above, aboveThat) = (aboveThat, row, above)
        let low = max(1, i - bound)
        let high = min(width, i + bound)
        cells[row + low - 1] = low == 1 ? min(i, far) : far
        let leastAbove = least
        least = cells[row + low - 1]
        let letter = a[start + i - 1]
        for j in low...high {
          let other = lowercased(b[start + j - 1])
          var count = cells[above + j - 1] + (letter == other ? 0 : 1)
          count = min(count, cells[above + j] + 1, cells[row + j - 1] + 1)
          if i > 1, j > 1, letter == lowercased(b[start + j - 2]), a[start + i - 2] == other {
            count = min(count, cells[aboveThat + j - 2] + 1)
          }
          cells[row + j] = count
          least = min(least, count)
        }
        if high < width { cells[row + high + 1] = far }
        if least > bound, leastAbove > bound { return .more }
      }
      let count = cells[row + width]
      return count <= bound ? .letters(count) : .more
    }
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
