/// The place of a text in an array, which its key says: `days.0` is the first of `days`.
///
/// Texts marked `@array` that follow each other in a file, with the same name and the indices 0, 1,
/// 2 and so on, make an array. Any other text marked so is a text of its own.
package struct ArrayItem: Hashable, Sendable {
  /// The key of the array.
  package let name: String
  /// The index, from 0.
  package let index: Int

  /// - Returns: nil for a key that does not end with a dot and an index, written without needless
  ///   zeros.
  package init?(_ key: String) {
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
}

/// Finds the arrays in a catalogue, one text at a time: what writes resources and what writes
/// accessors to them must agree on where one begins and ends.
///
/// All items of an array are as translatable as the first.
package struct ArraySequence: Sendable {
  private var last: (item: ArrayItem, isTranslatable: Bool)?

  package init() {}

  /// Notes that the next text is no item of an array.
  package mutating func end() { last = nil }

  /// - Parameters:
  ///   - key: of the next text.
  ///   - annotations: those of its context.
  /// - Returns: the place of the text when it is an item of an array: with the index 0 it begins
  ///   one, with any other it follows the item before. nil for every other text.
  package mutating func item(_ key: String, _ annotations: Annotations) -> ArrayItem? {
    let previous = last
    last = nil
    guard annotations.isArray, let item = ArrayItem(key) else { return nil }
    if item.index > 0 {
      guard let previous, item.index == previous.item.index + 1,
        previous.isTranslatable == annotations.isTranslatable,
        item.name.utf8.elementsEqual(previous.item.name.utf8)
      else { return nil }
    }
    last = (item, annotations.isTranslatable)
    return item
  }
}
