import TremaSupport

/// An attribute that is kept without being interpreted.
package struct Attribute: Hashable, Sendable {
  /// The qualified name, such as `xsi:noNamespaceSchemaLocation`.
  package var name: String
  /// The value, with references resolved.
  package var value: String
  @Position package var position: SourcePosition

  package init(_ name: String, _ value: String, at position: SourcePosition = .start) {
    self.name = name
    self.value = value
    self.position = position
  }
}

/// A comment, a processing instruction or an element that trema does not define. Its source is kept
/// byte for byte, except that line terminators become line feeds.
package struct Trivia: Hashable, Sendable {
  /// The source, including delimiters or tags.
  package var source: String
  /// The name of the element, or `nil` for comments and processing instructions.
  package var element: String?
  @Position package var position: SourcePosition

  package init(_ source: String, element: String? = nil, at position: SourcePosition = .start) {
    self.source = source
    self.element = element
    self.position = position
  }
}
