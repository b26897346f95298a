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
  /// How many of the attributes, the last ones, do not stand in the tag.
  let defaults: Int

  var count: Int { namespaces.count / 2 + attributes.count / 5 }

  /// Bytes of the attributes that do not stand in the tag, with sixteen for what each takes besides, and of
  /// the namespaces, which may not stand there either.
  var declaredSize: Int {
    var size = 0
    for index in attributes.count / 5 - defaults..<attributes.count / 5 {
      size += 16 + name(index).utf8.count + value(index).utf8.count
    }
    for index in 0..<namespaces.count / 2 {
      size += namespaceName(index).utf8.count + namespace(index).utf8.count
    }
    return size
  }

  /// All attributes, where there is no source to find them in.
  func attributes(at position: SourcePosition) -> [XMLAttribute] {
    var found: [XMLAttribute] = []
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
  func attributes(in source: ArraySlice<UInt8>, at position: SourcePosition) -> [XMLAttribute] {
    if count == 0 { return [] }
    var found: [XMLAttribute] = []
    found.reserveCapacity(count)
    var nextNamespace = 0
    var nextAttribute = 0
    source.withUnsafeBufferPointer { bytes in
      var scanner = TagScanner(bytes: bytes, position: position)
      while let place = scanner.next() {
        if place.isNamespace {
          let name = String(decoding: bytes[place.nameRange], as: UTF8.self)
          if nextNamespace < namespaces.count / 2, name == namespaceName(nextNamespace) {
            found.append(attribute(name, namespace(nextNamespace), place.name, place.value))
            nextNamespace += 1
          } else {
            // libxml2 takes the `xml` prefix for granted and leaves out what it complains about.
            let value = String(decoding: bytes[place.valueRange], as: UTF8.self)
            found.append(attribute(name, value, place.name, place.value))
          }
        } else if nextAttribute < attributes.count / 5 {
          found.append(
            attribute(name(nextAttribute), value(nextAttribute), place.name, place.value))
          nextAttribute += 1
        }
      }
    }
    // Those that the document type declaration gives by default stand nowhere in the tag.
    for index in nextAttribute..<attributes.count / 5 {
      found.append(attribute(name(index), value(index), position, position))
    }
    return found
  }

  private func attribute(
    _ name: String, _ value: String, _ position: SourcePosition, _ valuePosition: SourcePosition
  ) -> XMLAttribute {
    XMLAttribute(name: name, value: value, position: position, valuePosition: valuePosition)
  }

  private func name(_ index: Int) -> String {
    guard let local = attributes[index * 5] else { return "" }
    guard let prefix = attributes[index * 5 + 1] else { return String(cString: local) }
    return String(cString: prefix) + ":" + String(cString: local)
  }

  private func value(_ index: Int) -> String {
    guard let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] else {
      return ""
    }
    return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
  }

  private func namespaceName(_ index: Int) -> String {
    namespaces[index * 2].map { "xmlns:" + String(cString: $0) } ?? "xmlns"
  }

  private func namespace(_ index: Int) -> String {
    namespaces[index * 2 + 1].map { String(cString: $0) } ?? ""
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
