import TremaSupport

/// A property list, or a value in one, with its place. Two are equal when they have the same
/// content at any places and with any comments; strings are compared byte for byte.
package struct PropertyList: Sendable {
  package typealias Integer = WholeNumber
  package typealias Moment = PropertyListDate

  package enum Value: Sendable {
    /// In file order; a key may be twice, and the caller decides what that means.
    case dictionary([Entry])
    case array([PropertyList])
    case string(String)
    case integer(Integer)
    case real(Double)
    case boolean(Bool)
    case date(Moment)
    case data([UInt8])
    /// The reference of a keyed archive; only a binary property list has it.
    case uid(UInt64)
  }

  package struct Entry: Sendable {
    package var key: String
    package var value: PropertyList
    /// The comments before the key and up to the end of the entry, in file order.
    package var comments: [Comment]
    private var keyPlace: Place
    /// The whole key: `<key>…</key>`, or with its quotation marks; its object in the binary form.
    package var keyExtent: Extent

    package init(
      _ key: String, at keyPosition: SourcePosition = .start, _ value: PropertyList,
      comments: [Comment] = []
    ) {
      self.init(key, at: keyPosition, Extent(at: keyPosition), value, comments: comments)
    }

    init(
      _ key: String, at keyPosition: SourcePosition, _ keyExtent: Extent, _ value: PropertyList,
      comments: [Comment] = []
    ) {
      self.key = key
      self.value = value
      self.comments = comments
      keyPlace = Place(keyPosition)
      self.keyExtent = keyExtent
    }

    /// The start of the text of the key, after its quotation mark or tag.
    package var keyPosition: SourcePosition {
      get { keyPlace.position }
      set { keyPlace = Place(newValue) }
    }
  }

  /// A comment of the file.
  package struct Comment: Hashable, Sendable {
    /// The text between the marks, white space included.
    package var text: String
    /// The start of the marks.
    package var position: SourcePosition

    package init(_ text: String, at position: SourcePosition = .start) {
      self.text = text
      self.position = position
    }
  }

  package var value: Value
  private var place: Place
  /// The whole value: from the `<` of its tag to after its end tag, with its quotation marks or
  /// brackets; the bytes of its object in the binary form.
  package var extent: Extent

  package init(_ value: Value, at position: SourcePosition = .start) {
    self.init(value, at: position, Extent(at: position))
  }

  init(_ value: Value, at position: SourcePosition, _ extent: Extent) {
    self.value = value
    place = Place(position)
    self.extent = extent
  }

  /// The start of its text: after the quotation mark or the tag of a string or a number, at the
  /// bracket or the tag of everything else. The start of the file when it is binary.
  package var position: SourcePosition {
    get { place.position }
    set { place = Place(newValue) }
  }
}

extension PropertyList {
  package var entries: [Entry]? {
    if case .dictionary(let entries) = value { entries } else { nil }
  }
  package var array: [PropertyList]? { if case .array(let values) = value { values } else { nil } }
  package var string: String? { if case .string(let text) = value { text } else { nil } }
  package var integer: Integer? { if case .integer(let number) = value { number } else { nil } }
  package var real: Double? { if case .real(let number) = value { number } else { nil } }
  package var boolean: Bool? { if case .boolean(let claim) = value { claim } else { nil } }
  package var date: Moment? { if case .date(let date) = value { date } else { nil } }
  package var data: [UInt8]? { if case .data(let bytes) = value { bytes } else { nil } }

  /// The kind of the value, for a message: `a string`.
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

  /// The entry of a dictionary with a key, the last one when the key is twice, as Foundation
  /// reads XML and text. It looks through all entries: who asks often makes a table.
  package subscript(entry key: String) -> Entry? {
    entries?.last { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// The value of a key; see ``subscript(entry:)``.
  package subscript(key: String) -> PropertyList? { self[entry: key]?.value }
}

extension PropertyList: Hashable {
  package static func == (a: PropertyList, b: PropertyList) -> Bool { a.value == b.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

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
    // Swift's own equality is canonical equivalence.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    // What is not a number is the same thing in two files, too.
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
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .boolean(let claim): hasher.combine(claim)
    case .date(let date): hasher.combine(date)
    case .data(let bytes): hasher.combine(bytes)
    case .uid(let number): hasher.combine(number)
    }
  }
}
