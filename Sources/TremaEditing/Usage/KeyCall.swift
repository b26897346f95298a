/// A call whose first argument is a key, while its arguments are read token by token.
///
/// `translate(isShort ? "a" : "b_\(code)")` may use `a`, and what begins with `b_`.
struct KeyCall {
  enum Kind {
    /// The key is what `translate` takes.
    case key
    /// The key may as well be a text that is shown as it is.
    case possibleKey
    /// The name of an Android resource.
    case resourceName
  }

  let kind: Kind
  private let label: [UInt8]
  /// Where the name of the function begins, as an offset.
  let start: Int

  /// One of the values that the key can have: what is constant, around what is not.
  struct Alternative {
    var constants: [[UInt8]] = [[]]
    /// Where its first literal begins; nil while there is none.
    var start: Int?
    var isEmpty = true
    fileprivate var endsInCode = false
  }

  private(set) var alternatives: [Alternative] = []
  /// What the later arguments say that are literals, by their labels.
  private(set) var others: [(label: [UInt8], value: [UInt8])] = []

  private var current = Alternative()
  private var argument = 0
  private var isArgumentStart = true
  private var lastWord: [UInt8]?
  private var foundLabel: [UInt8] = []
  private var otherLabel: [UInt8] = []
  /// A first word is a label when a colon follows, and code otherwise.
  private var hasPendingWord = false
  private var follows: UInt8 = 0
  private var isNumber = false

  /// - Parameter label: of the argument with the key, empty for none.
  init(_ kind: Kind, label: [UInt8] = [], start: Int) {
    self.kind = kind
    self.label = label
    self.start = start
  }

  /// No key: another function of the same name.
  var isOther: Bool { foundLabel != label || isNumber }

  mutating func take(literal: CodeLexer.Literal) {
    defer {
      isArgumentStart = false
      lastWord = nil
      follows = 0
    }
    settleWord()
    guard argument == 0 else {
      // An operator before it makes it part of something else.
      if isArgumentStart, others.count < 8, let text = literal.text {
        others.append((otherLabel, text))
      }
      return
    }
    if literal.isCut || !(current.isEmpty || follows == UInt8(ascii: "+")) { return takeCode() }
    current.start = current.start ?? literal.start
    current.isEmpty = false
    current.constants[current.constants.count - 1] += literal.constants[0]
    current.constants += literal.constants.dropFirst()
    current.endsInCode = false
  }

  mutating func take(word: ArraySlice<UInt8>) {
    lastWord = isArgumentStart ? Array(word.prefix(64)) : nil
    settleWord()
    if argument == 0 {
      if let first = word.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
        isNumber = true
      }
      if isArgumentStart { hasPendingWord = true } else { takeCode() }
    }
    isArgumentStart = false
    follows = 0
  }

  mutating func take(sign: UInt8) {
    defer {
      follows = sign
      lastWord = nil
    }
    if sign == UInt8(ascii: ":"), let word = lastWord {
      hasPendingWord = false
      if argument == 0 { foundLabel = word } else { otherLabel = word }
      isArgumentStart = true
      return
    }
    settleWord()
    switch sign {
    case UInt8(ascii: ","):
      if argument == 0 { close() }
      argument += 1
      isArgumentStart = true
      otherLabel = []
      return
    case _ where argument > 0: break
    // What came before was a condition, or is nil.
    case UInt8(ascii: "?"): current = Alternative()
    case UInt8(ascii: ":"): close()
    case UInt8(ascii: "+"): break
    default: takeCode()
    }
    isArgumentStart = false
  }

  mutating func takeGroup() {
    settleWord()
    if argument == 0 { takeCode() }
    isArgumentStart = false
    lastWord = nil
    follows = 0
  }

  /// The closing bracket of the call.
  mutating func finish() {
    settleWord()
    if argument == 0 { close() }
  }

  private mutating func settleWord() {
    if hasPendingWord { takeCode() }
    hasPendingWord = false
  }

  private mutating func takeCode() {
    guard !current.endsInCode else { return }
    current.isEmpty = false
    current.endsInCode = true
    // An expression of thousands of literals is no key.
    if current.constants.count < 256 { current.constants.append([]) }
  }

  private mutating func close() {
    if !current.isEmpty, alternatives.count < 256 { alternatives.append(current) }
    current = Alternative()
  }
}
