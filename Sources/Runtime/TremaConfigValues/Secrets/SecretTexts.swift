import TremaSecrets

/// Known secrets, and how to find them in other texts in one pass.
package struct SecretTexts: Sendable {
  /// The texts in their possible spellings.
  private var texts: Set<ArraySlice<UInt8>> = []
  /// The lengths by the first four bytes, the longest first.
  private var lengths: [UInt32: [Int]] = [:]
  /// Shorter ones would be found in any text.
  private static let least = 4
  /// The least digits of a number, which is more often the same as another by chance.
  private static let leastDigits = 6

  package init() {}

  /// Also as XML and JSON spell it, and each line of one that has several.
  mutating func insert(_ text: String) {
    let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for line in lines {
      let line = Array(line)
      let whole = Self.trimmed(line[...])
      for bytes in Set([Array(whole), Self.xml(whole), Self.json(whole)]) { insert(bytes[...]) }
    }
  }

  mutating func insert(number: String) {
    if number.utf8.count >= Self.leastDigits { insert(Array(number.utf8)[...]) }
  }

  private mutating func insert(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.least, texts.insert(bytes).inserted else { return }
    var known = lengths[Self.key(bytes)] ?? []
    if known.contains(bytes.count) { return }
    known.append(bytes.count)
    lengths[Self.key(bytes)] = known.sorted(by: >)
  }

  mutating func formUnion(_ other: SecretTexts) {
    for text in other.texts { insert(text) }
  }

  package func isIn(_ text: String) -> Bool {
    guard !texts.isEmpty else { return false }
    let bytes = Array(text.utf8)
    return bytes.indices.contains(where: { length(at: $0, in: bytes) != nil })
  }

  /// The text with a mask for each of them, and for each token of a provider.
  package func masked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    var index = 0
    var isChanged = false
    while index < bytes.count {
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

  private func end(
    ofSecretAt index: Int, in bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let token = SecretPattern.match(in: buffer, at: index)?.range.upperBound
    let known = length(at: index, in: bytes).map { index + $0 }
    return [token, known].compactMap(\.self).max()
  }

  private func length(at index: Int, in bytes: [UInt8]) -> Int? {
    guard bytes.count - index >= Self.least else { return nil }
    return lengths[Self.key(bytes[index...])]?.first { length in
      length <= bytes.count - index && texts.contains(bytes[index..<index + length])
    }
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(least).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Without the white space around it, which a file may lay out in another way.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

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

  private static func json(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }
}
