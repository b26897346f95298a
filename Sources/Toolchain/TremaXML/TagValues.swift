internal import CTremaXML
import TremaSupport

/// The attributes that libxml2 passes for one tag, which are valid during the callback. A namespace
/// is a prefix and a name; an attribute is five pointers (local name, prefix, namespace, value,
/// end).
///
/// libxml2 separates the two and does not provide positions. The order and the positions are
/// recovered from the tag's source.
struct TagValues {
  /// The namespace declarations, with two pointers each.
  let namespaces: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  /// The attributes, with five pointers each.
  let attributes: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  /// How many attributes at the end of ``attributes`` are defaults that the tag doesn't contain.
  let defaults: Int

  /// The number of namespace declarations and attributes.
  var count: Int { namespaces.count / 2 + attributes.count / 5 }

  /// The size of the default attributes in bytes, plus an overhead of 16 bytes each, and the size
  /// of the namespaces, which may also be defaults.
  var declaredSize: Int {
    var size = 0
    for index in attributes.count / 5 - defaults..<attributes.count / 5 {
      size += 16 + name(index).count + value(index).count
    }
    for index in 0..<namespaces.count / 2 {
      size += namespaceName(index).count + namespace(index).count
    }
    return size
  }

  /// Returns all attributes, with the position of a tag whose source is not available.
  func attributes(at position: SourcePosition) -> [XMLStartTag.Attribute] {
    var found: [XMLStartTag.Attribute] = []
    for index in 0..<namespaces.count / 2 {
      found.append(attribute(namespaceName(index), namespace(index), position, position))
    }
    for index in 0..<attributes.count / 5 {
      found.append(attribute(name(index), value(index), position, position))
    }
    return found
  }

  /// Returns all attributes, in source order.
  ///
  /// - Parameters:
  ///   - source: The tag, from `<` to `>`.
  ///   - position: The position of the tag.
  /// - Returns: The attributes, followed by the defaults, which have the position of the tag.
  func attributes(
    in source: UnsafeBufferPointer<UInt8>, at position: SourcePosition
  ) -> [XMLStartTag.Attribute] {
    if count == 0 { return [] }
    var found: [XMLStartTag.Attribute] = []
    found.reserveCapacity(count)
    var nextNamespace = 0
    var nextAttribute = 0
    var scanner = TagScanner(bytes: source, position: position)
    while let location = scanner.next() {
      if location.isNamespace {
        let name = UnsafeBufferPointer(rebasing: source[location.nameRange])
        // libxml2 does not report the declaration of the `xml` prefix, and omits declarations that
        // it rejects.
        var value = UnsafeBufferPointer(rebasing: source[location.valueRange])
        if nextNamespace < namespaces.count / 2, namespaceName(nextNamespace).isEqual(name) {
          value = namespace(nextNamespace)
          nextNamespace += 1
        }
        found.append(attribute(XMLName(local: name), value, location.name, location.value))
      } else if nextAttribute < attributes.count / 5 {
        found.append(
          attribute(name(nextAttribute), value(nextAttribute), location.name, location.value))
        nextAttribute += 1
      }
    }
    // Default attributes of the document type declaration aren't in the tag.
    for index in nextAttribute..<attributes.count / 5 {
      found.append(attribute(name(index), value(index), position, position))
    }
    return found
  }

  /// Returns an attribute with the positions of its name and value.
  private func attribute(
    _ name: XMLName, _ value: UnsafeBufferPointer<UInt8>, _ position: SourcePosition,
    _ valuePosition: SourcePosition
  ) -> XMLStartTag.Attribute {
    XMLStartTag.Attribute(
      name: name, bytes: value, position: position, valuePosition: valuePosition)
  }

  /// Returns the name of the attribute at an index.
  private func name(_ index: Int) -> XMLName {
    XMLName(attributes[index * 5], attributes[index * 5 + 1])
  }

  /// Returns the value of the attribute at an index, or empty if there is none.
  private func value(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  /// Returns the attribute name of the namespace declaration at an index: `xmlns` or
  /// `xmlns:prefix`.
  private func namespaceName(_ index: Int) -> XMLName {
    let word: StaticString = "xmlns"
    let start = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard let prefix = namespaces[index * 2] else { return XMLName(local: start) }
    return XMLName(prefix: start, local: UnsafeBufferPointer(cString: prefix))
  }

  /// Returns the namespace of the declaration at an index.
  private func namespace(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(cString: namespaces[index * 2 + 1])
  }
}

extension XMLName {
  /// Creates a name from libxml2 strings.
  ///
  /// - Parameters:
  ///   - local: The local name, valid during the event.
  ///   - prefix: The prefix, or `nil` if there is none.
  init(_ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) {
    self.init(
      prefix: UnsafeBufferPointer(cString: prefix), local: UnsafeBufferPointer(cString: local))
  }

  /// The qualified name's length in bytes.
  fileprivate var count: Int { prefix.isEmpty ? local.count : prefix.count + 1 + local.count }
}

extension UnsafeBufferPointer<UInt8> {
  /// Creates a buffer of the bytes before the terminating NUL. The buffer is empty for `nil`.
  fileprivate init(cString: UnsafePointer<UInt8>?) {
    self.init(
      start: cString,
      count: cString.map { strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) } ?? 0)
  }
}

/// A scanner for the attributes in the source of a well-formed tag.
private struct TagScanner {
  /// The source of the tag.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The index of the next byte.
  private var index = 1
  /// The position of the next byte.
  private var position: SourcePosition

  /// Creates a scanner at the first space after the element name.
  init(bytes: UnsafeBufferPointer<UInt8>, position: SourcePosition) {
    self.bytes = bytes
    self.position = position
    self.position.column += 1
    skip { !Self.isSpace($0) }
  }

  /// The location of an attribute in the tag.
  struct AttributeLocation {
    /// Whether the attribute is a namespace declaration.
    var isNamespace: Bool
    /// The position of the name.
    var name: SourcePosition
    /// The range of the name.
    var nameRange: Range<Int>
    /// The position of the value's first byte.
    var value: SourcePosition
    /// The range of the value, without quotes.
    var valueRange: Range<Int>
  }

  /// Returns the next attribute, or `nil` at the end of the tag.
  mutating func next() -> AttributeLocation? {
    skip(while: Self.isSpace)
    let start = index
    let namePosition = position
    skip { !Self.isSpace($0) && $0 != UInt8(ascii: "=") }
    let name = bytes[start..<index]
    skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    step()
    let valuePosition = position
    let valueStart = index
    skip { $0 != quote }
    let valueRange = valueStart..<index
    step()
    let isNamespace =
      name.starts(with: "xmlns".utf8) && (name.count == 5 || name[start + 5] == 0x3A)
    return AttributeLocation(
      isNamespace: isNamespace, name: namePosition, nameRange: start..<start + name.count,
      value: valuePosition, valueRange: valueRange)
  }

  /// Skips the bytes that satisfy a condition.
  private mutating func skip(while condition: (UInt8) -> Bool) {
    while index < bytes.count, condition(bytes[index]) { step() }
  }

  /// Skips one byte and updates the position.
  private mutating func step() {
    guard index < bytes.count else { return }
    if bytes[index] == UInt8(ascii: "\n") {
      position = SourcePosition(line: position.line + 1, column: 1)
    } else {
      position.column += 1
    }
    index += 1
  }

  /// Returns whether a byte is XML whitespace.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
