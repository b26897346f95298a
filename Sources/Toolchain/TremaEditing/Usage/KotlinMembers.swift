/// A scanner for accessors in Kotlin and Java code that do not exist, because an output does not
/// contain their texts.
///
/// Unlike ``KotlinSources``, for which a name is used if it could be, it reports a member only if the
/// variable, parameter or function before it is declared with the type of the accessors. Files are
/// scanned only if an accessor class lacks a text of the catalogues.
struct KotlinMembers {
  /// A token with its meaning for declarations.
  struct Token {
    /// The character, ``word`` for a word, or 0 for another token.
    var character: UInt8 = 0
    /// The bytes of the token.
    var range = 0..<0
  }

  /// The character of a token that is a word.
  static let word: UInt8 = 1

  /// An open bracket.
  struct Bracket {
    /// The character, or 0 for an interpolation.
    var opening: UInt8
    /// The number of scopes outside the bracket, including those of its declaration.
    var depth: Int
    /// The function before the bracket, or empty if there is none.
    var callee = 0..<0
    /// Whether nothing but `this` precedes the function.
    var isPlain = false
    /// The number of tokens in the bracket, excluding nested brackets.
    var count = 0
    /// The first token.
    var first = Token()
  }

  /// The use of a member that does not exist in some accessor class.
  struct Use {
    /// The name of the object, which ends with `()` for the result of a function.
    var receiver: [UInt8]
    /// The member.
    var member: [UInt8]
    /// Whether arguments or a closure follow the member.
    var isCall: Bool
    /// The offset where the object is named, which determines its declaration.
    var offset: Int
  }

  /// The names of keys in source code.
  let names: UsageNames
  /// Whether the language is Kotlin rather than Java.
  let isKotlin: Bool
  /// The lexer of the file.
  var lexer: CodeLexer
  /// The accessor classes by their names in the file.
  var types: [[UInt8]: String]
  /// The declarations.
  var scopes = KotlinScopes()
  /// The last tokens, latest first.
  var last = [Token](repeating: Token(), count: 12)
  /// The open brackets.
  var brackets: [Bracket] = []
  /// The last closed bracket.
  var closed = Bracket(opening: 0, depth: 0)
  /// The headers of functions and classes whose scopes are open.
  var headers: [Header] = []
  /// The declaration whose type is being determined.
  var pending: PendingType?
  /// Whether each open block is the body of a type.
  var blocks: [Bool] = []
  /// Whether the last word belongs to an import.
  var isImport = false
  /// The members that extensions add to an accessor class.
  var extensions: Set<[UInt8]> = []
  /// The parameters of a possible lambda, up to its arrow.
  var lambdaNames: [Range<Int>]?
  /// The uses so far.
  var uses: [Use] = []

  /// Scans a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - names: The names of keys in source code.
  ///   - isKotlin: Whether the language is Kotlin rather than Java.
  ///   - findings: Receives the members that do not exist, and the declarations for other files.
  static func record(
    in bytes: [UInt8], _ names: UsageNames, isKotlin: Bool, into findings: inout SourceFindings
  ) {
    var members = KotlinMembers(bytes, names, isKotlin: isKotlin)
    members.read()
    members.scopes.end(at: bytes.count, downTo: 1)
    findings.visibleTypes = members.scopes.visibleTypes
    findings.extensions = members.extensions
    members.resolve(into: &findings)
  }

  private init(_ bytes: [UInt8], _ names: UsageNames, isKotlin: Bool) {
    self.names = names
    self.isKotlin = isKotlin
    lexer = CodeLexer(bytes, isKotlin ? .kotlin : .java)
    types = [:]
    for type in names.kotlinTypes { types[Array(type.utf8)] = type }
  }

  /// Reads the file to its end.
  private mutating func read() {
    while let token = lexer.token() {
      switch token {
      case .word:
        let token = Token(character: Self.word, range: lexer.text)
        count(token)
        takeWord(token)
        append(token)
      case .punctuation(let character):
        let token = Token(character: character, range: lexer.text)
        takeDeclaration(token)
        take(character)
        append(token)
      case .literal:
        count(Token())
        takeDeclaration(Token())
        append(Token())
      case .interpolationBegins:
        brackets.append(Bracket(opening: 0, depth: scopes.depth))
        append(Token())
      case .interpolationEnds:
        while let bracket = brackets.popLast(), bracket.opening != 0 { close(bracket) }
        append(Token())
      }
    }
  }

  /// Makes a token the latest.
  private mutating func append(_ token: Token) {
    last.removeLast()
    last.insert(token, at: 0)
  }

  /// Counts a token of the innermost bracket.
  private mutating func count(_ token: Token) {
    guard let index = brackets.indices.last else { return }
    if brackets[index].count == 0 { brackets[index].first = token }
    brackets[index].count += 1
  }

  /// Returns at most the first 1024 bytes of a name.
  func name(_ range: Range<Int>) -> [UInt8] { Array(lexer.bytes[range].prefix(1 << 10)) }

  /// Returns whether a token is the given word.
  func isWord(_ token: Token, _ word: StaticString) -> Bool {
    token.character == Self.word && token.range.count == word.utf8CodeUnitCount
      && word.withUTF8Buffer { lexer.bytes[token.range].elementsEqual($0) }
  }

  /// Processes a punctuation character: it opens or closes a bracket.
  private mutating func take(_ character: UInt8) {
    switch character {
    case UInt8(ascii: "("), UInt8(ascii: "["):
      count(Token(character: character))
      var bracket = Bracket(opening: character, depth: scopes.depth)
      if character == UInt8(ascii: "("), last[0].character == Self.word {
        (bracket.callee, bracket.isPlain) = (last[0].range, isPlain(before: 1))
      }
      brackets.append(bracket)
    case UInt8(ascii: "{"):
      count(Token(character: character))
      beginBlock()
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      let opening = character == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
      guard let bracket = brackets.last, bracket.opening == opening else { return }
      brackets.removeLast()
      close(bracket)
      takeClosedBracket()
    case UInt8(ascii: "}"):
      // Brackets that were opened inside the braces but not closed are an error in the source.
      while let bracket = brackets.last, bracket.opening != 0 {
        brackets.removeLast()
        close(bracket)
        if bracket.opening == UInt8(ascii: "{") { break }
      }
    default: count(Token(character: character))
    }
  }

  /// Ends the scopes in a bracket.
  private mutating func close(_ bracket: Bracket) {
    while let header = headers.last, header.depth > brackets.count { headers.removeLast() }
    if bracket.opening == UInt8(ascii: "{") {
      _ = blocks.popLast()
      // The body ends the declaration.
      if let header = headers.last, header.depth == brackets.count, header.hasBody {
        headers.removeLast()
        scopes.end(at: lexer.index, downTo: header.scopeDepth)
        closed = bracket
        return
      }
    }
    if bracket.opening != 0 { scopes.end(at: lexer.index, downTo: bracket.depth) }
    closed = bracket
  }
}
