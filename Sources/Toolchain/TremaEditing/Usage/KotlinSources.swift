/// A scanner for Kotlin and Java code.
///
/// It finds references such as `R.string.x`, resource names that are looked up at run time, and
/// uses of accessors. Accessors are members of an object: a member is used if the name before it
/// belongs to a variable, parameter or function that is declared with the type of the accessors in
/// any file.
struct KotlinSources {
  /// The meaning of a word.
  private enum Word: Sendable {
    /// A resource class, such as `R`.
    case resources(SourceFindings.ResourceClass)
    /// A resource type, such as `string`.
    case resourceType
    /// An accessor class.
    case type(String)
    /// A function whose arguments include keys or resource names.
    case takesKey([KeyCall.Parameter])
    case `import`, `as`
    /// The keyword `fun`.
    case function
    /// The keywords `val` and `var`.
    case variable
    /// A function whose closure uses members without naming the object. The object is the argument
    /// of `with` and the receiver of the other functions.
    case with, scope
  }

  /// The names of keys in source code.
  private let names: UsageNames
  /// Whether the language is Kotlin rather than Java.
  private let isKotlin: Bool
  /// The lexer of the file.
  private var lexer: CodeLexer
  /// The words with a meaning. Imports under a different name add words.
  private var words: WordTable<Word>
  /// The members that look up the literal before them: `"key".localized`.
  private let suffixes: WordTable<KeyCall.Kind>
  /// The open brackets and calls.
  private var stack = CallStack()
  /// The findings so far.
  private var findings = SourceFindings(keysIn: .kotlinKeys)

  /// The last token if it is a punctuation character, ``word`` after a word, or 0 after other
  /// tokens.
  private var previous: UInt8 = 0
  /// The last three parts of the current dotted name, in reverse order. Missing parts are empty
  /// ranges. A call is represented by the name of its function.
  private var chain = (0..<0, 0..<0, 0..<0)
  /// The meanings of the parts in ``chain``.
  private var meanings: (Word?, Word?, Word?) = (nil, nil, nil)
  /// The last word.
  private var lastWord = 0..<0
  /// The call that begins if an opening bracket follows.
  private var call: KeyCall?
  /// The last declared name, which is used only on the same line.
  private var declared: Range<Int>?
  /// Whether the current statement is an import.
  private var isImport = false
  /// The object whose members are used without naming it.
  private var implicitReceiver: [UInt8]?
  /// Whether the next word is the argument of `with`.
  private var expectsWithArgument = false
  /// The packages of imported resource classes, by the names of the classes in this file.
  private var packages: [[UInt8]: [UInt8]] = [:]
  /// The last literal, if only a dot follows it so far.
  private var lastLiteral: CodeLexer.Literal?

  /// Scans a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - names: The names of keys in source code.
  ///   - isKotlin: Whether the language is Kotlin rather than Java.
  static func findings(
    _ bytes: [UInt8], _ names: UsageNames, isKotlin: Bool
  ) -> SourceFindings {
    var sources = KotlinSources(bytes, names, isKotlin: isKotlin)
    sources.read()
    if names.hasMissingKotlinMembers {
      KotlinMembers.record(in: bytes, names, isKotlin: isKotlin, into: &sources.findings)
    }
    sources.findings.resolvePositions(in: bytes)
    return sources.findings
  }

  private init(_ bytes: [UInt8], _ names: UsageNames, isKotlin: Bool) {
    self.names = names
    self.isKotlin = isKotlin
    lexer = CodeLexer(bytes, isKotlin ? .kotlin : .java)
    var words = names.functions.isEmpty ? Self.knownWords : Self.words(names.functions)
    for name in names.resourceClasses { words.add(name, .resources(.compose)) }
    for type in names.kotlinTypes { words.add(type, .type(type)) }
    self.words = words
    var suffixes = WordTable<KeyCall.Kind>()
    for function in names.functions where function.keyPosition == .receiver {
      suffixes.add(function.name, .key)
    }
    self.suffixes = suffixes
  }

  /// The words with a meaning, excluding functions of the app.
  private static let knownWords = words([])

