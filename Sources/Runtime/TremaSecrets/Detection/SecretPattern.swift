import TremaSupport

/// The form of a known provider's secrets: a prefix and the characters that follow it.
package struct SecretPattern {
  /// A set of characters that can follow the prefix.
  package enum Letters {
    /// Uppercase letters and digits; letters and digits; lowercase hexadecimal digits.
    case upper, alphanumeric, hexadecimal
    /// Letters, digits, `-` and `_`.
    case base64
    /// The characters of `base64`, and `/`.
    case path
    /// The `path` characters, and `+`, `=`, `.` and `~`, for tokens that consist of multiple parts.
    case token

    /// Returns whether the set contains a byte.
    package func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .upper:
        ASCII.isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      case .alphanumeric: ASCII.isAlphanumeric(byte)
      case .hexadecimal:
        ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      case .base64:
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      case .path: Self.base64.contains(byte) || byte == UInt8(ascii: "/")
      case .token: Self.path.contains(byte) || "+=.~".utf8.contains(byte)
      }
    }
  }

  let prefix: [UInt8]
  /// The characters after the prefix.
  let letters: Letters
  /// The number of characters after the prefix.
  let length: ClosedRange<Int>
  /// The kind of the secret.
  package let match: SecretMatch

  init(
    _ prefix: String, _ letters: Letters, _ length: ClosedRange<Int>, _ title: String,
    _ confidence: SecretMatch.Confidence = .certain
  ) {
    self.prefix = Array(prefix.utf8)
    self.letters = letters
    self.length = length
    match = SecretMatch(title, confidence)
  }

  /// The patterns by first byte. With this index, most bytes of a string are compared only once.
  private static let byFirstByte = all.reduce(into: [[SecretPattern]](repeating: [], count: 128)) {
    $0[Int($1.prefix[0])].append($1)
  }
  /// The first bytes of all patterns.
  private static let firstBytes = ASCIISet(all.map { $0.prefix[0] })

  /// Returns the pattern that matches at the offset where a word starts, and the token's range.
  package static func match(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (pattern: SecretPattern, range: Range<Int>)? {
    guard firstBytes.contains(bytes[start]),
      start == 0 || !ASCII.isAlphanumeric(bytes[start - 1])
    else { return nil }
    for pattern in byFirstByte[Int(bytes[start])] {
      if let end = pattern.end(in: bytes, from: start) { return (pattern, start..<end) }
    }
    return nil
  }

  /// Returns the kind of the first token in a string.
  static func match(in bytes: UnsafeBufferPointer<UInt8>) -> SecretMatch? {
    for index in bytes.indices {
      if let found = match(in: bytes, at: index) { return found.pattern.match }
    }
    return nil
  }

  /// Returns the end of a token that starts at an offset, or `nil` if there is none.
  private func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let first = start + prefix.count
    guard first <= bytes.count, bytes[start..<first].elementsEqual(prefix) else { return nil }
    // The search ends one character after the maximum. Otherwise, we'd search a string that
    // consists of prefixes to its end for each one.
    let limit = min(bytes.count, first + length.upperBound + 1)
    var end = first
    while end < limit, letters.contains(bytes[end]) { end += 1 }
    return length.contains(end - first) ? end : nil
  }
}
