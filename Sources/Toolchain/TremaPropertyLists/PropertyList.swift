import TremaSupport

/// A property list, or a value in one, with its position in the source.
///
/// Two property lists are equal if they have the same content, regardless of positions and
/// comments. Strings are compared byte for byte.
package struct PropertyList: Sendable {
  /// An integer from -2^63 to 2^64 - 1, the integer range in property lists.
  package typealias Integer = WholeNumber
  /// A date, in seconds since January 1, 2001, which is the reference date of property lists.
  package typealias Moment = PropertyListDate

  /// The content of a property list.
  package enum Value: Sendable {
    /// The entries in file order. A key may occur twice, in which case the caller determines the
    /// meaning.
    case dictionary([Entry])
    case array([PropertyList])
    case string(String)
    case integer(Integer)
    case real(Double)
    case boolean(Bool)
    case date(Moment)
    case data([UInt8])
    /// A reference in a keyed archive (UID), which only binary property lists support.
    case uid(UInt64)
  }

  /// An entry of a dictionary.
  package struct Entry: Sendable {
    package var key: String
    package var value: PropertyList
    /// The comments between the previous entry and the end of this one, in file order.
    package var comments: [Comment]
    private var compactKeyPosition: CompactPosition
    /// The whole key's extent: `<key>…</key>`, the string with its quotes, or the object in the
    /// binary format.
    package var keyExtent: Extent

    /// Creates an entry that was not read from a file, or whose extent is unknown.
    package init(
      _ key: String, at keyPosition: SourcePosition = .start, _ value: PropertyList,
      comments: [Comment] = []
    ) {
      self.init(key, at: keyPosition, Extent(at: keyPosition), value, comments: comments)
    }

    /// Creates an entry that was read from a file.
    init(
      _ key: String, at keyPosition: SourcePosition, _ keyExtent: Extent, _ value: PropertyList,
      comments: [Comment] = []
    ) {
      self.key = key
      self.value = value
      self.comments = comments
      compactKeyPosition = CompactPosition(keyPosition)
      self.keyExtent = keyExtent
    }

    /// The start of the key's content, after its quote or tag.
    package var keyPosition: SourcePosition {
      get { compactKeyPosition.position }
      set { compactKeyPosition = CompactPosition(newValue) }
    }
  }

  /// A comment in a file.
  package struct Comment: Hashable, Sendable {
    /// The text between the delimiters, including whitespace.
    package var text: String
    /// The start of the opening delimiter.
    package var position: SourcePosition

    package init(_ text: String, at position: SourcePosition = .start) {
      self.text = text
      self.position = position
    }
  }

  /// The content.
  package var value: Value
  private var compactPosition: CompactPosition
  /// The whole value's extent: from the `<` of its start tag to the end of its end tag, including
  /// quotes or brackets, or its object in the binary format.
  package var extent: Extent

  /// Creates a value that was not read from a file, or whose extent is unknown.
  package init(_ value: Value, at position: SourcePosition = .start) {
    self.init(value, at: position, Extent(at: position))
  }

  /// Creates a value that was read from a file.
  init(_ value: Value, at position: SourcePosition, _ extent: Extent) {
    self.value = value
    compactPosition = CompactPosition(position)
    self.extent = extent
  }

  /// The start of the value's content: after the quote or tag for a string or number, at the
  /// bracket or tag for any other value, or at the start of a binary file.
  package var position: SourcePosition {
    get { compactPosition.position }
    set { compactPosition = CompactPosition(newValue) }
  }
}

extension PropertyList {
  /// The entries, or `nil` if the value is not a dictionary. The properties below are the
  /// equivalents for other types.
  package var entries: [Entry]? {
    if case .dictionary(let entries) = value { entries } else { nil }
  }
  package var array: [PropertyList]? { if case .array(let values) = value { values } else { nil } }
  package var string: String? { if case .string(let text) = value { text } else { nil } }
  package var integer: Integer? { if case .integer(let number) = value { number } else { nil } }
  package var real: Double? { if case .real(let number) = value { number } else { nil } }
  package var boolean: Bool? { if case .boolean(let flag) = value { flag } else { nil } }
  package var date: Moment? { if case .date(let date) = value { date } else { nil } }
  package var data: [UInt8]? { if case .data(let bytes) = value { bytes } else { nil } }

  /// The type of the value with an article, for messages, such as `a string`.
  package var kind: String {
    switch value {
    case .dictionary: "a dictionary"
    case .array: "an array"
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real number"
    case .boolean: "a Boolean"
    case .date: "a date"
    case .data: "data"
    case .uid: "a UID"
    }
  }

  /// Returns the entry of a dictionary with a key, or `nil` if there is none or the value is not a
  /// dictionary. If the key occurs twice, the last entry is returned, as in Foundation for the XML
  /// and text formats.
  ///
  /// - Complexity: Linear in the number of entries.
  package subscript(entry key: String) -> Entry? {
    entries?.last { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Returns the value of a key; see ``subscript(entry:)``.
  package subscript(key: String) -> PropertyList? { self[entry: key]?.value }
}

extension PropertyList: Hashable {
  package static func == (a: PropertyList, b: PropertyList) -> Bool { a.value == b.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// Keys are compared byte for byte, like strings.
extension PropertyList.Entry: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.key.utf8.elementsEqual(b.key.utf8) && a.value == b.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: key)
    hasher.combine(value)
  }
}

extension PropertyList.Value: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    // `String` compares canonical equivalence, which is too lenient here.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    // Two files with NaN have the same content, although NaN isn't equal to itself.
    case (.real(let a), .real(let b)): a == b || a.isNaN && b.isNaN
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.uid(let a), .uid(let b)): a == b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .dictionary(let entries): hasher.combine(entries)
    case .array(let values): hasher.combine(values)
    case .string(let text): hasher.combine(bytesOf: text)
    case .integer(let number): hasher.combine(number)
    // All NaNs have the same hash value because `==` treats them as equal.
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .boolean(let flag): hasher.combine(flag)
    case .date(let date): hasher.combine(date)
    case .data(let bytes): hasher.combine(bytes)
    case .uid(let number): hasher.combine(number)
    }
  }
}
