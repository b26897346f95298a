import TremaDiagnostics

/// Elements that the handler reads by itself, straight from the bytes of the window.
extension XMLReader {
  /// Lets the handler read elements as long as it knows them. The scanner, which has the bytes of the
  /// window, is behind the last of them.
  ///
  /// - Returns: whether there were any; nil where there was none, as one is unfinished.
  func readElements(_ elements: any XMLElementHandler, _ scanner: inout XMLScanner) -> Bool? {
    let isRead = elements.readElements(&scanner, limit: limits.held)
    if isRead == true {
      counted = scanner.place.moved(by: window.start)
      markupEnd = counted.index
    }
    return isRead
  }

  /// Lets the handler read on from a child of the root that libxml2 has come to, as far as it knows the
  /// elements there.
  ///
  /// libxml2 goes on to read and to judge every byte, but tells nothing of these elements. As the
  /// scanner accepts nothing that libxml2 does not, no mistake is among them.
  ///
  /// - Parameters:
  ///   - start: of the child's start tag.
  ///   - position: that of the start.
  /// - Returns: whether there was any.
  func readAhead(from start: Int, at position: SourcePosition) -> Bool {
    guard let elements else { return false }
    let bytes = window.bytes
    let index = start - window.start
    let isRead = bytes.withUnsafeBufferPointer { bytes in
      var scanner = XMLScanner(
        bytes: bytes,
        place: XMLScanner.Place(
          index: index, line: position.line, lineStart: index - (position.column - 1)))
      return readElements(elements, &scanner) == true
    }
    guard isRead else { return false }
    knownEnd = markupEnd
    context?.tell(Self.callbacksOfKnown())
    return true
  }

  /// libxml2 has come to the end of an element that the handler knows.
  func didEndKnown() {
    if offset >= knownEnd { context?.tell(Self.callbacks()) }
  }
}
