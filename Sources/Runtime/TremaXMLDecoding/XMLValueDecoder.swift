import Foundation
import TremaSupport

/// The part of a document that is decoded into a value.
enum XMLSource {
  /// The root or an element of a list. If it is decoded as a list, its child elements are the
  /// values.
  case root(XMLElement)
  /// All elements with a name. Exactly one is required unless the value is a list.
  case elements([XMLElement])
  /// An attribute's value, or an element's text.
  case text(String)
}

/// A decoder for one value.
struct XMLValueDecoder: Decoder {
  /// The part of the document that contains the value.
  let source: XMLSource
  /// The decoding options.
  let rules: XMLRules
  /// The element whose location is reported in errors.
  let locationElement: XMLElement
  let codingPath: [any CodingKey]
  /// No user information is supported.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(
    _ source: XMLSource, rules: XMLRules, locationElement: XMLElement, codingPath: [any CodingKey]
  ) {
    self.source = source
    self.rules = rules
    self.locationElement = locationElement
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(XMLKeyedContainer<Key>(element: try element(), decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch source {
    case .root(let root): XMLListContainer(elements: root.children, decoder: self)
    case .elements(let elements): XMLListContainer(elements: elements, decoder: self)
    case .text: throw error(.mismatch("list"))
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    XMLSingleContainer(decoder: self)
  }

  /// Returns an error at the location of the value.
  func error(_ reason: XMLDecodingError.Reason) -> XMLDecodingError {
    XMLDecodingError(
      reason, line: locationElement.line, column: locationElement.column,
      codingPath: codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }

  /// Returns the only element.
  ///
  /// - Throws: `repeated`, `missingKey`, or `mismatch` for text.
  private func element() throws(XMLDecodingError) -> XMLElement {
    switch source {
    case .root(let root): return root
    case .elements(let elements):
      guard elements.count <= 1 else { throw error(.repeated(elements.count)) }
      guard let element = elements.first else { throw error(.missing("")) }
      return element
    case .text: throw error(.mismatch("element"))
    }
  }

  /// Returns the value's text.
  ///
  /// - Throws: `notText` if the element has child elements.
  func text() throws(XMLDecodingError) -> String {
    if case .text(let text) = source { return text }
    let element = try element()
    guard element.children.isEmpty else { throw error(.notText) }
    return element.text
  }

  /// Whether the element has an `xsi:nil` attribute that is true.
  ///
  /// See XML Schema Part 1, section 2.6.2.
  var isNil: Bool {
    let element: XMLElement?
    switch source {
    case .root(let root): element = root
    case .elements(let elements): element = elements.count == 1 ? elements[0] : nil
    case .text: element = nil
    }
    return element?.attribute("nil").flatMap { XMLText.bool(XMLText.trimmed($0)) } ?? false
  }

  /// Decodes a value of any type.
  ///
  /// - Throws: The decoding error, or `refused` for an error thrown by a custom initializer.
  func value<Value: Decodable>(of type: Value.Type) throws(XMLDecodingError) -> Value {
    do {
      if let value = try textValue(type) { return value }
      return try Value(from: self)
    } catch let error as XMLDecodingError {
      throw error
    } catch {
      throw self.error(.refused("\(type)"))
    }
  }

  /// Returns a value of a type with a custom text representation: `Date`, `URL`, `Decimal` or
  /// `Data`. Returns `nil` for other types.
  private func textValue<Value>(_ type: Value.Type) throws(XMLDecodingError) -> Value? {
    switch type {
    case is Date.Type: try parsed("Date", rules.date) as? Value
    case is URL.Type: try parsed("URL") { URL(string: $0) } as? Value
    case is Decimal.Type:
      try parsed("Decimal") { text in
        XMLText.double(text).flatMap { $0.isFinite ? Decimal(string: text) : nil }
      } as? Value
    case is Data.Type:
      try parsed("Data") { Base64.decoded($0.utf8, ignoresSpace: true).map { Data($0) } } as? Value
    default: nil
    }
  }

  /// Parses the trimmed text of the value.
  ///
  /// - Throws: `mismatch` with the name of the type if the text cannot be parsed.
  func parsed<Value>(
    _ type: String, _ parse: (String) -> Value?
  ) throws(XMLDecodingError) -> Value {
    guard let value = parse(XMLText.trimmed(try text())) else { throw error(.mismatch(type)) }
    return value
  }

  /// Returns a decoder for a nested value.
  func nested(_ source: XMLSource, _ element: XMLElement, _ key: any CodingKey) -> XMLValueDecoder {
    XMLValueDecoder(source, rules: rules, locationElement: element, codingPath: codingPath + [key])
  }
}

/// A type that is decoded from all elements with a name, possibly none.
private protocol XMLList {}
extension Array: XMLList {}
extension Set: XMLList {}

/// A container for the child elements and attributes of an element.
struct XMLKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let element: XMLElement
  let decoder: XMLValueDecoder

  /// The element's path.
  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The names of child elements and attributes that are valid keys, without duplicates.
  var allKeys: [Key] {
    var seen: Set<String> = []
    let names = element.children.map(\.name) + element.attributes.map(\.name)
    return names.filter { seen.insert($0).inserted }.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { decoderIfPresent(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { decoderIfPresent(key)?.isNil ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if let found = decoderIfPresent(key) { return try found.value(of: type) }
    guard type is any XMLList.Type else { throw missingKey(key) }
    return try decoder.nested(.elements([]), element, key).value(of: type)
  }

  /// Returns the decoder for a key, or `nil` if there is no such element or attribute.
  ///
  /// A name without a prefix is looked up first among the elements, then among the attributes.
  private func decoderIfPresent(_ key: Key) -> XMLValueDecoder? {
    let name = key.stringValue
    if name == "#text" { return decoder.nested(.text(element.text), element, key) }
    if name.utf8.first == UInt8(ascii: "@") {
      return element.attribute(String(name.dropFirst())).map {
        decoder.nested(.text($0), element, key)
      }
    }
    let elements = element.children(name)
    if let first = elements.first { return decoder.nested(.elements(elements), first, key) }
    return element.attribute(name).map { decoder.nested(.text($0), element, key) }
  }

  /// Returns the error for a missing key.
  private func missingKey(_ key: Key) -> XMLDecodingError {
    decoder.error(.missing(key.stringValue))
  }

  /// Returns the decoder for a key, or throws if it is missing.
  private func requiredDecoder(_ key: Key) throws(XMLDecodingError) -> XMLValueDecoder {
    guard let found = decoderIfPresent(key) else { throw missingKey(key) }
    return found
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try requiredDecoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let found = decoderIfPresent(key) ?? decoder.nested(.elements([]), element, key)
    return try found.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try requiredDecoder(key) }
}

/// A container for a list of elements.
struct XMLListContainer: UnkeyedDecodingContainer {
  let elements: [XMLElement]
  /// The list's decoder.
  let decoder: XMLValueDecoder
  /// The index of the next element.
  private(set) var currentIndex = 0

  init(elements: [XMLElement], decoder: XMLValueDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// The key of an element in a list.
  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { self.intValue = intValue }
  }

  /// Returns the decoder for the next element without advancing.
  private func current() throws(XMLDecodingError) -> XMLValueDecoder {
    guard !isAtEnd else { throw decoder.error(.missing("\(currentIndex)")) }
    let element = elements[currentIndex]
    // For a list of lists, this element's child elements are the values.
    return decoder.nested(.root(element), element, Index(currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard try current().isNil else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().value(of: type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let decoder = try current()
    let inner = XMLListContainer(elements: decoder.locationElement.children, decoder: decoder)
    currentIndex += 1
    return inner
  }

  mutating func superDecoder() throws -> any Decoder {
    let inner = try current()
    currentIndex += 1
    return inner
  }
}

/// A container for one value that is represented as text.
struct XMLSingleContainer: SingleValueDecodingContainer {
  let decoder: XMLValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNil }

  func decode(_ type: Bool.Type) throws -> Bool {
    try decoder.parsed("Bool", XMLText.bool)
  }

  func decode(_ type: String.Type) throws -> String { try decoder.text() }

  func decode(_ type: Double.Type) throws -> Double {
    try decoder.parsed("Double", XMLText.double)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try decoder.parsed("Float") { XMLText.double($0).map { Float($0) } }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let type = type as? any FixedWidthInteger.Type, let value = try integer(type) as? Value {
      return value
    }
    return try decoder.value(of: type)
  }

  /// Parses an integer of any type.
  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try decoder.parsed("\(type)") { Value($0) }
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
}
