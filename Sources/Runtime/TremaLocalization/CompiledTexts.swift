internal import TremaMessages
internal import TremaSupport

/// The entries of a compiled catalogue, `.tremac`. It means both text files beside it.
struct CompiledTexts: TextEntries {
  private let catalogue: CompiledCatalogue
  private final class Copy: Sendable {
    let plain: StringCache

    init(_ plain: StringCache) { self.plain = plain }
  }

  /// Texts that were asked for: making a `String` of bytes takes longer than finding them.
  private let plain: StringCache
  /// The same for each of ``ReplicaSelector`` from 1, with texts of its own.
  private let copies = PublishedObjects<Copy>(count: ReplicaSelector.most)

  init(_ catalogue: CompiledCatalogue) {
    self.catalogue = catalogue
    plain = StringCache(count: catalogue.count)
  }

  /// Maps a file; its texts are not read.
  ///
  /// - Returns: nil when the file is absent or cannot be used; the problem says why.
  static func open(_ path: String) -> (texts: CompiledTexts?, problem: String?) {
    do throws(MappedFile.Failure) {
      let bytes = try MappedFile.open(path, largest: CompiledLayout.largestFile)
      guard let bytes else { return (nil, nil) }
      do throws(CompiledProblem) {
        return (CompiledTexts(try CompiledCatalogue(bytes)), nil)
      } catch {
        return (nil, "cannot be used: \(error)")
      }
    } catch {
      return (nil, error.reason)
    }
  }

  var count: Int { catalogue.count }

  /// - Parameter key: compared byte for byte.
  func number(of key: String) -> Int? { catalogue.find(key) }

  func plainText(of key: String, copy: Int) -> String? {
    key.withRawBytes { key in
      if copy == 0 { return text(of: key, in: plain) }
      let found = copies.withObject(at: copy - 1) { text(of: key, in: $0.plain) }
      if let found { return found }
      let new = Copy(StringCache(count: count))
      return text(of: key, in: copies.publish(new, at: copy - 1).plain)
    }
  }

  @inline(__always)
  private func text(of key: UnsafeRawBufferPointer, in plain: StringCache) -> String? {
    // Only one that is too long for ``StringCache`` is looked for in the file.
    plain.text(of: key) { catalogue.find(key) == $0 } ?? newText(of: key, in: plain)
  }

  private func newText(of key: UnsafeRawBufferPointer, in plain: StringCache) -> String? {
    guard let number = catalogue.find(key), let text = catalogue.plainText(number) else {
      return nil
    }
    plain.keep(text, UInt32(truncatingIfNeeded: number), under: key)
    return text
  }

  /// Reads an entry.
  ///
  /// - Parameter report: is told why the pattern cannot be used; its text is read in its place.
  /// - Returns: the text as `.strings` has it and its message, everything in it numbered; nil for one
  ///   that is empty.
  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)? {
    guard let text = catalogue.text(number), !text.isEmpty else { return nil }
    do throws(CompiledProblem) {
      return (text, try catalogue.message(number))
    } catch {
      report("its pattern is damaged: \(error)")
      let parsed = Message.parse(text, backslash: .literal).message
      return (text, parsed.numbered(by: ArgumentNumbers([parsed])))
    }
  }
}

/// Texts that were asked for, under their keys: one that is asked for again is found without a look at the
/// file, in the row and in the object that its place leads to.
///
/// A table with open addressing, at most half full, so that the first place is mostly the right one. A place
/// is filled once and never emptied: the search for a key ends at an empty one. It looks at
/// ``mostPlaces`` at most, and a text that finds none of them empty is not kept.
struct StringCache: Sendable {
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
  /// Unpredictable: no file can be made whose keys collide.
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
