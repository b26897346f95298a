/// Tokens of well-known providers, wherever they stand in a text.
package enum SecretToken {
  /// The token that begins at a place; nil for one that everybody may know.
  package static func range(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Range<Int>? {
    guard SecretPattern.mayBegin(bytes[start]),
      start == 0 || !SecretPattern.Letters.alphanumeric.contains(bytes[start - 1])
    else { return nil }
    for pattern in SecretPattern.beginning(with: bytes[start]) {
      if let end = pattern.end(in: bytes, from: start), pattern.sighting.confidence != .published {
        return start..<end
      }
    }
    return nil
  }
}
