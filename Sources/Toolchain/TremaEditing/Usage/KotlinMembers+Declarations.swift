extension KotlinMembers {
  /// The beginning of a declaration with parameters, whose scope includes its body.
  struct Header {
    /// The number of brackets around the declaration.
    var depth: Int
    /// The number of scopes outside the declaration.
    var scopeDepth: Int
    /// Whether it declares a type.
    var isType: Bool
    /// Whether it is a `for` loop.
    var isLoop = false
    /// The declaration of the function, or `nil` if there is none.
    var function: KotlinScopes.Reference?
    /// Whether its body is an expression, whose braces are not the body.
    var hasExpression = false
    /// Whether its body has begun.
    var hasBody = false
  }

  /// Processes a token as a part of declarations.
  mutating func takeDeclaration(_ token: Token) {
    takePendingType(token)
    takeLambda(token)
    if token.character == Self.word {
      takeKeyword(token)
      takeDeclaredName(token)
    } else if token.character == UInt8(ascii: "(") {
      takeFunction()
    } else if token.character == UInt8(ascii: ":") {
      takeColon()
    } else if token.character == UInt8(ascii: "="), let index = headers.indices.last,
      headers[index].depth == brackets.count, !headers[index].isType, !headers[index].hasBody
    {
      headers[index].hasExpression = true
      if let function = headers[index].function, pending == nil {
        pending = PendingType(
          declaration: function, state: .value(isInBlock: false), depth: brackets.count)
      }
    }
  }

  /// Begins a declaration at a keyword.
  private mutating func takeKeyword(_ token: Token) {
    let before = last[0].character
    if before == UInt8(ascii: ".") || before == UInt8(ascii: ":") && isKotlin { return }
    let isType =
      isWord(token, "class") || isWord(token, "interface") || isWord(token, "object") && isKotlin
      || isWord(token, "enum") || isWord(token, "record") && !isKotlin
    let isLoop = isWord(token, "for")
    let isFunction = isKotlin && (isWord(token, "fun") || isWord(token, "constructor"))
    let isVariable =
      isKotlin && (isWord(token, "val") || isWord(token, "var") || isWord(token, "typealias"))
    guard isType || isLoop || isFunction || isVariable else { return }
    // `class A private constructor(val texts: Texts)`
    if isWord(token, "constructor"), let header = headers.last, header.isType,
      header.depth == brackets.count, !header.hasBody
    {
      return
    }
    endHeaders(at: token.range.lowerBound)
    if !isVariable { beginHeader(at: token.range.lowerBound, isType: isType, isLoop: isLoop) }
  }

  /// Ends the declarations that another declaration follows.
  private mutating func endHeaders(at offset: Int) {
    while let header = headers.last, header.depth >= brackets.count, !header.hasBody {
      headers.removeLast()
      scopes.end(at: offset, downTo: header.scopeDepth)
    }
  }

  /// Begins the scope of a declaration.
  private mutating func beginHeader(at offset: Int, isType: Bool, isLoop: Bool = false) {
    headers.append(
      Header(
        depth: brackets.count, scopeDepth: scopes.depth, isType: isType, isLoop: isLoop))
    scopes.begin(at: offset, isVisible: isType)
  }

  /// Begins a block: the body of a declaration, a closure, or the block of a statement.
  mutating func beginBlock() {
    var isType = false
    if let index = headers.indices.last, headers[index].depth == brackets.count,
      !headers[index].hasBody, !headers[index].hasExpression
    {
      headers[index].hasBody = true
      isType = headers[index].isType
    }
    brackets.append(Bracket(opening: UInt8(ascii: "{"), depth: scopes.depth))
    blocks.append(isType)
    scopes.begin(at: lexer.index, isVisible: isType)
    lambdaNames = []
  }

  /// Processes a token at the start of a block: it may be a parameter of a closure.
  private mutating func takeLambda(_ token: Token) {
    if token.character == UInt8(ascii: ">"), last[0].character == UInt8(ascii: "-") {
      for range in lambdaNames ?? [] { _ = scopes.declare(name(range)) }
      lambdaNames = nil
      if isKotlin { return }
      // In Java, the parameters precede the block: `texts -> {}`, `(index, texts) -> {}`.
      let parameters =
        last[1].character == UInt8(ascii: ")") ? [closed.first, last[2]] : [last[1]]
      for parameter in parameters where parameter.character == Self.word {
        _ = scopes.declare(name(parameter.range))
      }
      return
    }
    guard let names = lambdaNames else { return }
    switch token.character {
    case Self.word:
      if last[0].character != UInt8(ascii: ":"), last[0].character != UInt8(ascii: ".") {
        lambdaNames?.append(token.range)
      }
    // The colon declares the name before it.
    case UInt8(ascii: ":"): _ = lambdaNames?.popLast()
    case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      break
    default: lambdaNames = nil
    }
    if names.count > 16 { lambdaNames = nil }
  }

  /// Processes a word that may be the name of a declaration.
  private mutating func takeDeclaredName(_ token: Token) {
    let before = last[0]
    if isKotlin {
      if isWord(before, "val") || isWord(before, "var") {
        // `val Texts.both` is an extension.
        if lexer.nextByte != UInt8(ascii: ".") { declare(token) }
      } else if before.character == UInt8(ascii: "."), last[1].character == Self.word,
        types[name(last[1].range)] != nil,
        isWord(last[2], "val") || isWord(last[2], "var") || isWord(last[2], "fun")
          || last[2].character == UInt8(ascii: ">")
      {
        extensions.insert(name(token.range))
      } else if before.character == UInt8(ascii: "(") || before.character == UInt8(ascii: ","),
        isDestructuring
      {
        _ = scopes.declare(name(token.range))
      }
      return
    }
    // `Texts texts`, `List<Texts> texts`
    guard let next = lexer.nextByte, Self.javaNameEnds.contains(next) else { return }
    switch before.character {
    case Self.word where !Self.javaKeywords.contains(where: { isWord(before, $0) }):
      let isVariable = isWord(before, "var")
      let reference = declare(token, isPending: isVariable)
      if let type = types[name(before.range)] { scopes.setType(of: reference, to: type) }
    case UInt8(ascii: ">"), UInt8(ascii: "]"): declare(token, isPending: false)
    default: break
    }
  }

  /// The bytes after the name of a variable in Java.
  private static let javaNameEnds = Array(";=,):".utf8)
  /// The words in Java that are not types, before other words.
  private static let javaKeywords: [StaticString] = [
    "return", "new", "throw", "else", "case", "instanceof", "import", "package", "assert", "yield",
  ]

  /// Declares a name whose type follows.
  @discardableResult
  private mutating func declare(_ token: Token, isPending: Bool = true) -> KotlinScopes.Reference {
    let reference = scopes.declare(name(token.range))
    if isPending {
      pending = PendingType(
        declaration: reference, state: .typeOrValue, depth: brackets.count)
    }
    return reference
  }

  /// Whether the innermost bracket encloses the names of a destructuring declaration or of a loop.
  private var isDestructuring: Bool {
    guard var bracket = brackets.last, bracket.opening == UInt8(ascii: "(") else { return false }
    // `for ((index, texts) in list)`
    if bracket.callee.isEmpty, brackets.count > 1 { bracket = brackets[brackets.count - 2] }
    return ["val", "var", "for"].contains { word in
      lexer.bytes[bracket.callee].elementsEqual(word.utf8)
    }
  }

  /// Processes the opening bracket of a function's parameters.
  private mutating func takeFunction() {
    guard last[0].character == Self.word else { return }
    if isKotlin {
      guard let index = headers.indices.last, headers[index].depth == brackets.count,
        !headers[index].isType, !headers[index].isLoop, headers[index].function == nil,
        !headers[index].hasBody, !headers[index].hasExpression,
        last[1].character != UInt8(ascii: ".")
      else { return }
      headers[index].function = scopes.declare(
        name(last[0].range) + Array("()".utf8), skipping: 1)
    } else if blocks.last == true, brackets.last?.opening == UInt8(ascii: "{"),
      last[1].character == Self.word || last[1].character == UInt8(ascii: ">"),
      !isWord(last[1], "new")
    {
      // A method or a constructor in a class.
      let function = scopes.declare(name(last[0].range) + Array("()".utf8))
      if let type = types[name(last[1].range)] { scopes.setType(of: function, to: type) }
      endHeaders(at: last[0].range.lowerBound)
      beginHeader(at: last[0].range.lowerBound, isType: false)
    }
  }
}
