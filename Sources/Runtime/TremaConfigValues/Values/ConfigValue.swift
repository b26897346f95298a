import TremaSupport

/// A value of a configuration and its location in a file.
///
/// Two values are equal if their contents are equal, regardless of their locations. Strings and
/// keys are compared byte for byte, and a Boolean never equals a number.
public struct ConfigValue: Sendable {
  /// The content of a value, by its kind.
  public enum Content: Sendable {
    case dictionary(ConfigDictionary)
    case array([ConfigValue])
    case string(String)
    case integer(WholeNumber)
    case real(Double)
    case boolean(Bool)
    case date(PropertyListDate)
    case data([UInt8])
    /// JSON `null`. In a layer, it removes a key. A merged configuration does not contain it.
    case null
  }

  /// The content.
  public var content: Content
  /// The location of the value in its file.
  public var location: ConfigLocation

  /// Creates a value.
  public init(_ content: Content, at location: ConfigLocation = ConfigLocation()) {
    self.content = content
    self.location = location
  }

  /// The kind of the value.
  public var kind: ConfigKind {
    switch content {
    case .dictionary: .dictionary
    case .array: .array
    case .string: .string
    case .integer: .integer
    case .real: .real
    case .boolean: .boolean
    case .date: .date
    case .data: .data
    case .null: .null
    }
  }

  /// The value at a path, or `nil` if there is none or the path leads into a scalar.
  ///
  /// - Complexity: O(*n* log *k*) for *n* components and *k* keys per dictionary.
  public subscript(path: ConfigKeyPath) -> ConfigValue? {
    var value = self
    for component in path.components {
      switch (component, value.content) {
      case (.key(let key), .dictionary(let dictionary)):
        guard let next = dictionary[key] else { return nil }
        value = next
      case (.index(let index), .array(let values)):
        guard values.indices.contains(index) else { return nil }
        value = values[index]
      default: return nil
      }
    }
    return value
  }

  /// Whether the value is a dictionary or an array.
  package var isContainer: Bool {
    switch content {
    case .dictionary, .array: true
    default: false
    }
  }

  /// The dictionary, or `nil` for a value of a different kind.
  public var dictionary: ConfigDictionary? {
    if case .dictionary(let dictionary) = content { dictionary } else { nil }
  }
  /// The elements, or `nil` for a value of a different kind.
  public var array: [ConfigValue]? { if case .array(let values) = content { values } else { nil } }
  /// The string, or `nil` for a value of a different kind.
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The Boolean, or `nil` for a value of a different kind.
  public var boolean: Bool? { if case .boolean(let boolean) = content { boolean } else { nil } }
  /// The integer, or `nil` for a value of a different kind.
  public var integer: WholeNumber? {
    if case .integer(let number) = content { number } else { nil }
  }
  /// The real number, or `nil` for a value of a different kind, including an integer.
  public var real: Double? { if case .real(let number) = content { number } else { nil } }
}

/// The kind of a value.
public enum ConfigKind: String, CaseIterable, Hashable, Sendable {
  case dictionary, array, string, integer, real, boolean, date, data, null

  /// The kind with its article, for messages: `an integer`.
  public var title: String {
    switch self {
    case .array, .integer: "an \(rawValue)"
    case .data, .null: rawValue
    case .boolean: "a Boolean"
    case .real: "a real number"
    default: "a \(rawValue)"
    }
  }
}

extension ConfigValue: Hashable {
  /// Returns whether the contents are equal. Locations are ignored.
  public static func == (a: ConfigValue, b: ConfigValue) -> Bool { a.content == b.content }
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension ConfigValue.Content: Hashable {
  /// Returns whether the kinds and contents are equal.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.string(let a), .string(let b)): a.equalsExactly(b)
    case (.integer(let a), .integer(let b)): a == b
    // NaN equals NaN, because two files that contain it have the same value.
    case (.real(let a), .real(let b)): a == b || a.isNaN && b.isNaN
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.null, .null): true
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .dictionary(let dictionary): hasher.combine(dictionary)
    case .array(let values): hasher.combine(values)
    case .string(let text): hasher.combine(bytesOf: text)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .boolean(let boolean): hasher.combine(boolean)
    case .date(let date): hasher.combine(date)
    case .data(let bytes): hasher.combine(bytes)
    case .null: hasher.combine(0)
    }
  }
}

extension ConfigValue: CustomStringConvertible, CustomReflectable {
  /// A scalar as a string. For a dictionary or an array, only the kind and the number of parts,
  /// because a part may be secret.
  public var description: String {
    switch content {
    case .dictionary(let dictionary): "a dictionary of \(dictionary.entries.count)"
    case .array(let values): "an array of \(values.count)"
    case .string(let text): text
    case .integer(let number): number.description
    case .real(let number): number.description
    case .boolean(let boolean): boolean.description
    case .date(let date): date.description
    case .data(let bytes): "\(bytes.count) bytes"
    case .null: "null"
    }
  }

  /// A mirror that shows only the description. Otherwise, a debugger or `dump` would print secrets.
  public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

extension ConfigValue {
  /// Calls a closure with each scalar and its path, in order.
  package func forEachLeaf(_ visit: (ConfigKeyPath, ConfigValue) -> Void) {
    var path = ConfigKeyPath()
    forEachLeaf(&path, visit)
  }

  /// Traverses the value. The path is changed in place and restored, which avoids a copy for each
  /// value.
  private func forEachLeaf(
    _ path: inout ConfigKeyPath, _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    switch content {
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        path.components.append(.key(entry.key))
        entry.value.forEachLeaf(&path, visit)
        path.components.removeLast()
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        path.components.append(.index(index))
        value.forEachLeaf(&path, visit)
        path.components.removeLast()
      }
    default: visit(path, self)
    }
  }
}

// The literals allow a test to write `configuration["api.host"] == "api.example.com"`, and
// overrides as `["api.timeout": 5]`.

extension ConfigValue: ExpressibleByStringLiteral {
  /// Creates the value from a string literal.
  public init(stringLiteral text: String) { self.init(.string(text)) }
}

extension ConfigValue: ExpressibleByIntegerLiteral {
  /// Creates the value from an integer literal.
  public init(integerLiteral number: Int64) { self.init(.integer(WholeNumber(number))) }
}

extension ConfigValue: ExpressibleByFloatLiteral {
  /// Creates the value from a floating-point literal.
  public init(floatLiteral number: Double) { self.init(.real(number)) }
}

extension ConfigValue: ExpressibleByBooleanLiteral {
  /// Creates the value from a Boolean literal.
  public init(booleanLiteral boolean: Bool) { self.init(.boolean(boolean)) }
}

extension ConfigValue: ExpressibleByArrayLiteral {
  /// Creates the value from an array literal.
  public init(arrayLiteral values: ConfigValue...) { self.init(.array(values)) }
}

extension ConfigValue: ExpressibleByDictionaryLiteral {
  /// Creates the value from a dictionary literal. Entries are sorted by key. If multiple entries
  /// have the same key, the first one is used.
  public init(dictionaryLiteral entries: (String, ConfigValue)...) {
    let entries = entries.map { ConfigDictionary.Entry($0.0, $0.1) }
    self.init(.dictionary(ConfigDictionary(entries)))
  }
}
