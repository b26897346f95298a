import Foundation
import TremaSupport

/// The source of a value.
enum XMLSource {
  /// The root, or one of a list: a list is made of the elements in it.
  case root(XMLElement)
  /// All elements of a name.
  case elements([XMLElement])
  /// The value of an attribute, or the text of an element.
  case text(String)
}

/// One value on its way.
struct XMLValueDecoder: Decoder {
  let source: XMLSource
  let rules: XMLRules
  /// The element that errors point to.
  let place: XMLElement
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ source: XMLSource, rules: XMLRules, place: XMLElement, codingPath: [any CodingKey]) {
    self.source = source
    self.rules = rules
    self.place = place
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

  func error(_ reason: XMLDecodingError.Reason) -> XMLDecodingError {
    XMLDecodingError(
      reason, line: place.line, column: place.column,
      codingPath: codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }

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

  /// The text that the value is spelled as.
  func text() throws(XMLDecodingError) -> String {
    if case .text(let text) = source { return text }
    let element = try element()
    guard element.children.isEmpty else { throw error(.notText) }
    return element.text
  }

  /// Says itself that it is nil.
  ///
  /// Source: XML Schema Part 1, section 2.6.2.
  var isNil: Bool {
    let element: XMLElement?
    switch source {
    case .root(let root): element = root
    case .elements(let elements): element = elements.count == 1 ? elements[0] : nil
    case .text: element = nil
    }
    return element?.attribute("nil").flatMap { XMLText.bool(XMLText.trimmed($0)) } ?? false
  }

  func value<Value: Decodable>(of type: Value.Type) throws(XMLDecodingError) -> Value {
    do {
      if let value = try spelled(type) { return value }
      return try Value(from: self)
    } catch let error as XMLDecodingError {
      throw error
    } catch {
      throw self.error(.refused("\(type)"))
    }
  }

  /// Values that have a spelling of their own in a text.
  private func spelled<Value>(_ type: Value.Type) throws(XMLDecodingError) -> Value? {
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

  func parsed<Value>(
    _ type: String, _ parse: (String) -> Value?
  ) throws(XMLDecodingError) -> Value {
    guard let value = parse(XMLText.trimmed(try text())) else { throw error(.mismatch(type)) }
    return value
  }

  /// For one of the elements or texts within.
  func inner(_ source: XMLSource, _ place: XMLElement, _ key: any CodingKey) -> XMLValueDecoder {
    XMLValueDecoder(source, rules: rules, place: place, codingPath: codingPath + [key])
  }
}

/// A type that takes all elements of a name, and can do without any.
private protocol XMLList {}
extension Array: XMLList {}
extension Set: XMLList {}

struct XMLKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let element: XMLElement
  let decoder: XMLValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    var seen: Set<String> = []
    let names = element.children.map(\.name) + element.attributes.map(\.name)
    return names.filter { seen.insert($0).inserted }.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { found(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { found(key)?.isNil ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if let found = found(key) { return try found.value(of: type) }
    guard type is any XMLList.Type else { throw missing(key) }
    return try decoder.inner(.elements([]), element, key).value(of: type)
  }

  private func found(_ key: Key) -> XMLValueDecoder? {
    let name = key.stringValue
    if name == "#text" { return decoder.inner(.text(element.text), element, key) }
    if name.utf8.first == UInt8(ascii: "@") {
      return element.attribute(String(name.dropFirst())).map {
        decoder.inner(.text($0), element, key)
      }
    }
    let elements = element.children(name)
    if let first = elements.first { return decoder.inner(.elements(elements), first, key) }
    return element.attribute(name).map { decoder.inner(.text($0), element, key) }
  }

  private func missing(_ key: Key) -> XMLDecodingError { decoder.error(.missing(key.stringValue)) }

  private func needed(_ key: Key) throws(XMLDecodingError) -> XMLValueDecoder {
    guard let found = found(key) else { throw missing(key) }
    return found
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try needed(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let found = found(key) ?? decoder.inner(.elements([]), element, key)
    return try found.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try needed(key) }
}

struct XMLListContainer: UnkeyedDecodingContainer {
  let elements: [XMLElement]
  let decoder: XMLValueDecoder
  private(set) var currentIndex = 0

  init(elements: [XMLElement], decoder: XMLValueDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { self.intValue = intValue }
  }

  private func current() throws(XMLDecodingError) -> XMLValueDecoder {
    guard !isAtEnd else { throw decoder.error(.missing("\(currentIndex)")) }
    let element = elements[currentIndex]
    // For a list of lists, it means those in it.
    return decoder.inner(.root(element), element, Index(currentIndex))
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
    let inner = XMLListContainer(elements: decoder.place.children, decoder: decoder)
    currentIndex += 1
    return inner
  }

  mutating func superDecoder() throws -> any Decoder {
    let inner = try current()
    currentIndex += 1
    return inner
  }
}

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
