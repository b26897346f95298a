extension [UInt8] {
  /// Returns the offset where a string first occurs, or `nil` if it does not.
  package func firstOffset(of text: StaticString) -> Int? {
    text.withUTF8Buffer { text in
      guard let first = text.first, count >= text.count else { return nil }
      return indices.dropLast(text.count - 1).first { index in
        self[index] == first && self[index..<index + text.count].elementsEqual(text)
      }
    }
  }
}
