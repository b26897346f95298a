import TremaSupport

/// A set of words to search for in keys, ignoring case and separators: `apikey` is found in
/// `X-Api-Key`.
///
/// Every log record's keys are searched, so the words are stored in one contiguous array, and a key
/// is compared only with words that start with one of its letters. This is a class because passing
/// one reference is cheaper than passing multiple arrays.
package final class SecretWords: Sendable {
  /// The letters of all words, each followed by a 0.
  private let letters: [UInt8]
  /// The start of each word in `letters`, sorted by first letter.
  private let wordStarts: [Int]
  /// The index in `wordStarts` for each ASCII byte's first word, and the number of words.
  private let bounds: [Int]
  /// The length of the shortest word that starts with each ASCII byte, which lets most keys be
  /// rejected early.
  private let shortest: [Int]

  /// Creates a set of words.
  ///
  /// - Parameter words: The words. Only their ASCII letters and digits are significant.
  package init(_ words: [String]) {
    let spellings = words.map(SecretName.normalizedForm(of:)).filter { !$0.isEmpty }
    var (letters, starts, bounds, shortest) = ([UInt8](), [Int](), [0], [Int]())
    for first in 0..<128 as Range<UInt8> {
      for word in spellings where word[0] == first {
        starts.append(letters.count)
        letters += word + [0]
      }
      bounds.append(starts.count)
      shortest.append(spellings.lazy.filter { $0[0] == first }.map(\.count).min() ?? .max)
    }
    (self.letters, self.wordStarts, self.bounds, self.shortest) = (
      letters, starts, bounds, shortest
    )
  }

  /// Returns whether a key contains one of the words.
  package func matchesAny(in key: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in key.indices where key[start] < 128 {
      let first = Int(ASCII.lowercased(key[start]))
      if key.count - start < shortest[first] { continue }
      for word in bounds[first]..<bounds[first + 1] where matches(wordStarts[word], key, at: start)
      {
        return true
      }
    }
    return false
  }

  /// Returns whether a word occurs at an offset in a key. The first letter has already been
  /// compared.
  private func matches(
    _ word: Int, _ key: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    var letterIndex = word + 1
    var index = start + 1
    while letters[letterIndex] != 0 {
      guard index < key.count else { return false }
      if ASCII.lowercased(key[index]) == letters[letterIndex] {
        letterIndex += 1
      } else if ASCII.isAlphanumeric(key[index]) {
        return false
      }
      index += 1
    }
    return true
  }
}
