import TremaSupport

/// An attribute that is kept without being understood.
public struct Attribute: Hashable, Sendable {
  /// The qualified name: `xsi:noNamespaceSchemaLocation`.
  public var name: String
  public var value: String
  @Position public var position: SourcePosition

  public init(_ name: String, _ value: String, at position: SourcePosition = .start) {
    self.name = name
    self.value = value
    self.position = position
  }
}

/// Source kept byte for byte, with line feeds as line ends: a comment, a processing instruction or
/// an element that trema does not know.
public struct Trivia: Hashable, Sendable {
  public var source: String
  /// The name of the element; nil for comments and processing instructions.
  public var element: String?
  @Position public var position: SourcePosition

  public init(_ source: String, element: String? = nil, at position: SourcePosition = .start) {
    self.source = source
    self.element = element
    self.position = position
  }
}
