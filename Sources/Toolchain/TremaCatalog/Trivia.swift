import TremaSupport

/// An attribute that is kept without being understood.
package struct Attribute: Hashable, Sendable {
  /// The qualified name: `xsi:noNamespaceSchemaLocation`.
  package var name: String
  package var value: String
  @Position package var position: SourcePosition

  package init(_ name: String, _ value: String, at position: SourcePosition = .start) {
    self.name = name
    self.value = value
    self.position = position
  }
}

/// Source kept byte for byte, with line feeds as line ends: a comment, a processing instruction or
/// an element that trema does not know.
package struct Trivia: Hashable, Sendable {
  package var source: String
  /// The name of the element; nil for comments and processing instructions.
  package var element: String?
  @Position package var position: SourcePosition

  package init(_ source: String, element: String? = nil, at position: SourcePosition = .start) {
    self.source = source
    self.element = element
    self.position = position
  }
}
