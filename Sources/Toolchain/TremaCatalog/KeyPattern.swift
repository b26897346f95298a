/// A pattern that matches keys, such as `legal.*`. A `*` matches any number of characters,
/// including none. All other characters match themselves, byte for byte.
package struct KeyPattern: Hashable, Sendable {
  /// The constant parts between the stars. There is at least one.
  package let parts: [[UInt8]]

  /// Parses a pattern.
  package init(_ spelling: String) {
    parts = spelling.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// Creates a pattern from its constant parts.
  ///
  /// - Parameter parts: The parts, which any characters may separate. An empty array is equivalent
  ///   to one empty part.
  package init(parts: [[UInt8]]) { self.parts = parts.isEmpty ? [[]] : parts }

  /// The pattern as a string, with consecutive stars combined.
  package var spelling: String {
    var text: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0, text.last != UInt8(ascii: "*") { text.append(UInt8(ascii: "*")) }
      text += part
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the pattern has a nonempty constant part.
  package var hasConstantPart: Bool { parts.contains { !$0.isEmpty } }

  /// Returns whether a key matches the pattern.
  package func matches(_ key: String) -> Bool { matches(Array(key.utf8)) }

  /// Returns whether a key in UTF-8 matches the pattern.
  package func matches(_ key: [UInt8]) -> Bool {
    guard parts.count > 1 else { return key == parts[0] }
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard key.count >= first.count + last.count, key.starts(with: first),
      key.suffix(last.count).elementsEqual(last)
    else { return false }
    // Each part is matched at its first occurrence, which leaves as many bytes as possible for the
    // following parts.
    var rest = key[first.count..<key.count - last.count]
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let start = Self.first(part, in: rest) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }

  /// Returns the index where a part first occurs.
  private static func first(_ part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var start = bytes.startIndex
    while start + part.count <= bytes.endIndex {
      if bytes[start..<start + part.count].elementsEqual(part) { return start }
      start += 1
    }
    return nil
  }
}
