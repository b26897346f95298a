/// The place of a text in an array, which its key says: `days.0` is the first of `days`.
///
/// Texts marked `@array` that follow each other in a file, with the same name and the indices 0, 1,
/// 2 and so on, make an array. Any other text marked so is a text of its own.
public struct ArrayItem: Hashable, Sendable {
  /// The key of the array.
  public let name: String
  /// From 0.
  public let index: Int

  /// - Returns: nil for a key that does not end with a dot and an index, written without needless
  ///   zeros.
  public init?(_ key: String) {
    let bytes = key.utf8
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex else {
      return nil
    }
    let digits = bytes[bytes.index(after: dot)...]
    guard (1...9).contains(digits.count), digits.allSatisfy(NameWords.isDigit),
      digits.count == 1 || digits.first != UInt8(ascii: "0"),
      let index = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    name = String(decoding: bytes[..<dot], as: UTF8.self)
    self.index = index
  }

  /// Whether the text with this place comes next in an array.
  ///
  /// - Parameter previous: the place of the text before; nil when that was in no array.
  public func continues(_ previous: ArrayItem?) -> Bool {
    guard let previous, index > 0 else { return index == 0 }
    return index == previous.index + 1 && name.utf8.elementsEqual(previous.name.utf8)
  }
}
