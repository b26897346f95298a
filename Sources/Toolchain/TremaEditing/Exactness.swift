import TremaCatalog

/// Equality of bytes, where Swift's own takes two strings for equal that compose accents otherwise.
extension String? {
  func isExactly(_ other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let own?, let other?): own.isExactly(other)
    default: false
    }
  }
}

extension Array {
  func isExactly(_ other: [Element], by isSame: (Element, Element) -> Bool) -> Bool {
    if isOne(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy(isSame)
  }

  /// Whether the two are in one place, as they are when they were read of the same bytes.
  func isOne(with other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}

extension Attribute {
  func isExactly(_ other: Attribute) -> Bool {
    name.isExactly(other.name) && value.isExactly(other.value)
  }
}

extension Trivia {
  func isExactly(_ other: Trivia) -> Bool { source.isExactly(other.source) }
}

extension Status {
  func isExactly(_ other: Status) -> Bool {
    switch (self, other) {
    case (.undefined(let own), .undefined(let other)): own.isExactly(other)
    default: self == other
    }
  }
}

extension Context {
  func isExactly(_ other: Context) -> Bool {
    says(other) && attributes.isExactly(other.attributes) { $0.isExactly($1) }
      && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Whether the text and its spelling are the same.
  func says(_ other: Context) -> Bool {
    text.isExactly(other.text) && spelling.isExactly(other.spelling)
  }
}

extension Value {
  func isExactly(_ other: Value) -> Bool {
    isExactlyBut(other) && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Whether all is the same but what is before the two.
  func isExactlyBut(_ other: Value) -> Bool {
    language.isExactly(other.language) && status.isExactly(other.status) && says(other)
      && attributes.isExactly(other.attributes) { $0.isExactly($1) }
  }

  /// Whether the text and its spelling are the same.
  func says(_ other: Value) -> Bool {
    source.isExactly(other.source) && spelling.isExactly(other.spelling)
  }

  /// Whether they say the same to those who use the app, however it is spelled in the file.
  func means(_ other: Value) -> Bool {
    hasMarkup || other.hasMarkup ? says(other) : source.isExactly(other.source)
  }
}

extension Text {
  /// Whether the two were read of the same bytes, as far as that can be seen at once.
  func isOne(with other: Text) -> Bool {
    values.isOne(with: other.values) && key.isExactly(other.key)
      && (context?.text ?? "").isExactly(other.context?.text ?? "")
  }

  func isExactly(_ other: Text) -> Bool {
    isExactlyBut(other) && before.isExactly(other.before) { $0.isExactly($1) }
  }

  /// Whether all is the same but what is before the two.
  func isExactlyBut(_ other: Text) -> Bool {
    guard key.isExactly(other.key),
      values.isExactly(other.values, by: { $0.isExactly($1) }),
      attributes.isExactly(other.attributes, by: { $0.isExactly($1) }),
      beforeEnd.isExactly(other.beforeEnd, by: { $0.isExactly($1) })
    else { return false }
    switch (context, other.context) {
    case (nil, nil): return true
    case (let own?, let other?): return own.isExactly(other)
    default: return false
    }
  }
}
