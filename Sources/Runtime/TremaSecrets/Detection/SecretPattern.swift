import TremaSupport

/// The form of secrets of a well-known provider: a prefix and the characters after it.
package struct SecretPattern {
  package enum Letters {
    case upper, alphanumeric, hexadecimal
    /// Letters, digits, `-` and `_`.
    case base64
    /// These, and `/`.
    case path
    /// Base64 with its padding, `-`, `_`, `.` and `~`: what tokens of several parts are made of.
    case token

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
  let letters: Letters
  /// How many of the letters follow.
  let length: ClosedRange<Int>
  let sighting: SecretMatch

  init(
    _ prefix: String, _ letters: Letters, _ length: ClosedRange<Int>, _ what: String,
    _ confidence: SecretMatch.Confidence = .certain
  ) {
    self.prefix = Array(prefix.utf8)
    self.letters = letters
    self.length = length
    sighting = SecretMatch(what, confidence)
  }

  /// The patterns by their first byte, so that most bytes of a text are looked at once.
  private static let byBeginning = all.reduce(into: [[SecretPattern]](repeating: [], count: 128)) {
    $0[Int($1.prefix[0])].append($1)
  }
  private static let beginnings = ASCIISet(all.map { $0.prefix[0] })

  /// Returns the secret anywhere in a text.
  static func sighting(in bytes: [UInt8]) -> SecretMatch? {
    let (beginnings, word) = (beginnings, ASCIISet.alphanumeric)
    for start in bytes.indices {
      let byte = bytes[start]
      guard beginnings.contains(byte), start == 0 || !word.contains(bytes[start - 1]) else {
        continue
      }
      for pattern in byBeginning[Int(byte)] where pattern.matches(bytes, from: start) {
        return pattern.sighting
      }
    }
    return nil
  }

  static func mayBegin(_ byte: UInt8) -> Bool { beginnings.contains(byte) }

  /// - Parameter byte: one of ASCII.
  static func beginning(with byte: UInt8) -> [SecretPattern] { byBeginning[Int(byte)] }

  /// After the last letter, for one that begins at this place.
  func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let first = start + prefix.count
    guard first <= bytes.count, bytes[start..<first].elementsEqual(prefix) else { return nil }
    // One letter too many says all: a text of beginnings would otherwise be gone through for each.
    let limit = min(bytes.count, first + length.upperBound + 1)
    var end = first
    while end < limit, letters.contains(bytes[end]) { end += 1 }
    return length.contains(end - first) ? end : nil
  }

  private func matches(_ bytes: [UInt8], from start: Int) -> Bool {
    let rest = bytes[start...]
    guard rest.starts(with: prefix) else { return false }
    let most = rest.dropFirst(prefix.count).prefix(length.upperBound + 1)
    return length.contains(most.prefix(while: letters.contains).count)
  }
}
