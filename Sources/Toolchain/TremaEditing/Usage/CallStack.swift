/// The open brackets at an offset of source code, and the calls among them that take a key.
struct CallStack {
  /// An open bracket.
  private struct Group {
    /// The closing bracket, or 0 for an interpolation.
    var closing: UInt8
    /// Whether the bracket starts the arguments of a call in ``CallStack/calls``.
    var isCall: Bool
    /// The word before the bracket, or empty if there is none.
    var callee: Range<Int>
    /// The index of the current argument, starting at 0.
    var argumentIndex = 0
    /// The label of the current argument, or empty if it has none.
    var label = 0..<0
    /// Whether the current argument has no token yet.
    var isArgumentStart = true
  }

  /// The open brackets, innermost last.
  private var groups: [Group] = []
  /// The open calls that take a key, innermost last.
  private var calls: [KeyCall] = []
  /// The word before the most recently closed bracket.
  private(set) var closedCallee = 0..<0

  /// The current argument's first word, which is its label if a colon follows.
  private var firstWord: Range<Int>?

  /// Whether the innermost bracket belongs to a call that takes a key.
  private var isInCall: Bool { groups.last?.isCall ?? false }

  /// Processes a word.
  mutating func take(word: Range<Int>, in bytes: [UInt8]) {
    firstWord = nil
    if let last = groups.indices.last, groups[last].isArgumentStart {
      groups[last].isArgumentStart = false
      firstWord = word
    }
    if isInCall { calls[calls.count - 1].take(word: bytes[word]) }
  }

  /// Processes a string literal.
  mutating func take(_ literal: CodeLexer.Literal) {
    if let last = groups.indices.last { groups[last].isArgumentStart = false }
    if isInCall { calls[calls.count - 1].take(literal: literal) }
  }

  /// Starts the code of an interpolation.
  mutating func beginInterpolation() {
    groups.append(Group(closing: 0, isCall: false, callee: 0..<0))
  }

  /// Ends the code of an interpolation. Brackets that are still open in the interpolation are
  /// dropped.
  mutating func endInterpolation() {
    while let group = groups.popLast(), group.closing != 0 {
      if group.isCall { calls.removeLast() }
    }
  }

  /// Processes a punctuation character.
  ///
  /// - Parameters:
  ///   - character: The ASCII character.
  ///   - call: The call that takes a key and starts with this opening bracket, or `nil` if there is
  ///     none.
  ///   - callee: The word directly before the character, or empty if there is none.
  /// - Returns: The call that the character ends, or `nil` if it does not end one.
  mutating func take(_ character: UInt8, beginning call: KeyCall?, callee: Range<Int>) -> KeyCall? {
    switch character {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      if isInCall { calls[calls.count - 1].takeGroup() }
      // In ASCII, `)` directly follows `(`, while there is one character between the other pairs of
      // brackets.
      let closing = character + (character == UInt8(ascii: "(") ? 1 : 2)
      groups.append(Group(closing: closing, isCall: call != nil, callee: callee))
      if let call { calls.append(call) }
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return close(character)
    case UInt8(ascii: "}"):
      // Brackets that were opened inside the braces but not closed are an error in the source.
      while let last = groups.last, last.closing != 0, last.closing != character { drop() }
      return close(character)
    default:
      countArgument(character)
      if isInCall { calls[calls.count - 1].take(punctuation: character) }
    }
    return nil
  }

  /// Counts the arguments of a call, and recognizes their labels.
  private mutating func countArgument(_ character: UInt8) {
    guard let last = groups.indices.last else { return }
    if character == UInt8(ascii: ","), groups[last].closing == UInt8(ascii: ")") {
      groups[last].argumentIndex += 1
      groups[last].label = 0..<0
      groups[last].isArgumentStart = true
    } else if character == UInt8(ascii: ":"), let firstWord {
      groups[last].label = firstWord
    }
    firstWord = nil
  }

  /// Returns the ``KeyFunction`` declaration of the call that contains the current argument, with
  /// `KEY` instead of the argument, or `nil` outside calls.
  func declaration(in bytes: [UInt8]) -> [UInt8]? {
    guard let group = groups.last, group.closing == UInt8(ascii: ")"), !group.callee.isEmpty,
      group.argumentIndex < 8, group.callee.count + group.label.count < 200
    else { return nil }
    var text = Array(bytes[CodeLexer.dottedName(endingWith: group.callee, in: bytes)])
    text.append(UInt8(ascii: "("))
    if group.label.isEmpty {
      for _ in 0..<group.argumentIndex { text += "_, ".utf8 }
    } else {
      text += bytes[group.label] + Array(": ".utf8)
    }
    return text + Array("KEY)".utf8)
  }

  /// Drops the innermost bracket.
  private mutating func drop() {
    if let group = groups.popLast(), group.isCall { calls.removeLast() }
  }

  /// Closes the innermost bracket if it matches the character, and returns the call that ends.
  private mutating func close(_ character: UInt8) -> KeyCall? {
    guard let last = groups.last, last.closing == character else { return nil }
    groups.removeLast()
    closedCallee = last.callee
    guard last.isCall, var call = calls.popLast() else { return nil }
    call.finish()
    return call
  }
}
