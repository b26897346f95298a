extension [UInt8] {
  /// Copied at once, where `+=` of a text goes byte by byte.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  mutating func append(utf8Of text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}

extension String {
  /// Its bytes in UTF-8, without the copy that `withUTF8` asks for, as that may change the text.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    // A text of Objective-C, whose bytes are elsewhere.
    var text = self
    return text.withUTF8(body)
  }
}
