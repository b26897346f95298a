/// Values beside a message, in the order in which they were given. A key stands once: the last value
/// wins, at the place of the first.
public struct LogMetadata: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public var key: String
    public var value: LogValue
  }

  public private(set) var fields: [Field]

  public init() { fields = [] }

  init(_ elements: [(String, LogValue)]) {
    fields = []
    fields.reserveCapacity(elements.count)
    for (key, value) in elements { self[key] = value }
  }

  public var isEmpty: Bool { fields.isEmpty }

  public subscript(key: String) -> LogValue? {
    get { fields.first { $0.key == key }?.value }
    set {
      guard let place = fields.firstIndex(where: { $0.key == key }) else {
        if let newValue { fields.append(Field(key: key, value: newValue)) }
        return
      }
      if let newValue { fields[place].value = newValue } else { fields.remove(at: place) }
    }
  }

  /// These, and the others, which win.
  public func merging(_ others: LogMetadata) -> LogMetadata {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var merged = self
    for field in others.fields { merged[field.key] = field.value }
    return merged
  }

  /// Every value changed by what is known of its key; keys stay.
  func mapValues(_ transform: (Field) -> LogValue?) -> LogMetadata {
    var copy = self
    for index in fields.indices {
      if let value = transform(fields[index]) { copy.fields[index].value = value }
    }
    return copy
  }
}

extension LogMetadata: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, LogValue)...) { self.init(elements) }
}
