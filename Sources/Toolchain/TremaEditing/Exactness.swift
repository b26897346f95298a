import TremaCatalog

/// Byte-exact comparisons. Swift's `==` treats canonically equivalent strings, such as composed and
/// decomposed accents, as equal.
extension String? {
  /// Returns whether the two strings have the same bytes or are both `nil`.
  func isExactly(_ other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let value?, let other?): value.isExactly(other)
    default: false
    }
  }
}

extension Array {
  /// Returns whether the two arrays have equal elements. The elements of arrays that share storage
  /// are not compared.
  ///
  /// - Parameters:
  ///   - other: The array to compare with.
  ///   - isSame: Returns whether two elements are equal.
  func isExactly(_ other: [Element], by isSame: (Element, Element) -> Bool) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy(isSame)
  }

  /// Returns whether the two arrays share storage, as copies of an unmodified array do.
  func sharesStorage(with other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { buffer in
        other.withUnsafeBufferPointer { buffer.baseAddress == $0.baseAddress }
      }
  }
}

extension Attribute {
  /// Returns whether the two attributes have the same name and value.
  func isExactly(_ other: Attribute) -> Bool {
    name.isExactly(other.name) && value.isExactly(other.value)
  }
}

extension Trivia {
  /// Returns whether the two trivia have the same source.
  func isExactly(_ other: Trivia) -> Bool { source.isExactly(other.source) }
}

extension Status {
  /// Returns whether the two statuses are the same. Undefined statuses are compared by their
  /// spelling.
  func isExactly(_ other: Status) -> Bool {
    switch (self, other) {
    case (.undefined(let spelling), .undefined(let other)): spelling.isExactly(other)
    default: self == other
    }
  }
}

extension Context {
  /// Returns whether the two contexts are the same, including attributes and the trivia before
  /// them.
  func isExactly(_ other: Context) -> Bool {
    isTextEqual(other) && attributes.isExactly(other.attributes) { $0.isExactly($1) }
      && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Returns whether the two contexts have the same text and spelling.
  func isTextEqual(_ other: Context) -> Bool {
    text.isExactly(other.text) && spelling.isExactly(other.spelling)
  }
}

extension Value {
  /// Returns whether the two values are the same, including attributes and the trivia before them.
  func isExactly(_ other: Value) -> Bool {
    isExactlyIgnoringTrivia(other)
      && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Returns whether the two values are the same except for the trivia before them.
  func isExactlyIgnoringTrivia(_ other: Value) -> Bool {
    language.isExactly(other.language) && status.isExactly(other.status)
      && isTextEqual(other)
      && attributes.isExactly(other.attributes) { $0.isExactly($1) }
  }

  /// Returns whether the two values have the same text and spelling.
  func isTextEqual(_ other: Value) -> Bool {
    source.isExactly(other.source) && spelling.isExactly(other.spelling)
  }

  /// Returns whether the two values represent the same text, regardless of how it is written in the
  /// file.
  ///
  /// Values with child elements are compared by their source.
  func isEquivalent(_ other: Value) -> Bool {
    hasMarkup || other.hasMarkup ? isTextEqual(other) : source.isExactly(other.source)
  }
}

extension Text {
  /// Returns whether the two texts are known to have been read from the same bytes, without
  /// comparing values.
  ///
  /// The result is `false` for texts that are equal but do not share storage.
  func sharesStorage(with other: Text) -> Bool {
    values.sharesStorage(with: other.values) && key.isExactly(other.key)
      && (context?.text ?? "").isExactly(other.context?.text ?? "")
  }

  /// Returns whether the two texts are the same, including attributes and the trivia before them.
  func isExactly(_ other: Text) -> Bool {
    isExactlyIgnoringTrivia(other)
      && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Returns whether the two texts are the same except for the trivia before them.
  func isExactlyIgnoringTrivia(_ other: Text) -> Bool {
    guard key.isExactly(other.key),
      values.isExactly(other.values, by: { $0.isExactly($1) }),
      attributes.isExactly(other.attributes, by: { $0.isExactly($1) }),
      beforeEnd.isExactly(other.beforeEnd, by: { $0.isExactly($1) })
    else { return false }
    switch (context, other.context) {
    case (nil, nil): return true
    case (let value?, let other?): return value.isExactly(other)
    default: return false
    }
  }
}
