extension KotlinMembers {
  /// The part of a declaration that determines its type.
  struct PendingType {
    /// The declaration.
    var declaration: KotlinScopes.Reference
    /// The part that is expected.
    var state: State
    /// The number of brackets around the part.
    var depth: Int

    enum State {
      /// `: Texts`, `= …` or `by …`, also after `get()`.
      case typeOrValue
      /// The name of the type after the colon. The last name is stored.
      case type(Range<Int>)
      /// The value, which determines the type if it is a new object.
      case value(isInBlock: Bool)
      /// The block of a function that returns its value, such as `lazy { Texts(resources) }`.
      case block
      /// The arguments of the new object.
      case arguments(String, isInBlock: Bool)
      /// The end of the block after the new object.
      case blockEnd(String)
    }
  }

  /// The functions that return the value of their closure.
  private static let wrappers = ["lazy", "remember", "run"]

  /// Processes a colon in Kotlin: the type of a parameter or of a function follows.
  mutating func takeColon() {
    guard isKotlin, pending == nil,
      lexer.index >= lexer.bytes.count
        || lexer.bytes[lexer.index] != UInt8(ascii: ":"), last[0].character != UInt8(ascii: ":")
    else { return }
    let isInHeader = headers.last.map { $0.depth == brackets.count } ?? false
    if last[0].character == UInt8(ascii: ")") {
      // `fun texts(): Texts`
      guard isInHeader, let function = headers.last?.function, headers.last?.hasExpression == false
      else { return }
      pending = PendingType(declaration: function, state: .type(0..<0), depth: brackets.count)
    } else if last[0].character == Self.word, last[1].character != UInt8(ascii: "@"),
      last[1].character != UInt8(ascii: "."), !(isInHeader && headers.last?.isType == true)
    {
      pending = PendingType(
        declaration: scopes.declare(name(last[0].range)), state: .type(0..<0),
        depth: brackets.count)
    }
  }

  /// Processes a token as a part of the current declaration's type or value.
  mutating func takePendingType(_ token: Token) {
    guard let current = pending else { return }
    switch current.state {
    case .typeOrValue:
      if token.character == UInt8(ascii: ":") {
        pending?.state = .type(0..<0)
      } else if token.character == UInt8(ascii: "=") || isWord(token, "by") {
        pending?.state = .value(isInBlock: false)
      } else if !isWord(token, "get"), token.character != UInt8(ascii: "("),
        token.character != UInt8(ascii: ")")
      {
        pending = nil
      }
    case .type(let range):
      if token.character == UInt8(ascii: "."), !range.isEmpty { return }
      if token.character == Self.word, range.isEmpty || last[0].character == UInt8(ascii: ".") {
        pending?.state = .type(token.range)
        return
      }
      pending = nil
      let isOther =
        token.character == UInt8(ascii: "<") || token.character == UInt8(ascii: "(")
        || last[0].character == UInt8(ascii: ".")
      if !isOther, let type = types[name(range)] {
        scopes.setType(of: current.declaration, to: type)
      }
    case .value(let isInBlock): takeValue(token, isInBlock: isInBlock)
    case .block:
      if brackets.count > current.depth || token.character == UInt8(ascii: "(") { return }
      if token.character == UInt8(ascii: ")") { return }
      pending?.state = .value(isInBlock: true)
      pending?.depth += 1
      if token.character != UInt8(ascii: "{") { pending = nil }
    case .arguments:
      // The call ends at its bracket; see `takeClosedBracket`.
      break
    case .blockEnd(let type):
      pending = nil
      if token.character == UInt8(ascii: "}"), !isContinued {
        scopes.setType(of: current.declaration, to: type)
      }
    }
  }

  /// Processes the next token of a value: a new object, or a function that returns one.
  private mutating func takeValue(_ token: Token, isInBlock: Bool) {
    if token.character == UInt8(ascii: "."), last[0].character == Self.word { return }
    guard token.character == Self.word else { return pending = nil }
    if isWord(token, "new") { return }
    if let type = types[name(token.range)], lexer.nextByte == UInt8(ascii: "(") {
      pending?.state = .arguments(type, isInBlock: isInBlock)
    } else if !isInBlock,
      Self.wrappers.contains(where: {
        lexer.bytes[token.range].elementsEqual($0.utf8)
      })
    {
      pending?.state = .block
    } else if lexer.nextByte != UInt8(ascii: ".") {
      pending = nil
    }
  }

  /// Determines the type of a declaration at the closing bracket of a new object.
  mutating func takeClosedBracket() {
    guard let current = pending, brackets.count == current.depth,
      case .arguments(let type, let isInBlock) = current.state
    else { return }
    if isInBlock {
      pending?.state = .blockEnd(type)
    } else {
      pending = nil
      if !isContinued { scopes.setType(of: current.declaration, to: type) }
    }
  }

  /// Whether an expression continues after its closing bracket, so that its type may differ.
  private var isContinued: Bool {
    lexer.nextByte.map { Array(".?![{".utf8).contains($0) } ?? false
  }
}
