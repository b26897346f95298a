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
    /// A function with arguments that are keys, or names of resources.
    case takesKey([KeyCall.Place])
    case `import`, `as`
    case function
    case variable
    /// Functions whose argument, or what is before them, needs no name inside the braces.
    case with, scope
  }

  private let names: UsageNames
  private let isKotlin: Bool
  private var lexer: CodeLexer
  private var words: WordTable<Word>
  /// The members that make a text of the literal before them: `"key".localized`.
  private let suffixes: WordTable<KeyCall.Kind>
  private var stack = CallStack()
  private var findings = SourceFindings()

  private var previous: UInt8 = 0
  /// The dotted name that is read, its last parts, the newest first; empty ranges where there is
  /// none. A call in it is under the name of its function.
  private var chain = (0..<0, 0..<0, 0..<0)
  private var meanings: (Word?, Word?, Word?) = (nil, nil, nil)
  private var lastWord = 0..<0
  private var call: KeyCall?
  /// The name that a declaration in this line gives.
  private var declared: Range<Int>?
  private var isImport = false
  /// The object whose members are called by their names alone.
  private var implicit: [UInt8]?
  private var isWith = false
  /// The packages of classes of resources that are imported, by their names in this file.
  private var packages: [[UInt8]: [UInt8]] = [:]
  private var lastLiteral: CodeLexer.Literal?

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
    var words = names.functions.isEmpty ? Self.knownWords : Self.words(names.functions)
    for type in names.kotlinTypes { words.add(type, .type) }
    self.words = words
    var suffixes = WordTable<KeyCall.Kind>()
    for function in names.functions where function.place == .receiver {
      suffixes.add(function.name, .key)
    }
    self.suffixes = suffixes
  }

  private static let knownWords = words([])

  private static func words(_ functions: [KeyFunction]) -> WordTable<Word> {
    var places: [[UInt8]: [KeyCall.Place]] = [
      Array("getIdentifier".utf8): [KeyCall.Place(kind: .resourceName)],
      Array("translate".utf8): [KeyCall.Place(kind: .key)],
    ]
    for function in functions {
      guard let place = KeyCall.Place(function) else { continue }
      places[function.name, default: []].append(place)
    }
    var words = WordTable<Word>()
    for (name, places) in places { words.add(name, .takesKey(places)) }
    // Android, Compose Multiplatform, and moko-resources, whose types are named in the plural.
    for name in ["R", "Res", "MR", "SharedRes"] { words.add(name, .resources) }
    for type in SourceFindings.resourceTypes { words.add(type, .resourceType) }
    words.add("strings", .resourceType)
    words.add("import", .import)
    words.add("as", .as)
    words.add("fun", .function)
    for name in ["val", "var"] { words.add(name, .variable) }
    words.add("with", .with)
    for name in ["run", "apply"] { words.add(name, .scope) }
    return words
  }

  private mutating func read() {
    while let token = lexer.token() {
      switch token {
      case .word: takeWord(lexer.text)
      case .sign(let sign): take(sign)
      case .literal:
        stack.take(lexer.literal)
        findings.mention(lexer.literal, names, by: stack.declaration(in: lexer.bytes))
        endName()
        lastLiteral = lexer.literal
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
    chain = (0..<0, 0..<0, 0..<0)
    meanings = (nil, nil, nil)
    call = nil
    lastLiteral = nil
    previous = 0
  }

  private mutating func takeWord(_ range: Range<Int>) {
    stack.take(word: range, in: lexer.bytes)
    let meaning = words.meaning(of: range, in: lexer.bytes)
    let before = meanings.0
    let wordBefore = chain.0
    let isAfterWord = previous == Self.word
    if previous == UInt8(ascii: ".") {
      (chain.2, chain.1) = (chain.1, chain.0)
      (meanings.2, meanings.1) = (meanings.1, meanings.0)
    } else {
      (chain.1, chain.2) = (0..<0, 0..<0)
      (meanings.1, meanings.2) = (nil, nil)
    }
    (chain.0, meanings.0) = (range, meaning)
    if !chain.1.isEmpty { takeMember() }
    if let literal = lastLiteral, previous == UInt8(ascii: "."), !literal.isCut,
      let kind = suffixes.meaning(of: range, in: lexer.bytes)
    {
      findings.take(literal.constants, as: kind, names, at: literal.start)
    }
    lastLiteral = nil
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
      if importsResources {
        words.add(name(range), .resources)
        packages[name(range)] = importedPackage
      }
      if importsType {
        words.add(name(range), .type)
        findings.receivers.insert(name(range))
      }
    }
    if case .as? = meaning, isImport {
      importsResources = isWordOfResources(wordBefore)
      if importsResources { packages[name(wordBefore)] = nil }
      importsType = isWordOfType(wordBefore)
    }
    if isImport, isAfterWord { takeWordAfterImport(before, meaning) }
    if isImport, !chain.1.isEmpty, case .resources? = meaning {
      importedPackage = package(of: range)
      packages[name(range)] = importedPackage
    }
    if case .import? = meaning { isImport = true }
    previous = Self.word
    lastWord = range
  }

  private static let word: UInt8 = 1
  private var importsResources = false
  private var importedPackage: [UInt8] = []
  private var importsType = false

  private func isWordOfResources(_ range: Range<Int>) -> Bool {
    if case .resources? = words.meaning(of: range, in: lexer.bytes) { true } else { false }
  }

  /// A word that no dot joins to the import begins the next statement.
  private mutating func takeWordAfterImport(_ before: Word?, _ meaning: Word?) {
    switch (before, meaning) {
    case (.import?, _), (.as?, _), (_, .as?): break
    default: isImport = false
    }
  }

  /// Returns the package before the dot of a class of resources; for a name alone, the one that the file
  /// imports it from.
  private func package(of range: Range<Int>) -> [UInt8] {
    let name = CodeLexer.dottedName(endingWith: range, in: lexer.bytes)
    if name.lowerBound == range.lowerBound { return packages[self.name(range)] ?? [] }
    return Array(lexer.bytes[name.lowerBound..<range.lowerBound - 1])
  }

  private func isWordOfType(_ range: Range<Int>) -> Bool {
    if case .type? = words.meaning(of: range, in: lexer.bytes) { true } else { false }
  }

  private func name(_ range: Range<Int>) -> [UInt8] { Array(lexer.bytes[range].prefix(1 << 10)) }

  private mutating func takeMeaning(_ meaning: Word?, _ range: Range<Int>) {
    switch meaning {
    case .takesKey(let places):
      let fitting = places.filter { place in
        place.receiver.isEmpty || lexer.bytes[chain.1].elementsEqual(place.receiver)
      }
      if !fitting.isEmpty { call = KeyCall(fitting, start: range.lowerBound) }
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
      let package = package(of: chain.2)
      guard !package.elementsEqual("android".utf8) else { return }
      findings.take(
        resource: bytes[chain.0], ofType: bytes[chain.1], names,
        spelling: bytes[chain.2.lowerBound..<chain.0.upperBound].prefix(1 << 10),
        package: package, at: chain.2.lowerBound)
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
        let literal = lastLiteral
        endName()
        lastLiteral = literal
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
