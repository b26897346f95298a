import TremaCatalog

/// Byte-exact comparisons. Swift's `==` treats canonically equivalent strings, such as composed and
/// decomposed accents, as equal.
extension String? {
  /// Returns whether the two strings have the same bytes or are both `nil`.
  func equalsExactly(_ other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let value?, let other?): value.equalsExactly(other)
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
  func equalsExactly(_ other: [Element], by isSame: (Element, Element) -> Bool) -> Bool {
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
  func equalsExactly(_ other: Attribute) -> Bool {
    name.equalsExactly(other.name) && value.equalsExactly(other.value)
  }
}

extension Trivia {
  /// Returns whether the two trivia have the same source.
  func equalsExactly(_ other: Trivia) -> Bool { source.equalsExactly(other.source) }
}

extension Status {
  /// Returns whether the two statuses are the same. Undefined statuses are compared by their
  /// spelling.
  func equalsExactly(_ other: Status) -> Bool {
    switch (self, other) {
    case (.undefined(let spelling), .undefined(let other)): spelling.equalsExactly(other)
    default: self == other
    }
  }
}

extension Context {
  /// Returns whether the two contexts are the same, including attributes and the trivia before
  /// them.
  func equalsExactly(_ other: Context) -> Bool {
    isTextEqual(other) && attributes.equalsExactly(other.attributes) { $0.equalsExactly($1) }
      && leadingTrivia.equalsExactly(other.leadingTrivia) { $0.equalsExactly($1) }
  }

  /// Returns whether the two contexts have the same text and spelling.
  func isTextEqual(_ other: Context) -> Bool {
    text.equalsExactly(other.text) && spelling.equalsExactly(other.spelling)
  }
}

extension Value {
  /// Returns whether the two values are the same, including attributes and the trivia before them.
  func equalsExactly(_ other: Value) -> Bool {
    equalsExactlyIgnoringTrivia(other)
      && leadingTrivia.equalsExactly(other.leadingTrivia) { $0.equalsExactly($1) }
  }

  /// Returns whether the two values are the same except for the trivia before them.
  func equalsExactlyIgnoringTrivia(_ other: Value) -> Bool {
    language.equalsExactly(other.language) && status.equalsExactly(other.status)
      && isTextEqual(other)
      && attributes.equalsExactly(other.attributes) { $0.equalsExactly($1) }
  }

  /// Returns whether the two values have the same text and spelling.
  func isTextEqual(_ other: Value) -> Bool {
    source.equalsExactly(other.source) && spelling.equalsExactly(other.spelling)
  }

  /// Returns whether the two values represent the same text, regardless of how it is written in the
  /// file.
  ///
  /// Values with child elements are compared by their source.
  func isEquivalent(_ other: Value) -> Bool {
    hasMarkup || other.hasMarkup ? isTextEqual(other) : source.equalsExactly(other.source)
  }
}

extension Text {
  /// Returns whether the two texts are known to have been read from the same bytes, without
  /// comparing values.
  ///
  /// The result is `false` for texts that are equal but do not share storage.
  func sharesStorage(with other: Text) -> Bool {
    values.sharesStorage(with: other.values) && key.equalsExactly(other.key)
      && (context?.text ?? "").equalsExactly(other.context?.text ?? "")
  }

  /// Returns whether the two texts are the same, including attributes and the trivia before them.
  func equalsExactly(_ other: Text) -> Bool {
    equalsExactlyIgnoringTrivia(other)
      && leadingTrivia.equalsExactly(other.leadingTrivia) { $0.equalsExactly($1) }
  }

  /// Returns whether the two texts are the same except for the trivia before them.
  func equalsExactlyIgnoringTrivia(_ other: Text) -> Bool {
    guard key.equalsExactly(other.key),
      values.equalsExactly(other.values, by: { $0.equalsExactly($1) }),
      attributes.equalsExactly(other.attributes, by: { $0.equalsExactly($1) }),
      trailingTrivia.equalsExactly(other.trailingTrivia, by: { $0.equalsExactly($1) })
    else { return false }
    switch (context, other.context) {
    case (nil, nil): return true
    case (let value?, let other?): return value.equalsExactly(other)
    default: return false
    }
  }
}
