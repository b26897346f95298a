/// Finds the keys that Kotlin and Java code uses: `R.string.x` and its kin, names of resources that
/// are looked up at run time, and accessors.
///
/// Accessors are members of an object, so a member counts where the name before it belongs to a
/// variable, a parameter or a function that is somewhere declared with the type of the accessors.
struct KotlinSources {
  private enum Word: Sendable {
    /// The class of resources.
    case resources
    case resourceType
    /// A class of accessors.
    case type
    case lookUp
    case translate
    case `import`, `as`
    case function
    case variable
    /// Functions whose argument, or what stands before them, needs no name inside the braces.
    case with, scope
  }

  private let names: UsageNames
  private let isKotlin: Bool
  private var lexer: CodeLexer
  private var words: WordTable<Word>
  private var stack = CallStack()
  private var findings = SourceFindings()

  private var previous: UInt8 = 0
  /// The dotted name that is read, its last parts, the newest first; empty ranges where there is
  /// none. A call in it stands under the name of its function.
  private var chain = (0..<0, 0..<0, 0..<0, 0..<0)
  private var meanings: (Word?, Word?, Word?) = (nil, nil, nil)
  private var lastWord = 0..<0
  private var call: KeyCall?
  /// The name that a declaration in this line gives.
  private var declared: Range<Int>?
  private var isImport = false
  /// Whose members are called by their names alone.
  private var implicit: [UInt8]?
  private var isWith = false

  static func findings(
    _ bytes: [UInt8], _ names: UsageNames, isKotlin: Bool
  ) -> SourceFindings {
    var sources = KotlinSources(bytes, names, isKotlin: isKotlin)
    sources.read()
    sources.findings.place(in: bytes)
    return sources.findings
  }

  private init(_ bytes: [UInt8], _ names: UsageNames, isKotlin: Bool) {
    self.names = names
    self.isKotlin = isKotlin
    lexer = CodeLexer(bytes, isKotlin ? .kotlin : .java)
    var words = Self.knownWords
    for type in names.kotlinTypes { words.add(type, .type) }
    self.words = words
  }

  private static let knownWords: WordTable<Word> = {
    var words = WordTable<Word>()
    words.add("R", .resources)
    for type in SourceFindings.resourceTypes { words.add(type, .resourceType) }
    words.add("getIdentifier", .lookUp)
    words.add("translate", .translate)
    words.add("import", .import)
    words.add("as", .as)
    words.add("fun", .function)
    for name in ["val", "var"] { words.add(name, .variable) }
    words.add("with", .with)
    for name in ["run", "apply"] { words.add(name, .scope) }
    return words
  }()

  private mutating func read() {
    while let token = lexer.token() {
      switch token {
      case .word: takeWord(lexer.text)
      case .sign(let sign): take(sign)
      case .literal:
        stack.take(lexer.literal)
        findings.mention(lexer.literal, names)
        endName()
      case .holeBegins:
        stack.beginHole()
        endName()
      case .holeEnds:
        stack.endHole()
        endName()
      }
    }
  }

  private mutating func endName() {
    chain = (0..<0, 0..<0, 0..<0, 0..<0)
    meanings = (nil, nil, nil)
    call = nil
    previous = 0
  }

  private mutating func takeWord(_ range: Range<Int>) {
    stack.take(word: range, in: lexer.bytes)
    let meaning = words.meaning(of: range, in: lexer.bytes)
    let before = meanings.0
    let wordBefore = chain.0
    let isAfterWord = previous == Self.word
    if previous == UInt8(ascii: ".") {
      (chain.3, chain.2, chain.1) = (chain.2, chain.1, chain.0)
      (meanings.2, meanings.1) = (meanings.1, meanings.0)
    } else {
      (chain.1, chain.2, chain.3) = (0..<0, 0..<0, 0..<0)
      (meanings.1, meanings.2) = (nil, nil)
    }
    (chain.0, meanings.0) = (range, meaning)
    if !chain.1.isEmpty { takeMember() }
    call = nil
    if case .function? = before, isAfterWord {
      declared = range
    } else if case .variable? = before, isAfterWord {
      declared = range
    } else {
      takeMeaning(meaning, range)
    }
    // Java: `Texts texts`.
    if case .type? = before, isAfterWord { findings.receivers.insert(name(range)) }
    if let implicit, chain.1.isEmpty, let keys = names.kotlinMembers[lexer.bytes[range]] {
      findings.members[implicit, default: []].formUnion(keys)
    }
    if isWith {
      implicit = name(range)
      isWith = false
    }
    // `import com.example.R as Strings`
    if isImport, isAfterWord, case .as? = before {
      isImport = false
      if importsResources { words.add(name(range), .resources) }
      if importsType {
        words.add(name(range), .type)
        findings.receivers.insert(name(range))
      }
    }
    if case .as? = meaning, isImport {
      importsResources = isWordOfResources(wordBefore)
      importsType = isWordOfType(wordBefore)
    }
    if case .import? = meaning { isImport = true }
    previous = Self.word
    lastWord = range
  }

