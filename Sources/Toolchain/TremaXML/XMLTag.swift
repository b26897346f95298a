import TremaSupport

/// A start tag or an empty-element tag. Its names and values refer to bytes of the reader and are
/// valid only during the event. ``XMLTag`` is a copy that remains valid.
///
/// Offsets count the document's bytes as UTF-8, without a byte order mark; see
/// ``XMLReader/source(_:)``. Inside an entity's expansion, all positions are the reference's
/// position, and the range is empty.
package struct XMLStartTag {
  /// The qualified name of the element.
  package let name: XMLName
  /// The attributes in document order, including namespace declarations.
  package let attributes: [Attribute]
  /// The range of the tag in the document.
  package let range: Range<Int>
  /// The position of the tag.
  package let position: SourcePosition
  /// The position of the first byte after the tag.
  package let contentPosition: SourcePosition
  /// Whether the tag is an empty-element tag such as `<a/>`, whose end is reported immediately.
  package let isEmpty: Bool

  /// An attribute, valid only during the event.
  package struct Attribute {
    /// The qualified name.
    package let name: XMLName
    /// The UTF-8 bytes of the value or its source.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the bytes are the source, in which references and line breaks have not been
    /// resolved.
    var isSource = false
    /// The position of the name.
    package let position: SourcePosition
    /// The position of the first byte after the opening quote.
    package let valuePosition: SourcePosition

    /// Calls a closure with the UTF-8 bytes of the value, with references resolved.
    package func withValue<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      isSource
        ? XMLScanner.resolvedValue(ofSource: bytes).withUnsafeBufferPointer(read) : read(bytes)
    }

    /// The value, with references resolved.
    package var value: String { withValue { String(decoding: $0, as: UTF8.self) } }
  }

  /// Returns the attribute with a qualified name, or `nil` if there is none.
  package func attribute(_ name: StaticString) -> Attribute? {
    for attribute in attributes where attribute.name == name { return attribute }
    return nil
  }
}

/// A qualified name, valid only during the event.
package struct XMLName: CustomStringConvertible {
  /// The prefix, or empty if there is none, or if it is part of ``local``.
  let prefix: UnsafeBufferPointer<UInt8>
  /// The local name, or the whole qualified name if the prefix is not separate.
  let local: UnsafeBufferPointer<UInt8>

  /// Creates a name from bytes, which must remain valid during the event.
  init(
    prefix: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
    local: UnsafeBufferPointer<UInt8>
  ) {
    (self.prefix, self.local) = (prefix, local)
  }

  /// The qualified name, as in the document.
  package var description: String {
    let local = String(decoding: local, as: UTF8.self)
    return prefix.isEmpty ? local : "\(String(decoding: prefix, as: UTF8.self)):\(local)"
  }

  /// Returns whether a name equals a qualified name in string form.
  package static func == (name: XMLName, other: StaticString) -> Bool {
    name.isEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  /// Returns whether the name equals a qualified name in UTF-8.
  func isEqual(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if prefix.isEmpty { return local.isEqual(to: name) }
    return name.count == prefix.count + 1 + local.count && name[prefix.count] == UInt8(ascii: ":")
      && prefix.isEqual(to: UnsafeBufferPointer(rebasing: name[..<prefix.count]))
      && local.isEqual(to: UnsafeBufferPointer(rebasing: name[(prefix.count + 1)...]))
  }
}

/// A copy of an ``XMLStartTag`` that is valid after the event.
package struct XMLTag {
  /// The qualified name, as in the document.
  package let name: String
  /// The attributes in document order, including namespace declarations.
  package let attributes: [XMLAttribute]
  /// The range of the tag in the document.
  package let range: Range<Int>
  /// The position of the tag.
  package let position: SourcePosition
  /// The position of the first byte after the tag.
  package let contentPosition: SourcePosition
  /// Whether the tag is an empty-element tag.
  package let isEmpty: Bool

  /// Copies a tag.
  package init(_ tag: XMLStartTag) {
    name = tag.name.description
    attributes = tag.attributes.map(XMLAttribute.init)
    range = tag.range
    position = tag.position
    contentPosition = tag.contentPosition
    isEmpty = tag.isEmpty
  }

  /// Returns the attribute with a qualified name, or `nil` if there is none.
  package func attribute(_ name: String) -> XMLAttribute? {
    attributes.first { $0.name == name }
  }
}

/// A copy of an attribute that is valid after the event.
package struct XMLAttribute {
  /// The qualified name, as in the document.
  package let name: String
  /// The value, with references resolved.
  package let value: String
  /// The position of the name.
  package let position: SourcePosition
  /// The position of the first byte after the opening quote.
  package let valuePosition: SourcePosition

  /// Copies an attribute.
  package init(_ attribute: XMLStartTag.Attribute) {
    name = attribute.name.description
    value = attribute.value
    position = attribute.position
    valuePosition = attribute.valuePosition
  }
}
