/// Which keys are meant: `legal.*`. A `*` means any characters, none included; all others for
/// themselves, byte for byte.
package struct KeyPattern: Hashable, Sendable {
  /// The parts between the stars, at least one.
  package let parts: [[UInt8]]

  package init(_ spelling: String) {
    parts = spelling.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// - Parameter parts: what is constant, around what is not; none is the same as an empty one.
  package init(parts: [[UInt8]]) { self.parts = parts.isEmpty ? [[]] : parts }

  /// The pattern as it is written, neighbouring stars as one.
  package var spelling: String {
    var text: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0, text.last != UInt8(ascii: "*") { text.append(UInt8(ascii: "*")) }
      text += part
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether any part of the keys is known.
  package var isConstantSomewhere: Bool { parts.contains { !$0.isEmpty } }

  package func matches(_ key: String) -> Bool { matches(Array(key.utf8)) }

  package func matches(_ key: [UInt8]) -> Bool {
    guard parts.count > 1 else { return key == parts[0] }
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard key.count >= first.count + last.count, key.starts(with: first),
      key.suffix(last.count).elementsEqual(last)
    else { return false }
    // Each part at its first place leaves the most for those that follow.
    var rest = key[first.count..<key.count - last.count]
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let start = Self.first(part, in: rest) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }

  private static func first(_ part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var start = bytes.startIndex
    while start + part.count <= bytes.endIndex {
      if bytes[start..<start + part.count].elementsEqual(part) { return start }
      start += 1
    }
    return nil
  }
}
