/// Values beside a message, in the order in which they were given. A key is once: the last value
/// wins, at the place of the first.
public struct LogMetadata: Sendable {
  /// The keys and values, as a literal has them: they are taken over as they are, where an array of
  /// ``Field``, or one of pairs with names, would be made anew for every line.
  private(set) var pairs: [(String, LogValue)]

  /// Creates empty metadata.
  public init() { pairs = [] }

  init(_ elements: [(String, LogValue)]) {
    pairs = elements
    if !hasUniqueKeys {
      pairs = []
      for (key, value) in elements { self[key] = value }
    }
  }

  private var hasUniqueKeys: Bool {
    // Metadata are a few: comparing each key with those before it is less than hashing them.
    for index in pairs.indices.dropFirst() {
      for earlier in 0..<index where pairs[earlier].0 == pairs[index].0 { return false }
    }
    return true
  }

  /// Whether there is no field.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The value of a key; `nil` removes the field.
  public subscript(key: String) -> LogValue? {
    get { pairs.first { $0.0 == key }?.1 }
    set {
      guard let place = pairs.firstIndex(where: { $0.0 == key }) else {
        if let newValue { pairs.append((key, newValue)) }
        return
      }
      if let newValue { pairs[place].1 = newValue } else { pairs.remove(at: place) }
    }
  }

  /// These, and the others, which win.
  public func merging(_ others: LogMetadata) -> LogMetadata {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var merged = self
    for (key, value) in others.pairs { merged[key] = value }
    return merged
  }

  /// Values changed by what is known of their keys; keys stay.
  ///
  /// - Returns: nil when nothing changes.
  func changed(by transform: (String, LogValue) -> LogValue?) -> LogMetadata? {
    var changed: LogMetadata?
    for index in pairs.indices {
      guard let value = transform(pairs[index].0, pairs[index].1) else { continue }
      var copy = changed ?? self
      copy.pairs[index].1 = value
      changed = copy
    }
    return changed
  }
}

extension LogMetadata: ExpressibleByDictionaryLiteral {
  /// Creates metadata from a literal; of two fields with one key the later wins.
  public init(dictionaryLiteral elements: (String, LogValue)...) { self.init(elements) }
}

extension LogMetadata: Hashable {
  /// Whether both have the same fields in the same order.
  public static func == (left: LogMetadata, right: LogMetadata) -> Bool {
    left.pairs.elementsEqual(right.pairs, by: ==)
  }

  /// Hashes the fields in their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pairs.count)
    for (key, value) in pairs {
      hasher.combine(key)
      hasher.combine(value)
    }
  }
}

extension LogMetadata {
  /// A key with its value.
  public struct Field: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: LogValue
  }

  /// In their order; looked at, and not copied.
  public struct Fields: RandomAccessCollection, Sendable {
    fileprivate let pairs: [(String, LogValue)]

    /// The index of the first field.
    public var startIndex: Int { pairs.startIndex }
    /// The index after the last field.
    public var endIndex: Int { pairs.endIndex }
    /// The field at an index.
    public subscript(index: Int) -> Field { Field(key: pairs[index].0, value: pairs[index].1) }
  }

  /// The fields in their order.
  public var fields: Fields { Fields(pairs: pairs) }
}
