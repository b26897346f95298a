internal import CTremaXML
import TremaSupport

/// The values that libxml2 gives for one tag, valid during the callback: namespaces as pairs of
/// prefix and name, attributes as five pointers each (local name, prefix, namespace, value, end).
///
/// libxml2 keeps the two apart and has no positions; the source of the tag has the order and the
/// places.
struct TagValues {
  let namespaces: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  let attributes: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  /// How many of the attributes, the last ones, are not in the tag.
  let defaults: Int

  var count: Int { namespaces.count / 2 + attributes.count / 5 }

  /// Bytes of the attributes that are not in the tag, with sixteen for what each takes besides, and of
  /// the namespaces, which may not be there either.
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

  /// All attributes, where there is no source to find them in.
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

  /// All attributes in the order of the source.
  ///
  /// - Parameters:
  ///   - source: the tag, from `<` to `>`.
  ///   - position: where it begins.
  /// - Returns: the attributes; those that the document type declares follow at the tag's place.
  func attributes(
    in source: UnsafeBufferPointer<UInt8>, at position: SourcePosition
  ) -> [XMLStartTag.Attribute] {
    if count == 0 { return [] }
    var found: [XMLStartTag.Attribute] = []
    found.reserveCapacity(count)
    var nextNamespace = 0
    var nextAttribute = 0
    var scanner = TagScanner(bytes: source, position: position)
    while let place = scanner.next() {
      if place.isNamespace {
        let name = UnsafeBufferPointer(rebasing: source[place.nameRange])
        // libxml2 takes the `xml` prefix for granted and leaves out what it complains about.
        var value = UnsafeBufferPointer(rebasing: source[place.valueRange])
        if nextNamespace < namespaces.count / 2, namespaceName(nextNamespace).isSpelled(name) {
          value = namespace(nextNamespace)
          nextNamespace += 1
        }
        found.append(attribute(XMLName(local: name), value, place.name, place.value))
      } else if nextAttribute < attributes.count / 5 {
        found.append(
          attribute(name(nextAttribute), value(nextAttribute), place.name, place.value))
        nextAttribute += 1
      }
    }
    // Those that the document type declaration gives by default are nowhere in the tag.
    for index in nextAttribute..<attributes.count / 5 {
      found.append(attribute(name(index), value(index), position, position))
    }
    return found
  }

  private func attribute(
    _ name: XMLName, _ value: UnsafeBufferPointer<UInt8>, _ position: SourcePosition,
    _ valuePosition: SourcePosition
  ) -> XMLStartTag.Attribute {
    XMLStartTag.Attribute(
      name: name, bytes: value, position: position, valuePosition: valuePosition)
  }

  private func name(_ index: Int) -> XMLName {
    XMLName(attributes[index * 5], attributes[index * 5 + 1])
  }

  private func value(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  private func namespaceName(_ index: Int) -> XMLName {
    let word: StaticString = "xmlns"
    let start = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard let prefix = namespaces[index * 2] else { return XMLName(local: start) }
    return XMLName(prefix: start, local: UnsafeBufferPointer(cString: prefix))
  }

  private func namespace(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(cString: namespaces[index * 2 + 1])
  }
}

extension XMLName {
  /// - Parameters:
  ///   - local: valid during the event.
  ///   - prefix: `nil` where there is none.
  init(_ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) {
    self.init(
      prefix: UnsafeBufferPointer(cString: prefix), local: UnsafeBufferPointer(cString: local))
  }

  /// The number of bytes.
  fileprivate var count: Int { prefix.isEmpty ? local.count : prefix.count + 1 + local.count }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes up to the NUL.
  fileprivate init(cString: UnsafePointer<UInt8>?) {
    self.init(
      start: cString,
      count: cString.map { strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) } ?? 0)
  }
}

/// Finds the attributes in the source of a well-formed tag.
private struct TagScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 1
  private var position: SourcePosition

  init(bytes: UnsafeBufferPointer<UInt8>, position: SourcePosition) {
    self.bytes = bytes
    self.position = position
    self.position.column += 1
    skip { !Self.isSpace($0) }
  }

  struct Place {
    var isNamespace: Bool
    var name: SourcePosition
    var nameRange: Range<Int>
    var value: SourcePosition
    var valueRange: Range<Int>
  }

  mutating func next() -> Place? {
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
    return Place(
      isNamespace: isNamespace, name: namePosition, nameRange: start..<start + name.count,
      value: valuePosition, valueRange: valueRange)
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while index < bytes.count, condition(bytes[index]) { step() }
  }

  private mutating func step() {
    guard index < bytes.count else { return }
    if bytes[index] == UInt8(ascii: "\n") {
      position = SourcePosition(line: position.line + 1, column: 1)
    } else {
      position.column += 1
    }
    index += 1
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
