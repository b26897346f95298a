import TremaSupport

/// Words that are searched in keys, in any case and with separators in between: `apikey` is found
/// in `X-Api-Key`.
///
/// The keys of every log record are searched, so the letters of all words are one array, and a key
/// is compared only with words that begin with one of its letters. It is a class because passing
/// one reference costs less than passing several arrays.
package final class SecretWords: Sendable {
  /// The letters of all words, each followed by a 0.
  private let letters: [UInt8]
  /// The start of each word in `letters`, sorted by first letter.
  private let words: [Int]
  /// The index in `words` of the first word for each ASCII byte, and the number of words.
  private let bounds: [Int]
  /// The length of the shortest word that begins with each ASCII byte; most keys are too short for
  /// it.
  private let shortest: [Int]

  /// Creates a set of words.
  ///
  /// - Parameter words: The words, of which only ASCII letters and digits are used.
  package init(_ words: [String]) {
    let spellings = words.map(SecretName.spelling(of:)).filter { !$0.isEmpty }
    var (letters, starts, bounds, shortest) = ([UInt8](), [Int](), [0], [Int]())
    for first in 0..<128 as Range<UInt8> {
      for word in spellings where word[0] == first {
        starts.append(letters.count)
        letters += word + [0]
      }
      bounds.append(starts.count)
      shortest.append(spellings.lazy.filter { $0[0] == first }.map(\.count).min() ?? .max)
    }
    (self.letters, self.words, self.bounds, self.shortest) = (letters, starts, bounds, shortest)
  }

  /// Whether a key contains one of the words.
  package func areContained(in key: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in key.indices where key[start] < 128 {
      let first = Int(ASCII.lowercased(key[start]))
      if key.count - start < shortest[first] { continue }
      for word in bounds[first]..<bounds[first + 1] where matches(words[word], key, at: start) {
        return true
      }
    }
    return false
  }

  /// Whether a word is at an offset of a key, whose first letter was compared already.
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
