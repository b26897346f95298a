import TremaSecrets
import TremaSupport

/// Words that make a key one of a secret, wherever they stand in it. Every key of every record is
/// asked for them, so all letters stand in one array, and a key is only compared with words that
/// begin with a letter of it. A class, because one reference is passed on for less than arrays are.
final class SecretWords: Sendable {
  /// Word after word, each with a 0 behind it.
  private let letters: [UInt8]
  /// Where words begin in `letters`, sorted by their first letter.
  private let words: [Int]
  /// The first of the words with a letter, for each byte of ASCII; one more for their end.
  private let bounds: [Int]
  /// The length of the shortest of them, for each byte of ASCII: most keys have no room for any.
  private let shortest: [Int]

  /// - Parameter words: letters and digits of ASCII count.
  init(_ words: [String]) {
    let spellings = words.map(SecretName.spelling(of:)).filter { !$0.isEmpty }
    var (letters, places, bounds, shortest) = ([UInt8](), [Int](), [0], [Int]())
    for first in 0..<128 as Range<UInt8> {
      for word in spellings where word[0] == first {
        places.append(letters.count)
        letters += word + [0]
      }
      bounds.append(places.count)
      shortest.append(spellings.lazy.filter { $0[0] == first }.map(\.count).min() ?? .max)
    }
    (self.letters, self.words, self.bounds, self.shortest) = (letters, places, bounds, shortest)
  }

  /// Whether one of them is in a key, in any case and with separators inside.
  func stand(in key: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in key.indices where key[start] < 128 {
      let first = Int(ASCII.lowercased(key[start]))
      if key.count - start < shortest[first] { continue }
      for word in bounds[first]..<bounds[first + 1] where stands(words[word], in: key, at: start) {
        return true
      }
    }
    return false
  }

  private func stands(
    _ word: Int, in key: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    var place = word + 1
    var index = start + 1
    while letters[place] != 0 {
      guard index < key.count else { return false }
      if ASCII.lowercased(key[index]) == letters[place] {
        place += 1
      } else if ASCII.isAlphanumeric(key[index]) {
        return false
      }
      index += 1
    }
    return true
  }
}
