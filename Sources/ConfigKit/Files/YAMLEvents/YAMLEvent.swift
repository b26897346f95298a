import TremaSupport

/// One step of a YAML stream: the beginning or the end of a document or a collection, a scalar, or
/// an alias.
package struct YAMLEvent: Sendable {
  package enum Content: Sendable {
    case documentStart, documentEnd, streamEnd
    /// - Parameter isPlain: whether the scalar is written without quotation marks and is not a block
    ///   scalar, so that its text decides its type.
    case scalar(String, isPlain: Bool)
    case sequenceStart, mappingStart
    /// The end of the innermost open sequence or mapping.
    case collectionEnd
    /// The name of the anchor that the alias refers to.
    case alias(String)
  }

  package var content: Content
  /// The name after `&`; `nil` if the node has none.
  package var anchor: String?
  /// The tag with its handle resolved (`tag:yaml.org,2002:str` for `!!str`), `!` for the non-specific
  /// tag, `nil` if the node has none.
  package var tag: String?
  /// The bytes of the node including its anchor and its tag; of a collection only
  /// its first bytes.
  package var extent: YAMLExtent
  /// Whether a collection that starts is in flow style, between brackets.
  package var isFlow = false
}

/// A range of a YAML file.
package struct YAMLExtent: Hashable, Sendable {
  package var start: SourcePosition
  package var end: SourcePosition
  /// Offsets from the beginning of the file, a byte order mark included.
  package var bytes: Range<Int>
}
