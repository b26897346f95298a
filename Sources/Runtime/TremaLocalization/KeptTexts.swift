internal import TremaSupport

/// Texts that were asked for, under their keys: one that is asked for again is found without a look at the
/// file, in the row and in the object that its place leads to.
///
/// A table with open addressing, at most half full, so that the first place is mostly the right one. A place
/// is filled once and never emptied: the search for a key ends at an empty one. It looks at
/// ``mostPlaces`` at most, and a text that finds none of them empty is not kept.
struct KeptTexts: Sendable {
  /// A text with its key, which is compared where it is: that of the file would be another place in memory.
  private final class Kept: Sendable {
    let key: KeyWords
    let number: UInt32
    let text: String

    init(_ key: KeyWords, _ number: UInt32, _ text: String) {
      (self.key, self.number, self.text) = (key, number, text)
    }
  }

  private static let mostPlaces = 32

  private let places: PublishedObjects<Kept>
  private let mask: Int
  /// Nobody can know it: no file can be made so that its keys meet in one place.
  private let seed: KeyHash

  /// - Parameter count: how many texts there are at most.
  init(count: Int, seed: KeyHash = .ofProcess) {
    var size = 4
    while size < count * 2 { size *= 2 }
    places = PublishedObjects(count: size)
    mask = size - 1
    self.seed = seed
  }

  /// - Parameters:
  ///   - key: of the text.
  ///   - isKey: whether the key is that of an entry, asked for one that is longer than what is kept of it.
  /// - Returns: nil when it is not kept.
  @inline(__always)
  func text(of key: UnsafeRawBufferPointer, isKey: (_ number: Int) -> Bool) -> String? {
    let words = KeyWords(key)
    var place = Int(truncatingIfNeeded: seed.hash(key))
    for _ in 0..<Self.mostPlaces {
      let found: String?? = places.withObject(at: place & mask) { kept in
        guard kept.key == words, words.isWhole || isKey(Int(kept.number)) else {
          return String?.none
        }
        return kept.text
      }
      guard let found else { return nil }
      if let found { return found }
      place &+= 1
    }
    return nil
  }

  /// Keeps a text, unless another thread was faster.
  ///
  /// - Parameters:
  ///   - text: of an entry.
  ///   - number: that of the entry.
  ///   - key: that of the entry.
  func keep(_ text: String, _ number: UInt32, under key: UnsafeRawBufferPointer) {
    let new = Kept(KeyWords(key), number, text)
    var place = Int(truncatingIfNeeded: seed.hash(key))
    for _ in 0..<Self.mostPlaces {
      if places.publish(new, at: place & mask).number == number { return }
      place &+= 1
    }
  }
}
