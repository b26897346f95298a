import TremaSupport

/// An event of a YAML stream: the start or the end of a document or a collection, a scalar, or an
/// alias.
package struct YAMLEvent: Sendable {
  /// The kind of an event, with its data.
  package enum Content: Sendable {
    /// The boundaries of a document, and the end of the file.
    case documentStart, documentEnd, streamEnd
    /// A scalar.
    /// - Parameter isPlain: whether the scalar is written without quotation marks and is not a
    ///   block scalar, so that its text decides its type.
    case scalar(String, isPlain: Bool)
    /// The start of a list or a dictionary.
    case sequenceStart, mappingStart
    /// The end of the innermost open sequence or mapping.
    case collectionEnd
    /// The name of the anchor that the alias refers to.
    case alias(String)
  }

  /// The kind of the event, with its data.
  package var content: Content
  /// The name after `&`; `nil` if the node has none.
  package var anchor: String?
  /// The tag with its handle resolved (`tag:yaml.org,2002:str` for `!!str`), `!` for the
  /// non-specific tag, `nil` if the node has none.
  package var tag: String?
  /// The extent of the node with its anchor and its tag; for a collection only that of its first
  /// bytes.
  package var extent: YAMLExtent
  /// Whether a collection that starts is in flow style, between brackets.
  package var isFlow = false
}

/// A range of a YAML file, as positions and as bytes.
package struct YAMLExtent: Hashable, Sendable {
  /// The position of the first byte.
  package var start: SourcePosition
  /// The position after the last byte.
  package var end: SourcePosition
  /// The offsets from the beginning of the file, including a byte order mark.
  package var bytes: Range<Int>
}
