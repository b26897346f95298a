import TremaSupport

/// A start tag or an empty-element tag, of which names and values are bytes of the reader: it is valid during the
/// event, and ``XMLTag`` is a copy to keep.
///
/// Offsets count the bytes of the document as UTF-8, without a byte order mark; see
/// ``XMLReader/source(_:)``. Inside the expansion of an entity all places are those of the
/// reference, and the range is empty.
package struct XMLStartTag {
  package let name: XMLName
  /// In document order, namespace declarations included.
  package let attributes: [Attribute]
  package let range: Range<Int>
  package let position: SourcePosition
  /// The position of the first byte after the tag.
  package let contentPosition: SourcePosition
  /// True for `<a/>`, whose end follows at once.
  package let isEmpty: Bool

  package struct Attribute {
    package let name: XMLName
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the bytes are the source, with references and line ends that are still to be resolved.
    var isSource = false
    package let position: SourcePosition
    /// The position of the first byte after the quote.
    package let valuePosition: SourcePosition

    /// Reads the value.
    package func withValue<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      isSource ? XMLScanner.meaning(ofValue: bytes).withUnsafeBufferPointer(read) : read(bytes)
    }

    package var value: String { withValue { String(decoding: $0, as: UTF8.self) } }
  }

  package func attribute(_ name: StaticString) -> Attribute? {
    for attribute in attributes where attribute.name == name { return attribute }
    return nil
  }
}

/// A qualified name, valid during the event.
package struct XMLName: CustomStringConvertible {
  /// Empty where there is none.
  let prefix: UnsafeBufferPointer<UInt8>
  /// May begin with a prefix and a colon as well, where no prefix is set apart.
  let local: UnsafeBufferPointer<UInt8>

  init(
    prefix: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
    local: UnsafeBufferPointer<UInt8>
  ) {
    (self.prefix, self.local) = (prefix, local)
  }

  /// The name as it is written.
  package var description: String {
    let local = String(decoding: local, as: UTF8.self)
    return prefix.isEmpty ? local : "\(String(decoding: prefix, as: UTF8.self)):\(local)"
  }

  package static func == (name: XMLName, other: StaticString) -> Bool {
    name.isSpelled(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  func isSpelled(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if prefix.isEmpty { return local.isEqual(to: name) }
    return name.count == prefix.count + 1 + local.count && name[prefix.count] == UInt8(ascii: ":")
      && prefix.isEqual(to: UnsafeBufferPointer(rebasing: name[..<prefix.count]))
      && local.isEqual(to: UnsafeBufferPointer(rebasing: name[(prefix.count + 1)...]))
  }
}

/// A copy of an ``XMLStartTag``.
package struct XMLTag {
  /// The qualified name, as it is written.
  package let name: String
  package let attributes: [XMLAttribute]
  package let range: Range<Int>
  package let position: SourcePosition
  package let contentPosition: SourcePosition
  package let isEmpty: Bool

  package init(_ tag: XMLStartTag) {
    name = tag.name.description
    attributes = tag.attributes.map(XMLAttribute.init)
    range = tag.range
    position = tag.position
    contentPosition = tag.contentPosition
    isEmpty = tag.isEmpty
  }

  package func attribute(_ name: String) -> XMLAttribute? {
    attributes.first { $0.name == name }
  }
}

package struct XMLAttribute {
  package let name: String
  package let value: String
  package let position: SourcePosition
  /// The position of the first byte after the quote.
  package let valuePosition: SourcePosition

  package init(_ attribute: XMLStartTag.Attribute) {
    name = attribute.name.description
    value = attribute.value
    position = attribute.position
    valuePosition = attribute.valuePosition
  }
}
