/// The position of a text in an array, parsed from its key: `days.0` is the first item of `days`.
///
/// Consecutive texts that are marked `@array` form an array if they have the same array key and
/// consecutive indices starting at 0. Any other text with this mark is an ordinary text.
package struct ArrayItem: Hashable, Sendable {
  /// The key of the array.
  package let arrayKey: String
  /// The index, starting at 0.
  package let index: Int

  /// Parses the key of an item.
  ///
  /// - Returns: `nil` if the key does not end with a dot and an index. Leading zeros are not
  ///   allowed.
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
    arrayKey = String(decoding: bytes[..<dot], as: UTF8.self)
    self.index = index
  }
}

/// Detects arrays in a sequence of texts. Shared by the resource writers and the accessor writers
/// so that both find the same arrays.
///
/// All items of an array are either translatable or not.
package struct ArraySequence: Sendable {
  /// The last item and its translatability, or `nil` if the preceding text was not an item.
  private var last: (item: ArrayItem, isTranslatable: Bool)?

  package init() {}

  /// Resets the sequence so that the next text does not continue an array.
  package mutating func reset() { last = nil }

  /// Returns the position of the next text in an array.
  ///
  /// - Parameters:
  ///   - key: The key of the text.
  ///   - annotations: The annotations of the text's context.
  /// - Returns: `nil` if the text is not an item. An index of 0 starts an array; any other index
  ///   continues the current array.
  package mutating func next(_ key: String, _ annotations: Annotations) -> ArrayItem? {
    let previous = last
    last = nil
    guard annotations.isArray, let item = ArrayItem(key) else { return nil }
    if item.index > 0 {
      guard let previous, item.index == previous.item.index + 1,
        previous.isTranslatable == annotations.isTranslatable,
        item.arrayKey.utf8.elementsEqual(previous.item.arrayKey.utf8)
      else { return nil }
    }
    last = (item, annotations.isTranslatable)
    return item
  }
}
