internal import TremaMessages
internal import TremaSupport

/// The entries of a compiled catalog (`.tremac`), which takes precedence over the `.strings` and
/// `.stringsdict` files next to it.
struct CompiledTexts: TextEntries {
  private let catalog: CompiledCatalog
  /// One replica's cache, with its own copies of the texts.
  private final class Copy: Sendable {
    let plainTexts: StringCache

    init(_ plain: StringCache) { self.plainTexts = plain }
  }

  /// The texts that have already been looked up. Creating a `String` from bytes takes longer than
  /// finding them.
  private let plainTexts: StringCache
  /// The caches for `ReplicaSelector`'s replicas, from number 1.
  private let copies = PublishedObjects<Copy>(count: ReplicaSelector.replicaCount)
  /// The random seed of the caches.
  private let seed: KeyHash

  init(_ catalog: CompiledCatalog, seed: KeyHash = .perProcess) {
    self.catalog = catalog
    self.seed = seed
    plainTexts = StringCache(count: catalog.count, seed: seed)
  }

  /// Maps a file into memory. No texts are read.
  ///
  /// - Returns: The entries, or `nil` if the file is missing or cannot be used. The problem states
  ///   why it cannot be used.
  static func open(_ path: String) -> (texts: CompiledTexts?, problem: String?) {
    do throws(MappedFile.Failure) {
      let bytes = try MappedFile.open(path, maxSize: CompiledLayout.maxFileSize)
      guard let bytes else { return (nil, nil) }
      do throws(CompiledProblem) {
        return (CompiledTexts(try CompiledCatalog(bytes)), nil)
      } catch {
        return (nil, "cannot be used: \(error)")
      }
    } catch {
      return (nil, error.reason)
    }
  }

  var count: Int { catalog.count }

  /// Returns the number of a key, which is compared byte for byte, or `nil` if it is missing.
  func number(of key: String) -> Int? { catalog.find(key) }

  /// Returns a text without arguments from the cache of a replica, which is created on first use.
  func plainText(of key: String, copy: Int) -> String? {
    key.withRawBytes { key in
      if copy == 0 { return text(of: key, in: plainTexts) }
      let found = copies.withObject(at: copy - 1) { text(of: key, in: $0.plainTexts) }
      if let found { return found }
      let new = Copy(StringCache(count: count, seed: seed))
      return text(of: key, in: copies.publish(new, at: copy - 1).plainTexts)
    }
  }

  /// Returns a text from a cache. A missing text is read from the file and added to the cache.
  @inline(__always)
  private func text(of key: UnsafeRawBufferPointer, in plain: StringCache) -> String? {
    // We only search the file for keys that are too long for `StringCache`.
    plain.text(of: key) { catalog.find(key) == $0 } ?? newText(of: key, in: plain)
  }

  /// Reads a text from the file and adds it to a cache.
  private func newText(of key: UnsafeRawBufferPointer, in plain: StringCache) -> String? {
    guard let number = catalog.find(key), let text = catalog.plainText(number) else {
      return nil
    }
    plain.store(text, UInt32(truncatingIfNeeded: number), under: key)
    return text
  }

  /// Reads an entry with its pattern.
  ///
  /// - Parameter report: Called with the reason if the pattern cannot be used. The text is then
  ///   parsed instead.
  /// - Returns: The text as in a `.strings` file, and its message with numbered arguments, or `nil`
  ///   if the text is empty.
  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)? {
    guard let text = catalog.text(number), !text.isEmpty else { return nil }
    do throws(CompiledProblem) {
      return (text, try catalog.message(number))
    } catch {
      report("its pattern is damaged: \(error)")
      let parsed = Message.parse(text, backslash: .literal).message
      return (text, parsed.numbered(by: ArgumentNumbers([parsed])))
    }
  }
}

/// A cache of texts by key. Repeated lookups do not access the file: they read one slot of the
/// table and one object.
///
/// The cache is a table with open addressing that is at most half full, so the first slot is
/// usually the right one. Slots are filled once and never cleared, so the search for a key ends at
/// an empty slot. It visits at most `maxProbes` slots. If none of them is empty, the text is not
/// stored.
struct StringCache: Sendable {
  /// A text and its key. The key is stored here because the key in the file is in a different cache
  /// line.
  private final class Entry: Sendable {
    /// The first bytes and the length of the key.
    let key: KeyPrefix
    /// The number of the entry, used to compare long keys.
    let number: UInt32
    let text: String

    init(_ key: KeyPrefix, _ number: UInt32, _ text: String) {
      (self.key, self.number, self.text) = (key, number, text)
    }
  }

  /// The maximum number of slots that a search visits.
  private static let maxProbes = 32

  /// The table, whose size is a power of two.
  private let slots: PublishedObjects<Entry>
  /// The size of the table minus one.
  private let mask: Int
  /// The hash's random seed, which keeps files from being crafted with colliding keys.
  private let seed: KeyHash

  /// Creates an empty cache.
  ///
  /// - Parameter count: The maximum number of texts.
  init(count: Int, seed: KeyHash = .perProcess) {
    var size = 4
    while size < count * 2 { size *= 2 }
    slots = PublishedObjects(count: size)
    mask = size - 1
    self.seed = seed
  }

  /// Returns a key's stored text.
  ///
  /// - Parameters:
  ///   - key: The key's UTF-8 bytes.
  ///   - isKey: Returns whether the entry has the key. Called only for keys that are longer than
  ///     the stored prefix.
  /// - Returns: The text, or `nil` if it is not stored.
  @inline(__always)
  func text(of key: UnsafeRawBufferPointer, isKey: (_ number: Int) -> Bool) -> String? {
    let words = KeyPrefix(key)
    var slot = Int(truncatingIfNeeded: seed.hash(key))
    for _ in 0..<Self.maxProbes {
      let found: String?? = slots.withObject(at: slot & mask) { entry in
        guard entry.key == words, words.containsWholeKey || isKey(Int(entry.number)) else {
          return String?.none
        }
        return entry.text
      }
      guard let found else { return nil }
      if let found { return found }
      slot &+= 1
    }
    return nil
  }

  /// Stores a text, unless another thread has already stored it.
  func store(_ text: String, _ number: UInt32, under key: UnsafeRawBufferPointer) {
    let new = Entry(KeyPrefix(key), number, text)
    var slot = Int(truncatingIfNeeded: seed.hash(key))
    for _ in 0..<Self.maxProbes {
      if slots.publish(new, at: slot & mask).number == number { return }
      slot &+= 1
    }
  }
}
