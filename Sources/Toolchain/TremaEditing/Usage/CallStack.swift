/// The brackets that are open at a place in source code, and the calls among them that take a key.
struct CallStack {
  private struct Group {
    /// The closing bracket; 0 for the code of an interpolation.
    var closing: UInt8
    var isCall: Bool
    /// The word before the bracket.
    var callee: Range<Int>
    /// The argument that the place is in, from 0, and its label.
    var argument = 0
    var label = 0..<0
    var isArgumentStart = true
  }

  private var groups: [Group] = []
  private var calls: [KeyCall] = []
  /// The word before the bracket that was closed last.
  private(set) var closedCallee = 0..<0

  /// The word that an argument begins with, which is its label when a colon follows.
  private var firstWord: Range<Int>?

  private var isInCall: Bool { groups.last?.isCall ?? false }

  mutating func take(word: Range<Int>, in bytes: [UInt8]) {
    firstWord = nil
    if let last = groups.indices.last, groups[last].isArgumentStart {
      groups[last].isArgumentStart = false
      firstWord = word
    }
    if isInCall { calls[calls.count - 1].take(word: bytes[word]) }
  }

  mutating func take(_ literal: CodeLexer.Literal) {
    if let last = groups.indices.last { groups[last].isArgumentStart = false }
    if isInCall { calls[calls.count - 1].take(literal: literal) }
  }

  mutating func beginHole() { groups.append(Group(closing: 0, isCall: false, callee: 0..<0)) }

  mutating func endHole() {
    while let group = groups.popLast(), group.closing != 0 {
      if group.isCall { calls.removeLast() }
    }
  }

  /// - Parameters:
  ///   - call: the call that an opening bracket begins.
  ///   - callee: the word right before the sign.
  /// - Returns: the call that the sign ends.
  mutating func take(_ sign: UInt8, beginning call: KeyCall?, callee: Range<Int>) -> KeyCall? {
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      if isInCall { calls[calls.count - 1].takeGroup() }
      // `(` and `)` are neighbours, `[` and `{` have one sign between them and their ends.
      let closing = sign + (sign == UInt8(ascii: "(") ? 1 : 2)
      groups.append(Group(closing: closing, isCall: call != nil, callee: callee))
      if let call { calls.append(call) }
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return close(sign)
    case UInt8(ascii: "}"):
      // Brackets that were left open in the braces are broken.
      while let last = groups.last, last.closing != 0, last.closing != sign { drop() }
      return close(sign)
    default:
      countArgument(sign)
      if isInCall { calls[calls.count - 1].take(sign: sign) }
    }
    return nil
  }

  private mutating func countArgument(_ sign: UInt8) {
    guard let last = groups.indices.last else { return }
    if sign == UInt8(ascii: ","), groups[last].closing == UInt8(ascii: ")") {
      groups[last].argument += 1
      groups[last].label = 0..<0
      groups[last].isArgumentStart = true
    } else if sign == UInt8(ascii: ":"), let firstWord {
      groups[last].label = firstWord
    }
    firstWord = nil
  }

  /// How ``KeyFunction`` declares the call whose argument the place is in; `nil` outside of calls.
  func declaration(in bytes: [UInt8]) -> [UInt8]? {
    guard let group = groups.last, group.closing == UInt8(ascii: ")"), !group.callee.isEmpty,
      group.argument < 8, group.callee.count + group.label.count < 200
    else { return nil }
    var text = Array(bytes[CodeLexer.dottedName(endingWith: group.callee, in: bytes)])
    text.append(UInt8(ascii: "("))
    if group.label.isEmpty {
      for _ in 0..<group.argument { text += "_, ".utf8 }
    } else {
      text += bytes[group.label] + Array(": ".utf8)
    }
    return text + Array("KEY)".utf8)
  }

  private mutating func drop() {
    if let group = groups.popLast(), group.isCall { calls.removeLast() }
  }

  private mutating func close(_ sign: UInt8) -> KeyCall? {
    guard let last = groups.last, last.closing == sign else { return nil }
    groups.removeLast()
    closedCallee = last.callee
    guard last.isCall, var call = calls.popLast() else { return nil }
    call.finish()
    return call
  }
}
