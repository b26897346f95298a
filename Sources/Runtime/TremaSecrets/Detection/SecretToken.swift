/// Tokens of well-known providers, wherever they stand in a text.
package enum SecretToken {
  /// The token that begins at a place; nil for one that everybody may know.
  package static func range(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Range<Int>? {
    range(in: bytes, at: start) { $0 != .published }
  }

  /// The token that begins at a place, also one that identifies an app.
  package static func anyRange(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int>? {
    range(in: bytes, at: start) { _ in true }
  }

  private static func range(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int,
    where isWanted: (SecretMatch.Confidence) -> Bool
  ) -> Range<Int>? {
    guard SecretPattern.mayBegin(bytes[start]),
      start == 0 || !SecretPattern.Letters.alphanumeric.contains(bytes[start - 1])
    else { return nil }
    for pattern in SecretPattern.beginning(with: bytes[start]) {
      if let end = pattern.end(in: bytes, from: start), isWanted(pattern.sighting.confidence) {
        return start..<end
      }
    }
    return nil
  }
}
