/// A call with a key as an argument. The arguments are read token by token.
///
/// `translate(isShort ? "a" : "b_\(code)")` may use `a`, and any key that starts with `b_`.
struct KeyCall {
  /// The meaning of the argument.
  enum Kind {
    /// A key that `translate` or a similar function looks up.
    case key
    /// A key, or a string that is displayed unchanged.
    case possibleKey
    /// The name of an Android resource.
    case resourceName
  }

  /// The description of an argument that is a key.
  struct Parameter: Sendable {
    /// The meaning of the argument.
    var kind: Kind
    /// The position, starting at 0, or `nil` for any position.
    var position: Int? = 0
    /// The label, or empty if there is none.
    var label: [UInt8] = []
    /// The name that must precede the function, separated by a dot, or empty if any or no name may
    /// precede it.
    var receiver: [UInt8] = []
  }

  /// The offset of the function's name.
  let start: Int
  /// The arguments that may be keys.
  private let parameters: [Parameter]

  /// A value that the key can have.
  struct Alternative {
    /// The constant parts, between which there is code of unknown value.
    var constants: [[UInt8]] = [[]]
    /// The offset of the first literal, or `nil` if there is none.
    var start: Int?
    /// Whether no token has been read yet.
    var isEmpty = true
    /// The name of an implicit member such as `.loginTitle`, or its path's last component.
    fileprivate(set) var member: [UInt8]?
    /// Whether the last part of the value is code.
    fileprivate var endsInCode = false
  }

  /// The possible values of the argument that is a key.
  private(set) var alternatives: [Alternative] = []
  /// The meaning of that argument, or `nil` if there is none because a different function with the
  /// same name is called.
  private(set) var kind: Kind?
  /// The other arguments that are constant literals, with their labels.
  private(set) var otherArguments: [(label: [UInt8], value: [UInt8])] = []

  // The state of the argument that is being read.
  private var readAlternatives: [Alternative] = []
  /// The alternative that is being read.
  private var current = Alternative()
  /// The index of the argument.
  private var position = 0
  /// The label of the argument, or empty if it has none.
  private var label: [UInt8] = []
  /// Whether the argument has no token after its label.
  private var isArgumentStart = true
  /// Whether the argument contains a number.
  private var isNumber = false
  /// The first word of the argument if it was the last token.
  private var lastWord: [UInt8]?
  /// Whether the first word of the argument was the last token: it is a label if a colon follows,
  /// and code otherwise.
  private var hasPendingWord = false
  /// Whether the name of an implicit member must follow.
  private var expectsMember = false
  /// The last punctuation character, or 0 if the last token was not a punctuation character.
  private var lastPunctuation: UInt8 = 0

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - parameters: The arguments that may be keys.
  ///   - start: The offset of the function's name.
  init(_ parameters: [Parameter], start: Int) {
    self.parameters = parameters
    self.start = start
  }

  /// Processes a literal, which continues the alternative after `+`.
  mutating func take(literal: CodeLexer.Literal) {
    defer {
      isArgumentStart = false
      lastWord = nil
      lastPunctuation = 0
    }
    takePendingWord()
    if literal.isTruncated || !(current.isEmpty || lastPunctuation == UInt8(ascii: "+")) {
      return takeCode()
    }
    current.start = current.start ?? literal.start
    current.isEmpty = false
    current.constants[current.constants.count - 1] += literal.constants[0]
    current.constants += literal.constants.dropFirst()
    current.endsInCode = false
  }

  /// Processes a word.
  mutating func take(word: ArraySlice<UInt8>) {
    lastWord = isArgumentStart ? Array(word.prefix(64)) : nil
    takePendingWord()
    if let first = word.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      isNumber = true
    }
    if expectsMember {
      takeCode()
      current.member = Array(word.prefix(1 << 10))
    } else if isArgumentStart {
      hasPendingWord = true
    } else {
      takeCode()
    }
    expectsMember = false
    isArgumentStart = false
    lastPunctuation = 0
  }

  /// Processes a punctuation character that is not a bracket.
  mutating func take(punctuation: UInt8) {
    defer {
      lastPunctuation = punctuation
      lastWord = nil
    }
    if punctuation == UInt8(ascii: ":"), let word = lastWord {
      hasPendingWord = false
      label = word
      isArgumentStart = true
      return
    }
    takePendingWord()
    switch punctuation {
    case UInt8(ascii: ","):
      endArgument()
      return
    case UInt8(ascii: ".") where isArgumentStart || (current.member != nil && lastPunctuation == 0):
      expectsMember = true
    // The tokens before `?` are a condition, or the optional value of `??`.
    case UInt8(ascii: "?"): current = Alternative()
    case UInt8(ascii: ":"): close()
    case UInt8(ascii: "+"): break
    default: takeCode()
    }
    isArgumentStart = false
  }

  /// Processes an opening bracket inside the call as code of unknown value.
  mutating func takeGroup() {
    takePendingWord()
    takeCode()
    isArgumentStart = false
    lastWord = nil
    lastPunctuation = UInt8(ascii: "(")
  }

  /// Ends the call at its closing bracket.
  mutating func finish() {
    takePendingWord()
    endArgument()
  }

  /// Ends an argument and decides whether it is the key.
  private mutating func endArgument() {
    close()
    let parameter = parameters.first {
      $0.label == label && ($0.position == nil || $0.position == position)
    }
    if let parameter, kind == nil {
      if !isNumber { (kind, alternatives) = (parameter.kind, readAlternatives) }
    } else if readAlternatives.count == 1, otherArguments.count < 8,
      readAlternatives[0].constants.count == 1
    {
      otherArguments.append((label, readAlternatives[0].constants[0]))
    }
    readAlternatives = []
    position += 1
    label = []
    isNumber = false
    expectsMember = false
    isArgumentStart = true
  }

  /// Treats the first word as code, because no colon followed it.
  private mutating func takePendingWord() {
    if hasPendingWord { takeCode() }
    hasPendingWord = false
  }

  /// Appends code of unknown value to the current alternative.
  private mutating func takeCode() {
    guard !current.endsInCode else { return }
    current.isEmpty = false
    current.endsInCode = true
    // We bound the number of parts because an expression with thousands of literals isn't a key.
    if current.constants.count < 256 { current.constants.append([]) }
  }

  /// Ends the current alternative.
  private mutating func close() {
    if !current.isEmpty, readAlternatives.count < 256 { readAlternatives.append(current) }
    current = Alternative()
  }
}
