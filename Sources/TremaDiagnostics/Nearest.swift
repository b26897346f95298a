/// The word that somebody may have meant, for a hint: the one with the fewest differing letters, if
/// they are few enough for a slip.
///
/// - Parameters:
///   - word: what was written.
///   - words: what could have been.
/// - Returns: nil when nothing is near; the first of several that are equally near.
package func nearest(to word: String, among words: some Sequence<String>) -> String? {
  let limit = max(1, word.utf8.count / 3)
  let known = words.map { (word: $0, distance: editDistance(word, $0)) }
  return known.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
}

/// The letters to change, leave out, put in or swap with their neighbours (optimal string alignment),
/// in bytes; the case of ASCII letters makes no difference.
private func editDistance(_ a: String, _ b: String) -> Int {
  let a = a.utf8.map(lowercased)
  let b = b.utf8.map(lowercased)
  var above: [Int] = []
  var row = Array(0...b.count)
  for i in a.indices {
    let aboveThat = above
    above = row
    row[0] = i + 1
    for j in b.indices {
      row[j + 1] = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], aboveThat[j - 1] + 1)
      }
    }
  }
  return row[b.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
