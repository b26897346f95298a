import TremaSupport

extension XMLScanner {
  /// Begins at a part of a document that stands by itself.
  ///
  /// - Parameter position: where the part begins in the document.
  package init(of part: UnsafeBufferPointer<UInt8>, at position: SourcePosition) {
    self.init(
      bytes: part, place: Place(line: position.line, lineStart: 1 - position.column))
  }
}
