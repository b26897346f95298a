/// A call of which an argument is a key, while its arguments are read token by token.
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

  /// An argument that is a key.
  struct Place: Sendable {
    var kind: Kind
    /// The position, from 0; `nil` for any.
    var position: Int? = 0
    /// Empty for none.
    var label: [UInt8] = []
    /// The name that must be before the function, with a dot; empty for any or none.
    var receiver: [UInt8] = []
  }

  /// The offset of the function's name.
  let start: Int
  private let places: [Place]

  /// One of the values that the key can have: what is constant, around what is not.
  struct Alternative {
    var constants: [[UInt8]] = [[]]
    /// The start of its first literal; nil while there is none.
    var start: Int?
    var isEmpty = true
    /// The name of an implicit member, `.loginTitle`, of which a path has the last.
    fileprivate(set) var member: [UInt8]?
    fileprivate var endsInCode = false
  }

  /// The possible values of the argument that is a key.
  private(set) var alternatives: [Alternative] = []
  /// The kind of that argument; `nil` for a call without one: another function of the name.
  private(set) var kind: Kind?
  /// The other arguments that are literals, by their labels.
  private(set) var others: [(label: [UInt8], value: [UInt8])] = []

  // The argument that is read.
  private var read: [Alternative] = []
  private var current = Alternative()
  private var position = 0
  private var label: [UInt8] = []
  private var isArgumentStart = true
  private var isNumber = false
  private var lastWord: [UInt8]?
  /// A first word is a label when a colon follows, and code otherwise.
  private var hasPendingWord = false
  private var expectsMember = false
  private var follows: UInt8 = 0

  init(_ places: [Place], start: Int) {
    self.places = places
    self.start = start
  }

  mutating func take(literal: CodeLexer.Literal) {
    defer {
      isArgumentStart = false
      lastWord = nil
      follows = 0
    }
    settleWord()
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
    follows = 0
  }

  mutating func take(sign: UInt8) {
    defer {
      follows = sign
      lastWord = nil
    }
    if sign == UInt8(ascii: ":"), let word = lastWord {
      hasPendingWord = false
      label = word
      isArgumentStart = true
      return
    }
    settleWord()
    switch sign {
    case UInt8(ascii: ","):
      endArgument()
      return
    case UInt8(ascii: ".") where isArgumentStart || (current.member != nil && follows == 0):
      expectsMember = true
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
    takeCode()
    isArgumentStart = false
    lastWord = nil
    follows = UInt8(ascii: "(")
  }

  /// The closing bracket of the call.
  mutating func finish() {
    settleWord()
    endArgument()
  }

  private mutating func endArgument() {
    close()
    let place = places.first {
      $0.label == label && ($0.position == nil || $0.position == position)
    }
    if let place, kind == nil {
      if !isNumber { (kind, alternatives) = (place.kind, read) }
    } else if read.count == 1, others.count < 8, read[0].constants.count == 1 {
      others.append((label, read[0].constants[0]))
    }
    read = []
    position += 1
    label = []
    isNumber = false
    expectsMember = false
    isArgumentStart = true
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
    if !current.isEmpty, read.count < 256 { read.append(current) }
    current = Alternative()
  }
}
