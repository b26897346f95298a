import TremaCatalog

/// Comparisons by bytes. Swift's `==` treats canonically equivalent strings as equal, such as
/// composed and decomposed accents.
extension String? {
  /// Whether both strings have the same bytes, or both are `nil`.
  func isExactly(_ other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let value?, let other?): value.isExactly(other)
    default: false
    }
  }
}

extension Array {
  /// Whether both arrays have equal elements. Arrays that share their storage are not compared
  /// further.
  ///
  /// - Parameters:
  ///   - other: The other array.
  ///   - isSame: Whether two elements are equal.
  func isExactly(_ other: [Element], by isSame: (Element, Element) -> Bool) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy(isSame)
  }

  /// Whether both arrays share their storage, as arrays that were read from the same bytes do.
  func sharesStorage(with other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { buffer in
        other.withUnsafeBufferPointer { buffer.baseAddress == $0.baseAddress }
      }
  }
}

extension Attribute {
  /// Whether both attributes have the same name and value.
  func isExactly(_ other: Attribute) -> Bool {
    name.isExactly(other.name) && value.isExactly(other.value)
  }
}

extension Trivia {
  /// Whether both have the same source.
  func isExactly(_ other: Trivia) -> Bool { source.isExactly(other.source) }
}

extension Status {
  /// Whether both are the same status; undefined ones are compared by their spelling.
  func isExactly(_ other: Status) -> Bool {
    switch (self, other) {
    case (.undefined(let spelling), .undefined(let other)): spelling.isExactly(other)
    default: self == other
    }
  }
}

extension Context {
  /// Whether both contexts are the same, including attributes and the trivia before them.
  func isExactly(_ other: Context) -> Bool {
    isTextEqual(other) && attributes.isExactly(other.attributes) { $0.isExactly($1) }
      && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Whether both contexts have the same text and spelling.
  func isTextEqual(_ other: Context) -> Bool {
    text.isExactly(other.text) && spelling.isExactly(other.spelling)
  }
}

extension Value {
  /// Whether both values are the same, including attributes and the trivia before them.
  func isExactly(_ other: Value) -> Bool {
    isExactlyIgnoringTrivia(other) && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Whether both values are the same apart from the trivia before them.
  func isExactlyIgnoringTrivia(_ other: Value) -> Bool {
    language.isExactly(other.language) && status.isExactly(other.status) && isTextEqual(other)
      && attributes.isExactly(other.attributes) { $0.isExactly($1) }
  }

  /// Whether both values have the same text and spelling.
  func isTextEqual(_ other: Value) -> Bool {
    source.isExactly(other.source) && spelling.isExactly(other.spelling)
  }

  /// Whether both values show the same text in the app, independent of their spelling in the file.
  ///
  /// A value with child elements has no other form than its spelling.
  func isEquivalent(_ other: Value) -> Bool {
    hasMarkup || other.hasMarkup ? isTextEqual(other) : source.isExactly(other.source)
  }
}

extension Text {
  /// Whether both texts were read from the same bytes, as far as this is known without comparing
  /// values.
  ///
  /// The result is `false` for texts that are equal but do not share storage.
  func sharesStorage(with other: Text) -> Bool {
    values.sharesStorage(with: other.values) && key.isExactly(other.key)
      && (context?.text ?? "").isExactly(other.context?.text ?? "")
  }

  /// Whether both texts are the same, including attributes and the trivia before them.
  func isExactly(_ other: Text) -> Bool {
    isExactlyIgnoringTrivia(other) && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Whether both texts are the same apart from the trivia before them.
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
