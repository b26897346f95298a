/// The tags of a text in which every `<` begins one that ends at the next `>` and has no quotes: two such
/// texts have the same tags where those are the same bytes, and no ``MarkupTag`` is made to tell it.
struct PlainTags {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private let bytes: Bytes
  private var index = 0
  /// Whether nothing else was met so far.
  private var isPlain = true

  private init(_ bytes: Bytes) { self.bytes = bytes }

  /// The bytes of the next tag; nil at the end, and where none of that kind follows.
  private mutating func next() -> Bytes? {
    guard let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
    index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        index += 1
        return Bytes(rebasing: bytes[start..<index])
      case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"):
        isPlain = false
        return nil
      default: index += 1
      }
    }
    isPlain = false
    return nil
  }

  /// Whether two texts have the same tags in the same order, for sure.
  static func areSame(_ bytes: Bytes, _ others: Bytes) -> Bool {
    var (tags, otherTags) = (PlainTags(bytes), PlainTags(others))
    while true {
      switch (tags.next(), otherTags.next()) {
      case (nil, nil): return tags.isPlain && otherTags.isPlain
      case (let tag?, let other?) where tag.elementsEqual(other): continue
      default: return false
      }
    }
  }

  /// Whether each tag of a text is a word, and closed by the next, for sure: `<b>…</b>`.
  static func areClosedAtOnce(_ bytes: Bytes) -> Bool {
    var tags = PlainTags(bytes)
    while let tag = tags.next() {
      guard tag.dropFirst().dropLast().allSatisfy(\.isLetterOfASCII), tag.count > 2,
        let end = tags.next(), end.count == tag.count + 1, end[1] == UInt8(ascii: "/"),
        end.dropFirst(2).elementsEqual(tag.dropFirst())
      else { return false }
    }
    return tags.isPlain
  }
}
