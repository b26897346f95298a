extension String {
  /// Calls `body` with the UTF-8 of the text where it is stored: `withUTF8` needs a mutable copy, which
  /// counts a reference.
  ///
  /// - Parameter body: receives bytes that are valid only for the duration of the call.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    // A text of Objective-C, whose bytes are elsewhere.
    var text = self
    return text.withUTF8(body)
  }
}
