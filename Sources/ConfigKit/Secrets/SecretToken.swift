/// Tokens of well-known providers, wherever they stand in a text.
package enum SecretToken {
  /// Whether a byte is there that one of them begins with, at the beginning of a word.
  package static func isSuspect(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // The shortest is a prefix and ten letters.
    guard bytes.count >= 14 else { return false }
    for index in bytes.indices where SecretPattern.mayBegin(bytes[index]) {
      if range(in: bytes, at: index) != nil { return true }
    }
    return false
  }

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
