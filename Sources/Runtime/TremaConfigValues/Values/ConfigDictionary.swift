import TremaSupport

/// Keys and values, sorted by the UTF-8 bytes of the keys; no key is twice.
///
/// In a layer it may also say what becomes of the dictionary below it: which keys are removed, and
/// whether it takes the place of the other as a whole.
public struct ConfigDictionary: Sendable {
  /// A key with its value.
  public struct Entry: Sendable {
    /// The key.
    public var key: String
    /// The place of the key in its file.
    public var keyPlace: ConfigPlace
    /// The value.
    public var value: ConfigValue

    /// Creates an entry.
    public init(_ key: String, at keyPlace: ConfigPlace = ConfigPlace(), _ value: ConfigValue) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  /// A key of the layers below that a layer takes away.
  public struct Removal: Sendable {
    /// The key that is removed.
    public var key: String
    /// The place of the removal in its file.
    public var place: ConfigPlace
    /// Whether a layer that has become one with this had the key, so that it is no mistake when no
    /// other has it.
    var isCertain = false

    /// Creates a removal.
    public init(_ key: String, at place: ConfigPlace = ConfigPlace()) {
      self.key = key
      self.place = place
    }
  }

  /// The entries in the order of the file.
  public private(set) var entries: [Entry]
  /// Sorted as the entries are.
  public private(set) var removals: [Removal]
  /// `$replace`: nothing of the dictionary below stays.
  public var replacesBelow = false

  /// Creates a dictionary.
  ///
  /// - Parameter removals: the keys that a layer removes from those below.
  public init(_ entries: [Entry] = [], removals: [Removal] = []) {
    self.init(counting: entries, removals: removals)
  }

  /// Takes the first of the entries that have one key.
  ///
  /// - Parameter duplicates: gets every later entry, with the first of its key.
  public init(
    _ entries: [Entry], duplicates: inout [(again: Entry, first: Entry)]
  ) {
    self.init(counting: entries) { duplicates.append(($0, $1)) }
  }

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
    // The position decides between equal keys: which of them is first must not depend on sorting.
    let order = entries.indices.sorted { a, b in
      switch Self.order(entries[a].key, entries[b].key) {
      case 0: a < b
      case let order: order < 0
      }
    }
    for index in order {
      if let last = unique.last, last.key.isExactly(entries[index].key) {
        duplicate(entries[index], last)
      } else {
        unique.append(entries[index])
      }
    }
    self.entries = unique
  }

  private static func isSorted(_ entries: [Entry]) -> Bool {
    entries.indices.dropFirst().allSatisfy {
      order(entries[$0 - 1].key, entries[$0].key) < 0
    }
  }

  /// The value of a key; `nil` if there is none.
  public subscript(key: String) -> ConfigValue? { entry(key)?.value }

  /// Returns the entry of a key, or `nil` if there is none.
  public func entry(_ key: String) -> Entry? { index(of: key).map { entries[$0] } }

  /// Whether the dictionary has a key.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  /// A search in the sorted entries.
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

  /// The same keys with other values.
  public func mapValues(_ transform: (Entry) throws -> ConfigValue) rethrows -> ConfigDictionary {
    var copy = self
    for index in entries.indices { copy.entries[index].value = try transform(entries[index]) }
    return copy
  }

  /// Gives the keys other values, and leaves those out that get none.
  public mutating func compactMapValues(_ transform: (Entry) -> ConfigValue?) {
    entries = entries.compactMap { entry in
      transform(entry).map { Entry(entry.key, at: entry.keyPlace, $0) }
    }
  }

  package static func precedes(_ a: String, _ b: String) -> Bool { order(a, b) < 0 }

  /// Less than 0, 0 or more than 0, by the bytes of UTF-8.
  package static func order(_ a: String, _ b: String) -> Int {
    let quick = a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { b in
        for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
        return a.count - b.count
      }
    }
    if let order = quick ?? nil { return order }
    if a.utf8.elementsEqual(b.utf8) { return 0 }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
  }
}

extension ConfigDictionary: Hashable {
  /// Whether both have the same entries in the same order; places do not count.
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
  /// Whether key and value are the same; places do not count.
  public static func == (a: Self, b: Self) -> Bool {
    a.key.isExactly(b.key) && a.value == b.value
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: key)
    hasher.combine(value)
  }
}

extension ConfigDictionary.Removal: Hashable {
  /// Whether both keys have the same bytes.
  public static func == (a: Self, b: Self) -> Bool { a.key.isExactly(b.key) }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: key) }
}
