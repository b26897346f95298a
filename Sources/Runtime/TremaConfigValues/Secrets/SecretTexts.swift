import TremaSecrets

/// A set of known secrets that finds all of them in a string in one pass.
///
/// A search looks up the first four bytes at each position, then compares only slices that are as
/// long as a known secret with these four bytes.
package struct SecretTexts: Sendable {
  /// The UTF-8 bytes of the secrets, in each form that they may have.
  private var texts: Set<ArraySlice<UInt8>> = []
  /// The lengths of the secrets by their first four bytes (``key(_:)``), in descending order so
  /// that the longest match is found first.
  private var lengths: [UInt32: [Int]] = [:]
  /// The minimum secret length, in bytes. Shorter secrets would be found in any string.
  private static let minLength = 4
  /// The minimum number of digits in a number. Numbers are more often equal by chance than strings.
  private static let minDigits = 6

  /// Creates an empty set.
  package init() {}

  /// Inserts each line of a string, without surrounding whitespace, both unchanged and as escaped
  /// in XML and JSON.
  mutating func insert(_ text: String) {
    let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for line in lines {
      let line = Array(line)
      let whole = Self.trimmed(line[...])
      for bytes in Set([Array(whole), Self.xml(whole), Self.json(whole)]) { insert(bytes[...]) }
    }
  }

  /// Inserts a number. Numbers of fewer than ``minDigits`` bytes are ignored.
  mutating func insert(number: String) {
    if number.utf8.count >= Self.minDigits { insert(Array(number.utf8)[...]) }
  }

  /// Inserts one form of a secret. Forms shorter than ``minLength`` are ignored.
  private mutating func insert(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.minLength, texts.insert(bytes).inserted else { return }
    var known = lengths[Self.key(bytes)] ?? []
    if known.contains(bytes.count) { return }
    known.append(bytes.count)
    lengths[Self.key(bytes)] = known.sorted(by: >)
  }

  /// Inserts the secrets of another set.
  mutating func formUnion(_ other: SecretTexts) {
    for text in other.texts { insert(text) }
  }

  /// Returns whether a string contains a known secret. Provider tokens that were not inserted are
  /// not searched for; ``masked(_:)`` also finds these.
  package func matches(_ text: String) -> Bool {
    guard !texts.isEmpty else { return false }
    let bytes = Array(text.utf8)
    return bytes.indices.contains(where: { length(at: $0, in: bytes) != nil })
  }

  /// Returns the string with each known secret and each provider token replaced with
  /// ``ConfigRedaction/mask``.
  package func masked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    var index = 0
    var isChanged = false
    while index < bytes.count {
      // Each byte either starts a secret, which is replaced as a whole, or is copied.
      if let end = bytes.withUnsafeBufferPointer({ end(ofSecretAt: index, in: bytes, $0) }) {
        masked += ConfigRedaction.mask.utf8
        index = end
        isChanged = true
      } else {
        masked.append(bytes[index])
        index += 1
      }
    }
    return isChanged ? String(decoding: masked, as: UTF8.self) : text
  }

  /// Returns the end of the secret or provider token that starts at an index. If both start there,
  /// the longer one is used.
  private func end(
    ofSecretAt index: Int, in bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let token = SecretPattern.match(in: buffer, at: index)?.range.upperBound
    let known = length(at: index, in: bytes).map { index + $0 }
    return [token, known].compactMap(\.self).max()
  }

  /// Returns the length in bytes of the longest known secret that starts at an index, or `nil` if
  /// there is none.
  private func length(at index: Int, in bytes: [UInt8]) -> Int? {
    guard bytes.count - index >= Self.minLength else { return nil }
    return lengths[Self.key(bytes[index...])]?.first { length in
      length <= bytes.count - index && texts.contains(bytes[index..<index + length])
    }
  }

  /// Returns the first four bytes as a big-endian number. The slice must contain at least four
  /// bytes.
  private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(minLength).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the bytes without leading and trailing whitespace and control characters, because a
  /// file may indent or wrap a value differently.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

  /// Returns the bytes with `&`, `<` and `>` escaped, as in XML element text.
  private static func xml(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      default: [byte]
      }
    }
  }

  /// Returns the bytes with quotes and backslashes escaped, as in a JSON string.
  private static func json(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }
}
