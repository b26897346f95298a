extension [UInt8] {
  /// Appends a literal with a single copy, whereas `+=` with a string appends one byte at a time.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends the UTF-8 bytes of a string with a single copy.
  mutating func append(utf8Of text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
