/// A pattern of keys, such as `legal.*`. A `*` matches any characters, including none; all other
/// characters match themselves, byte for byte.
package struct KeyPattern: Hashable, Sendable {
  /// The constant parts between the stars, at least one.
  package let parts: [[UInt8]]

  /// Parses a pattern.
  package init(_ spelling: String) {
    parts = spelling.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// Creates a pattern from its constant parts.
  ///
  /// - Parameter parts: The parts, with any characters between them; none is equivalent to a single
  ///   empty one.
  package init(parts: [[UInt8]]) { self.parts = parts.isEmpty ? [[]] : parts }

  /// The pattern in its notation, with consecutive stars combined.
  package var spelling: String {
    var text: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0, text.last != UInt8(ascii: "*") { text.append(UInt8(ascii: "*")) }
      text += part
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether any part of the keys is constant.
  package var hasConstantPart: Bool { parts.contains { !$0.isEmpty } }

  /// Whether a key matches the pattern.
  package func matches(_ key: String) -> Bool { matches(Array(key.utf8)) }

  /// Whether a key in UTF-8 matches the pattern.
  package func matches(_ key: [UInt8]) -> Bool {
    guard parts.count > 1 else { return key == parts[0] }
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard key.count >= first.count + last.count, key.starts(with: first),
      key.suffix(last.count).elementsEqual(last)
    else { return false }
    // Each part is matched at its first occurrence, which leaves most bytes for the parts that
    // follow.
    var rest = key[first.count..<key.count - last.count]
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let start = Self.first(part, in: rest) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }

  /// Returns the index of the first occurrence of a part.
  private static func first(_ part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var start = bytes.startIndex
    while start + part.count <= bytes.endIndex {
      if bytes[start..<start + part.count].elementsEqual(part) { return start }
      start += 1
    }
    return nil
  }
}
