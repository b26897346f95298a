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

extension String {
  /// Creates a string from UTF-8, or returns `nil` if the bytes are invalid. The standard library's
  /// `init(validating:as:)` requires macOS 15.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Invalid bytes have been replaced.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
