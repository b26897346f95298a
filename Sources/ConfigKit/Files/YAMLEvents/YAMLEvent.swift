import TremaSupport

/// An event of a YAML stream: the start or end of a document or a collection, a scalar, or an
/// alias.
package struct YAMLEvent: Sendable {
  /// The kind and data of an event.
  package enum Content: Sendable {
    /// Document boundaries, and the end of the file.
    case documentStart, documentEnd, streamEnd
    /// A scalar.
    /// - Parameter isPlain: Whether the scalar has no quotes and is not a block scalar, so its
    ///   contents determine its type.
    case scalar(String, isPlain: Bool)
    /// The start of a list or a dictionary.
    case sequenceStart, mappingStart
    /// The end of the innermost open sequence or mapping.
    case collectionEnd
    /// The name of the anchor that the alias refers to.
    case alias(String)
  }

  /// The kind and data of the event.
  package var content: Content
  /// The name after `&`, or `nil` if the node has none.
  package var anchor: String?
  /// The tag with its handle resolved, such as `tag:yaml.org,2002:str` for `!!str`; `!` for the
  /// non-specific tag, or `nil` if the node has none.
  package var tag: String?
  /// The extent of the node including its anchor and tag. For a collection, only the extent of its
  /// first bytes.
  package var extent: YAMLExtent
  /// Whether the collection that starts is in flow style, that is, in brackets.
  package var isFlow = false
}

/// A range in a YAML file, as positions and as bytes.
package struct YAMLExtent: Hashable, Sendable {
  /// The position of the first byte.
  package var start: SourcePosition
  /// The position after the last byte.
  package var end: SourcePosition
  /// The byte offsets in the file, counting a byte order mark.
  package var bytes: Range<Int>
}
