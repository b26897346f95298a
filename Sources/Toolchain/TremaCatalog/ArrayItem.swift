/// The place of a text in an array, according to its key: `days.0` is the first item of `days`.
///
/// Consecutive texts of a file that are marked `@array`, with the same name and the indices 0, 1, 2
/// and so on, form an array. Any other text with this mark is an ordinary text.
package struct ArrayItem: Hashable, Sendable {
  /// The key of the array.
  package let name: String
  /// The index, from 0.
  package let index: Int

  /// Parses the key of an item.
  ///
  /// - Returns: `nil` for a key that does not end with a dot and an index without superfluous
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

/// A state machine that finds the arrays of a catalog, one text at a time. Writers of resources and
/// of accessors use it, so that they agree on the bounds of arrays.
///
/// All items of an array have the same translatability.
package struct ArraySequence: Sendable {
  /// The last item and its translatability; `nil` if the last text was not an item.
  private var last: (item: ArrayItem, isTranslatable: Bool)?

  package init() {}

  /// Records that the next text is not an item of an array.
  package mutating func end() { last = nil }

  /// Returns the place of the next text in an array.
  ///
  /// - Parameters:
  ///   - key: The key of the text.
  ///   - annotations: The annotations of its context.
  /// - Returns: The place: with the index 0 the text begins an array, with any other it continues
  ///   the current one. `nil` if the text is not an item.
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