  /// Returns the words with a meaning, including functions of the app.
  private static func words(_ functions: [KeyFunction]) -> WordTable<Word> {
    var parameters: [[UInt8]: [KeyCall.Parameter]] = [
      Array("getIdentifier".utf8): [KeyCall.Parameter(kind: .resourceName)],
      Array("translate".utf8): [KeyCall.Parameter(kind: .key)],
    ]
    for function in functions {
      guard let parameter = KeyCall.Parameter(function) else { continue }
      parameters[function.name, default: []].append(parameter)
    }
    var words = WordTable<Word>()
    for (name, parameters) in parameters { words.add(name, .takesKey(parameters)) }
    // The resource classes of Android, Compose Multiplatform and moko-resources. In moko-resources,
    // type names are plural.
    words.add("R", .resources(.android))
    words.add("Res", .resources(.compose))
    for name in ["MR", "SharedRes"] { words.add(name, .resources(.shared)) }
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

  /// Reads the file to its end.
  private mutating func read() {
    while let token = lexer.token() {
      switch token {
      case .word: takeWord(lexer.text)
      case .punctuation(let character): take(character)
      case .literal:
        stack.take(lexer.literal)
        findings.recordMention(lexer.literal, names, by: stack.declaration(in: lexer.bytes))
        endName()
        lastLiteral = lexer.literal
      case .interpolationBegins:
        stack.beginInterpolation()
        endName()
      case .interpolationEnds:
        stack.endInterpolation()
        endName()
      }
    }
  }

  /// Ends the current dotted name.
  private mutating func endName() {
    chain = (0..<0, 0..<0, 0..<0)
    meanings = (nil, nil, nil)
    call = nil
    lastLiteral = nil
    previous = 0
  }

  /// Processes a word: it may be a part of a dotted name, of an import or of a declaration.
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
    if let literal = lastLiteral, previous == UInt8(ascii: "."), !literal.isTruncated,
      let kind = suffixes.meaning(of: range, in: lexer.bytes)
    {
      findings.recordUse(literal.constants, as: kind, names, at: literal.start)
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
    // A declaration in Java: `Texts texts`.
    if case .type? = before, isAfterWord { findings.receivers.insert(name(range)) }
    if let implicitReceiver, chain.1.isEmpty,
      let keys = names.keys(ofKotlinMember: lexer.bytes[range])
    {
      findings.members[implicitReceiver, default: []].formUnion(keys)
    }
    if expectsWithArgument {
      implicitReceiver = name(range)
      expectsWithArgument = false
    }
    // `import com.example.R as Strings`
    if isImport, isAfterWord, case .as? = before {
      isImport = false
      if let importedClass {
        words.add(name(range), .resources(importedClass))
        packages[name(range)] = importedPackage
      }
      if let importedType {
        words.add(name(range), .type(importedType))
        findings.receivers.insert(name(range))
      }
    }
    if case .as? = meaning, isImport {
      (importedClass, importedType) = (nil, nil)
      switch words.meaning(of: wordBefore, in: lexer.bytes) {
      case .resources(let kind):
        importedClass = kind
        packages[name(wordBefore)] = nil
      case .type(let type): importedType = type
      default: break
      }
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

  /// The value of ``previous`` after a word.
  private static let word: UInt8 = 1
  /// The kind of the resource class that the current import renames, or `nil` if there is none.
  private var importedClass: SourceFindings.ResourceClass?
  /// The package of the imported resource class.
  private var importedPackage: [UInt8] = []
  /// The accessor class that the current import renames, or `nil` if there is none.
  private var importedType: String?

  /// Ends an import at a word that is not joined to it with a dot. The word begins the next
  /// statement.
  private mutating func takeWordAfterImport(_ before: Word?, _ meaning: Word?) {
    switch (before, meaning) {
    case (.import?, _), (.as?, _), (_, .as?): break
    default: isImport = false
    }
  }

  /// Returns the package of a resource class: the names before it, or the package that the file
  /// imports it from.
  private func package(of range: Range<Int>) -> [UInt8] {
    let name = CodeLexer.dottedName(endingWith: range, in: lexer.bytes)
    if name.lowerBound == range.lowerBound { return packages[self.name(range)] ?? [] }
    return Array(lexer.bytes[name.lowerBound..<range.lowerBound - 1])
  }

  /// Returns at most the first 1024 bytes of a name.
  private func name(_ range: Range<Int>) -> [UInt8] { Array(lexer.bytes[range].prefix(1 << 10)) }

  /// Processes a word with a meaning.
  private mutating func takeMeaning(_ meaning: Word?, _ range: Range<Int>) {
    switch meaning {
    case .takesKey(let parameters):
      let matching = parameters.filter { parameter in
        parameter.receiver.isEmpty || lexer.bytes[chain.1].elementsEqual(parameter.receiver)
      }
      if !matching.isEmpty { call = KeyCall(matching, start: range.lowerBound) }
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
    case .scope where !chain.1.isEmpty: implicitReceiver = name(chain.1)
    default: break
    }
  }

  /// Returns whether two offsets are on the same line.
  private func isSameLine(_ start: Int, _ end: Int) -> Bool {
    start <= end && !lexer.bytes[start..<end].contains(UInt8(ascii: "\n"))
  }

  /// Processes a name after a dot: a resource or an accessor.
  private mutating func takeMember() {
    let bytes = lexer.bytes
    if case .resourceType? = meanings.1, case .resources(let resourceClass)? = meanings.2 {
      // Android's own resources are not texts of the app.
      let package = package(of: chain.2)
      guard !package.elementsEqual("android".utf8) else { return }
      findings.recordUse(
        ofResource: bytes[chain.0], type: bytes[chain.1], names,
        spelling: bytes[chain.2.lowerBound..<chain.0.upperBound].prefix(1 << 10),
        package: package, in: resourceClass, at: chain.2.lowerBound)
      return
    }
    if names.kotlinTypes.isEmpty { return }
    if case .type(let type)? = meanings.1, takeMember(of: type) { return }
    if let keys = names.keys(ofKotlinMember: bytes[chain.0]) {
      findings.members[name(chain.1), default: []].formUnion(keys)
    }
  }

  /// Records the last name if it certainly refers to a member of an accessor class that does not
  /// exist, as in `Texts(resources).title`.
  ///
  /// - Returns: Whether there is no such member.
  private mutating func takeMember(of type: String) -> Bool {
    let member = lexer.bytes[chain.0]
    let match = names.match(names.kotlinMembers[member], in: .kotlinMembers(type))
    switch match {
    case .keys: return false
    case .missing:
      let isCall = isKotlin && lexer.isCall
      if names.missingKey(ofKotlinMember: member, in: type, isCall: isCall) == nil { return false }
    // A member of the class itself is not an accessor.
    case .none where !isClosedCall: return false
    case .none: if UsageNames.isUniversal(kotlinMember: member) { return false }
    }
    let undefined = SourceFindings.UndefinedName(
      kind: .kotlinAccessor, name: name(chain.0),
      spelling: name(chain.1) + [UInt8(ascii: ".")] + name(chain.0), space: .kotlinMembers(type))
    findings.record(match, or: undefined, at: chain.1.lowerBound)
    return true
  }

  /// Whether the last dot follows a call.
  private var isClosedCall = false

  /// Processes a punctuation character: it continues or ends the current dotted name.
  private mutating func take(_ character: UInt8) {
    let startedCall = character == UInt8(ascii: "(") ? call : nil
    let isCallee = previous == Self.word
    if character == UInt8(ascii: "("), isCallee, case .with? = meanings.0 {
      expectsWithArgument = true
    }
    if let ended = stack.take(character, beginning: startedCall, callee: isCallee ? chain.0 : 0..<0)
    {
      findings.recordCall(ended, names)
    }
    switch character {
    case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!"):
      // `texts?.title` and `texts!!.title`
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
      previous = character
    case UInt8(ascii: ";"), UInt8(ascii: "{"):
      isImport = false
      endName()
      previous = character
    default:
      let isReference = character == UInt8(ascii: ":") && previous == UInt8(ascii: ":")
      if isReference {
        // `texts::title`
        (chain.0, meanings.0) = (lastWord, words.meaning(of: lastWord, in: lexer.bytes))
        call = nil
        previous = UInt8(ascii: ".")
        return
      }
      endName()
      previous = character
    }
  }
}
