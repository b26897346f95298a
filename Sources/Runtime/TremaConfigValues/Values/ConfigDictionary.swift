import TremaSupport

/// Keys and values, sorted by the UTF-8 bytes of the keys. Keys are unique.
///
/// The dictionary of a layer also has directives for the dictionary below it: the keys that are
/// removed, and whether the whole dictionary is replaced.
public struct ConfigDictionary: Sendable {
  /// A key and its value.
  public struct Entry: Sendable {
    /// The key.
    public var key: String
    /// The location of the key in its file.
    public var keyLocation: ConfigLocation
    /// The value.
    public var value: ConfigValue

    /// Creates an entry.
    public init(
      _ key: String, at keyLocation: ConfigLocation = ConfigLocation(), _ value: ConfigValue
    ) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// A key that a layer removes from the layers below it.
  public struct Removal: Sendable {
    /// The removed key.
    public var key: String
    /// The location of the removal in its file.
    public var location: ConfigLocation
    /// Whether one of the layers combined into this one had the key, which makes the removal
    /// correct even if no other layer has it.
    var isCertain = false

    /// Creates a removal.
    public init(_ key: String, at location: ConfigLocation = ConfigLocation()) {
      self.key = key
      self.location = location
    }
  }

  /// The entries, sorted by the UTF-8 bytes of their keys.
  public private(set) var entries: [Entry]
  /// The removed keys, in the same order as the entries.
  public private(set) var removals: [Removal]
  /// Whether the dictionary replaces the whole dictionary below (`$replace`).
  public var replacesBelow = false

  /// Creates a dictionary. If multiple entries have the same key, the first one is used.
  ///
  /// - Parameters:
  ///   - entries: The entries, in any order.
  ///   - removals: The keys that the layer removes from lower layers.
  public init(_ entries: [Entry] = [], removals: [Removal] = []) {
    self.init(counting: entries, removals: removals)
  }

  /// Creates a dictionary from entries that may have equal keys. The first entry of each key is
  /// used.
  ///
  /// - Parameters:
  ///   - entries: The entries, in any order.
  ///   - duplicates: A closure that receives each later entry with an equal key, together with the
  ///     first one.
  public init(
    _ entries: [Entry], duplicates: inout [(repeated: Entry, first: Entry)]
  ) {
    self.init(counting: entries) { duplicates.append(($0, $1)) }
  }

  /// Sorts the entries if necessary, and calls a closure with each duplicate and the first entry
  /// with its key.
  private init(
    counting entries: [Entry], removals: [Removal] = [],
    _ duplicate: (Entry, Entry) -> Void = { _, _ in }
  ) {
    self.removals = removals.sorted { Self.precedes($0.key, $1.key) }
    guard !Self.isSorted(entries) else {
      self.entries = entries
      return
    }
    var unique: [Entry] = []
    unique.reserveCapacity(entries.count)
    // Equal keys are ordered by index. The first entry is kept, and the result does not depend on
    // the sorting algorithm.
    let order = entries.indices.sorted { a, b in
      switch Self.order(entries[a].key, entries[b].key) {
      case 0: a < b
      case let order: order < 0
      }
    }
    for index in order {
      if let last = unique.last, last.key.equalsExactly(entries[index].key) {
        duplicate(entries[index], last)
      } else {
        unique.append(entries[index])
      }
    }
    self.entries = unique
  }

  /// Returns whether the keys are in strictly ascending order and therefore unique.
  private static func isSorted(_ entries: [Entry]) -> Bool {
    entries.indices.dropFirst().allSatisfy {
      order(entries[$0 - 1].key, entries[$0].key) < 0
    }
  }

  /// A key's value, or `nil` if there is none.
  public subscript(key: String) -> ConfigValue? { entry(key)?.value }

  /// Returns a key's entry, or `nil` if there is none.
  public func entry(_ key: String) -> Entry? { index(of: key).map { entries[$0] } }

  /// Returns whether the dictionary has a key.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  /// Returns the index of a key, found by binary search.
  private func index(of key: String) -> Int? {
    var range = entries.startIndex..<entries.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      switch Self.order(key, entries[middle].key) {
      case 0: return middle
      case ..<0: range = range.lowerBound..<middle
      default: range = middle + 1..<range.upperBound
      }
    }
    return nil
  }

  /// Returns a dictionary with the same keys, removals and locations, and with transformed values.
  public func mapValues(_ transform: (Entry) throws -> ConfigValue) rethrows -> ConfigDictionary {
    var copy = self
    for index in entries.indices { copy.entries[index].value = try transform(entries[index]) }
    return copy
  }

  /// Transforms the values in place, and removes an entry if the closure returns `nil`.
  public mutating func compactMapValues(_ transform: (Entry) -> ConfigValue?) {
    entries = entries.compactMap { entry in
      transform(entry).map { Entry(entry.key, at: entry.keyLocation, $0) }
    }
  }

  /// Returns whether a key precedes another key in the order of entries.
  package static func precedes(_ a: String, _ b: String) -> Bool { order(a, b) < 0 }

  /// Compares two keys by their UTF-8 bytes. The result is negative, 0 or positive.
  package static func order(_ a: String, _ b: String) -> Int {
    // Contiguous storage, which nearly all strings have, is compared without iterators.
    let result = a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { b in
        for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
        return a.count - b.count
      }
    }
    if let order = result ?? nil { return order }
    if a.utf8.elementsEqual(b.utf8) { return 0 }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
  }
}

extension ConfigDictionary: Hashable {
  /// Returns whether the two dictionaries have the same entries and directives. Locations are
  /// ignored.
  public static func == (a: Self, b: Self) -> Bool {
    a.entries == b.entries && a.removals == b.removals && a.replacesBelow == b.replacesBelow
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
    hasher.combine(removals)
    hasher.combine(replacesBelow)
  }
}

extension ConfigDictionary.Entry: Hashable {
  /// Returns whether the keys and values are equal. Locations are ignored.
  public static func == (a: Self, b: Self) -> Bool {
    a.key.equalsExactly(b.key) && a.value == b.value
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: key)
    hasher.combine(value)
  }
}

extension ConfigDictionary.Removal: Hashable {
  /// Returns whether the keys have the same bytes. Locations are ignored.
  public static func == (a: Self, b: Self) -> Bool { a.key.equalsExactly(b.key) }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: key) }
}