  private static let word: UInt8 = 1
  private var importsResources = false
  private var importsType = false

  private func isWordOfResources(_ range: Range<Int>) -> Bool {
    if case .resources? = words.meaning(of: range, in: lexer.bytes) { true } else { false }
  }

  private func isWordOfType(_ range: Range<Int>) -> Bool {
    if case .type? = words.meaning(of: range, in: lexer.bytes) { true } else { false }
  }

  private func name(_ range: Range<Int>) -> [UInt8] { Array(lexer.bytes[range].prefix(1 << 10)) }

  private mutating func takeMeaning(_ meaning: Word?, _ range: Range<Int>) {
    switch meaning {
    case .lookUp: call = KeyCall(.resourceName, start: range.lowerBound)
    case .translate: call = KeyCall(.key, start: range.lowerBound)
    case .type:
      // `val texts by lazy { Texts(resources) }`, `fun texts() = Texts(resources)`
      if let declared, isSameLine(declared.upperBound, range.lowerBound) {
        findings.receivers.insert(name(declared))
      }
      declared = nil
      // `texts: Texts`
      if previous == UInt8(ascii: ":"), !lastWord.isEmpty {
        findings.receivers.insert(name(lastWord))
      }
    case .scope where !chain.1.isEmpty: implicit = name(chain.1)
    default: break
    }
  }

  private func isSameLine(_ start: Int, _ end: Int) -> Bool {
    start <= end && !lexer.bytes[start..<end].contains(UInt8(ascii: "\n"))
  }

  /// A name behind a dot.
  private mutating func takeMember() {
    let bytes = lexer.bytes
    if case .resourceType? = meanings.1, case .resources? = meanings.2 {
      // Those of Android itself are no texts of the app.
      guard !bytes[chain.3].elementsEqual("android".utf8) else { return }
      findings.take(
        resource: bytes[chain.0], ofType: bytes[chain.1], names,
        spelling: bytes[chain.2.lowerBound..<chain.0.upperBound].prefix(1 << 10),
        at: chain.2.lowerBound)
      return
    }
    if names.kotlinTypes.isEmpty { return }
    if let keys = names.kotlinMembers[bytes[chain.0]] {
      findings.members[name(chain.1), default: []].formUnion(keys)
    } else if isNewAccessor {
      let type = name(chain.1)
      findings.missing(
        .kotlinAccessor, name(chain.0), spelling: type + [UInt8(ascii: ".")] + name(chain.0),
        at: chain.1.lowerBound)
    }
  }

  /// `Texts(resources).title`: surely a member of the accessors, unless it is one of any object.
  private var isNewAccessor: Bool {
    guard isClosedCall, case .type? = meanings.1 else { return false }
    return !Self.ofAnyObject.contains { lexer.bytes[chain.0].elementsEqual($0.utf8) }
  }

  private static let ofAnyObject = [
    "also", "apply", "equals", "getClass", "hashCode", "javaClass", "let", "run", "takeIf",
    "takeUnless", "to", "toString", "use",
  ]
  private var isClosedCall = false

  private mutating func take(_ sign: UInt8) {
    let begun = sign == UInt8(ascii: "(") ? call : nil
    let isCallee = previous == Self.word
    if sign == UInt8(ascii: "("), isCallee, case .with? = meanings.0 { isWith = true }
    if let ended = stack.take(sign, beginning: begun, callee: isCallee ? chain.0 : 0..<0) {
      findings.take(ended, names)
    }
    switch sign {
    case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!"):
      // `texts?.title`, `texts!!.title`
      if previous == UInt8(ascii: ")") {
        let callee = stack.closedCallee
        endName()
        (chain.0, meanings.0) = (callee, words.meaning(of: callee, in: lexer.bytes))
        isClosedCall = true
      } else if previous == Self.word {
        isClosedCall = false
      } else if previous != UInt8(ascii: "."), previous != UInt8(ascii: "?"),
        previous != UInt8(ascii: "!")
      {
        endName()
      }
      call = nil
      previous = sign
    case UInt8(ascii: ";"), UInt8(ascii: "{"):
      isImport = false
      endName()
      previous = sign
    default:
      let isReference = sign == UInt8(ascii: ":") && previous == UInt8(ascii: ":")
      if isReference {
        // `texts::title`
        (chain.0, meanings.0) = (lastWord, words.meaning(of: lastWord, in: lexer.bytes))
        call = nil
        previous = UInt8(ascii: ".")
        return
      }
      endName()
      previous = sign
    }
  }
}
