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

/// Levenshtein's distance in bytes; the case of ASCII letters makes no difference.
private func editDistance(_ a: String, _ b: String) -> Int {
  let a = a.utf8.map(lowercased)
  let b = b.utf8.map(lowercased)
  var row = Array(0...b.count)
  for i in a.indices {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let changed = diagonal + (a[i] == b[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
