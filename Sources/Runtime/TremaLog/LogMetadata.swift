/// The values that accompany a record's message, in the order they were given. If a key is given
/// twice, the last value replaces the first one at its position.
public struct LogMetadata: Sendable {
  /// The keys and values as a dictionary literal represents them, which avoids a conversion. An
  /// array of ``Field``, or of labeled pairs, would require a new array for every record.
  private(set) var pairs: [(String, LogValue)]

  /// Creates empty metadata.
  public init() { pairs = [] }

  /// Creates metadata, keeping the last value of each key.
  init(_ elements: [(String, LogValue)]) {
    pairs = elements
    if !hasUniqueKeys {
      pairs = []
      for (key, value) in elements { self[key] = value }
    }
  }

  /// Whether no key occurs twice.
  private var hasUniqueKeys: Bool {
    // There are only a few values, so comparing each key with the preceding ones is faster than
    // hashing.
    for index in pairs.indices.dropFirst() {
      for earlier in 0..<index where pairs[earlier].0 == pairs[index].0 { return false }
    }
    return true
  }

  /// Whether there are no values.
  public var isEmpty: Bool { pairs.isEmpty }

  /// A key's value, or `nil` if there is none. Setting `nil` removes the value.
  public subscript(key: String) -> LogValue? {
    get { pairs.first { $0.0 == key }?.1 }
    set {
      guard let index = pairs.firstIndex(where: { $0.0 == key }) else {
        if let newValue { pairs.append((key, newValue)) }
        return
      }
      if let newValue { pairs[index].1 = newValue } else { pairs.remove(at: index) }
    }
  }

  /// Returns these values merged with others, which replace values with the same key.
  public func merging(_ others: LogMetadata) -> LogMetadata {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var merged = self
    for (key, value) in others.pairs { merged[key] = value }
    return merged
  }

  /// Returns the metadata with some values replaced, or `nil` if no value is replaced.
  ///
  /// - Parameter transform: Returns the new value of a key, or `nil` to keep it.
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
  /// Creates metadata from a literal; of two values with the same key, the later one is kept.
  public init(dictionaryLiteral elements: (String, LogValue)...) { self.init(elements) }
}

extension LogMetadata: Hashable {
  /// Returns whether the two metadata contain the same values in the same order.
  public static func == (left: LogMetadata, right: LogMetadata) -> Bool {
    left.pairs.elementsEqual(right.pairs, by: ==)
  }

  /// Hashes the values in their order.
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

  /// A view of the values in their order, without a copy.
  public struct Fields: RandomAccessCollection, Sendable {
    /// The keys and values.
    fileprivate let pairs: [(String, LogValue)]

    /// The index of the first field.
    public var startIndex: Int { pairs.startIndex }
    /// The index after the last field.
    public var endIndex: Int { pairs.endIndex }
    /// The field at an index.
    public subscript(index: Int) -> Field { Field(key: pairs[index].0, value: pairs[index].1) }
  }

  /// The keys and values in their order.
  public var fields: Fields { Fields(pairs: pairs) }
}
