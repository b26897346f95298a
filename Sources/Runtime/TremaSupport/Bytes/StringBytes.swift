extension String {
  /// Calls `body` with the UTF-8 bytes of the string in place. Unlike `withUTF8`, it needs no
  /// mutable copy, which would retain the storage.
  ///
  /// - Parameter body: Receives bytes that are valid only for the duration of the call.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    // The bytes of a bridged Objective-C string may not be contiguous UTF-8, so they are copied.
    var text = self
    return text.withUTF8(body)
  }
}

extension [UInt8] {
  /// Whether the bytes are valid UTF-8. The standard library's `String.init(validating:as:)` requires
  /// macOS 15.
  package var isValidUTF8: Bool { String(decoding: self, as: UTF8.self).utf8.elementsEqual(self) }
}
