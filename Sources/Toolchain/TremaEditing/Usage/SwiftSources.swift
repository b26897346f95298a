/// The scanner for Swift code.
///
/// It finds calls that look up a text by its key, accessors of trema and of other tools, and the
/// symbols that Xcode generates from a String Catalog. The known functions are those of trema's run
/// time, of Foundation and of SwiftUI. SwiftUI's views accept a key where others accept a text, so
/// that a literal only counts if it is a key.
struct SwiftSources {
  /// The meaning of a word.
  private enum Word: Sendable {
    /// A function with arguments that are keys.
    case function([KeyCall.Parameter])
    /// A function or type whose members are named after keys: `.localizable(.loginTitle)`,
    /// `LocalizedStringResource.loginTitle`.
    case symbols([KeyCall.Parameter])
    /// A type of accessors or an alias of one of its nested types, with the path that it refers to.
    case type([UInt8])
    case `typealias`
    case `extension`
    /// A keyword that declares a name.
    case declaration
  }

  /// The names that keys have in the sources.
  private let names: UsageNames
  /// The lexer of the file.
  private var lexer: CodeLexer
  /// The words with a meaning.
  private let words: WordTable<Word>
  /// The members that look up the literal before them: `"key".localized`.
  private let suffixes: WordTable<KeyCall.Kind>
  /// The open brackets and calls.
  private var stack = CallStack()
  /// The findings so far.
  private var findings = SourceFindings()

  /// The kind of the previous token.
  private var previous = Previous.other
  private enum Previous { case word, dot, literal, literalDot, other }
  /// The meaning of the previous word, if it was the previous token or only a dot follows it.
  private var previousWord: Word?
  /// The last word.
  private var lastWord = 0..<0
  /// The last punctuation character; dots after words and literals are not recorded.
  private var lastPunctuation: UInt8 = 0
  /// The last literal.
  private var lastLiteral = CodeLexer.Literal(start: 0)
  /// Whether a declaration with the type `LocalizedStringKey` may be followed by its value, after
  /// `=`.
  private var declaresKey = false
  /// The call that begins if an opening bracket follows.
  private var call: KeyCall?
  /// The path of an accessor that is being read; empty outside of one.
  private var path: [UInt8] = []
  /// The offset of the start of the path.
  private var pathStart = 0
  /// The keys that are used if the path of another tool's accessors ends here.
  private var pathKeys: [Int] = []
  /// The unknown type that the current dotted name begins with; `nil` if there is none.
  private var unknownType: Range<Int>?
  /// The number of names after the unknown type.
  private var unknownDepth = 0
  /// The name that a type alias declares; `nil` outside of a type alias.
  private var alias: [UInt8]?
  /// Whether the type follows that the alias refers to.
  private var isAfterAliasName = false
  /// Whether the file contains an extension of a type of accessors.
  private var extendsTexts = false

  /// Scans a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - names: The names that keys have in the sources.
  static func findings(_ bytes: [UInt8], _ names: UsageNames) -> SourceFindings {
    var sources = SwiftSources(bytes, names)
    sources.read()
    sources.findings.resolvePositions(in: bytes)
    return sources.findings
  }

  private init(_ bytes: [UInt8], _ names: UsageNames) {
    self.names = names
    lexer = CodeLexer(bytes, .swift)
    var words = names.functions.isEmpty ? Self.knownWords : Self.words(names.functions)
    for table in names.tables {
      words.add(Self.symbol(table), .symbols([KeyCall.Parameter(kind: .possibleKey)]))
    }
    for (type, _) in names.foreignTypes { words.add(type, .type(type)) }
    for type in names.swiftTypes { words.add(type.name, .type(Array(type.name.utf8))) }
    for (alias, path) in names.swiftAliases { words.add(alias, .type(path)) }
    self.words = words
    var suffixes = WordTable<KeyCall.Kind>()
    for function in names.functions where function.keyPosition == .receiver {
      suffixes.add(function.name, .key)
    }
    for name in Self.knownSuffixes { suffixes.add(name, .possibleKey) }
    self.suffixes = suffixes
  }

  /// Returns the name that Xcode gives to a table in code: `localizable` for `Localizable`.
  private static func symbol(_ table: String) -> String {
    table.prefix(1).lowercased() + table.dropFirst()
  }

  /// The words without functions of the app.
  private static let knownWords = words([])

  /// Returns the words with a meaning, including functions of the app.
  private static func words(_ functions: [KeyFunction]) -> WordTable<Word> {
    var parameters: [[UInt8]: [KeyCall.Parameter]] = [:]
    func add(_ name: String, _ parameter: KeyCall.Parameter) {
      parameters[Array(name.utf8), default: []].append(parameter)
    }
    let localized = Array("localized".utf8)
    let localizable = Array("localizable".utf8)
    for name in ["translate", "NSLocalizedString"] { add(name, KeyCall.Parameter(kind: .key)) }
    for name in ["String", "AttributedString"] {
      add(name, KeyCall.Parameter(kind: .key, label: localized))
      add(name, KeyCall.Parameter(kind: .possibleKey, label: localizable))
    }
    add("localizedString", KeyCall.Parameter(kind: .key, label: Array("forKey".utf8)))
    for name in possibleKeys {
      add(name, KeyCall.Parameter(kind: .possibleKey))
      add(name, KeyCall.Parameter(kind: .possibleKey, label: localizable))
    }
    for function in functions {
      guard let parameter = KeyCall.Parameter(function) else { continue }
      parameters[function.name, default: []].append(parameter)
    }
    var words = WordTable<Word>()
    for (name, parameters) in parameters { words.add(name, .function(parameters)) }
    words.add("LocalizedStringResource", .symbols([KeyCall.Parameter(kind: .key)]))
    words.add("LocalizedStringKey", .symbols([KeyCall.Parameter(kind: .possibleKey)]))
    words.add("typealias", .typealias)
    words.add("extension", .extension)
    for name in ["var", "let", "func", "enum", "struct", "class", "case"] {
      words.add(name, .declaration)
    }
    return words
  }

  /// The functions of SwiftUI whose first argument is a `LocalizedStringKey`.
  ///
  /// Source: Apple's documentation of SwiftUI.
  private static let possibleKeys = [
    "Text", "Label", "Button", "Toggle", "TextField", "SecureField", "Link",
    "Menu", "Picker", "Section", "Stepper", "NavigationLink", "DatePicker", "ColorPicker",
    "DisclosureGroup", "GroupBox", "ProgressView", "Gauge", "ContentUnavailableView", "Tab",
    "navigationTitle", "navigationBarTitle", "alert", "confirmationDialog", "help", "badge",
    "accessibilityLabel", "accessibilityHint", "accessibilityValue", "tabItem", "searchable",
  ]

  /// The names of members that apps add to `String` most often to look up a text.
  private static let knownSuffixes = [
    "localized", "localizedString", "localize", "localised", "l10n", "i18n", "tr",
  ]

  /// Reads the file to its end.
  private mutating func read() {
    while let token = lexer.token() {
      switch token {
      case .word: takeWord(lexer.text)
      case .punctuation(let character): take(character)
      case .literal: takeLiteral()
      case .interpolationBegins:
        stack.beginInterpolation()
        endName()
      case .interpolationEnds:
        stack.endInterpolation()
        endName()
      }
    }
    endName()
  }

  /// Processes a string literal.
  private mutating func takeLiteral() {
    let literal = lexer.literal
    stack.take(literal)
    findings.recordMention(literal, names, by: stack.declaration(in: lexer.bytes))
    if declaresKey, lastPunctuation == UInt8(ascii: "="), !literal.isTruncated {
      findings.take(literal.constants, as: .possibleKey, names, at: literal.start)
    }
    declaresKey = false
    endName()
    previous = .literal
    lastLiteral = literal
  }

  /// Processes a word: it may be a part of a path, the name of a function, or a declaration.
  private mutating func takeWord(_ range: Range<Int>) {
    stack.take(word: range, in: lexer.bytes)
    let meaning = words.meaning(of: range, in: lexer.bytes)
    let isMember = previous == .dot
    declaresKey = false
    if !isMember { endPath() }
    if !path.isEmpty, isMember {
      step(range)
    } else if case .type(let type)? = meaning, !isGenericParameter(range) {
      begin(type, at: range.lowerBound)
    } else {
      takeUnknown(range, isMember: isMember, isKnown: meaning != nil)
    }
    call = nil
    switch meaning {
    case .function(let parameters)? where !isDeclarationName,
      .symbols(let parameters)? where !isDeclarationName:
      let matching = parameters.filter { parameter in
        parameter.receiver.isEmpty
          || isMember && lexer.bytes[lastWord].elementsEqual(parameter.receiver)
      }
      if !matching.isEmpty { call = KeyCall(matching, start: range.lowerBound) }
    default: break
    }
    if case .symbols? = meaning, lastPunctuation == UInt8(ascii: ":") { declaresKey = true }
    if isMember, case .symbols? = previousWord,
      let keys = names.folded[FoldedName.fold(lexer.bytes[range])]
    {
      findings.used.formUnion(keys)
    }
    if previous == .literalDot, !lastLiteral.isTruncated,
      let kind = suffixes.meaning(of: range, in: lexer.bytes)
    {
      findings.take(lastLiteral.constants, as: kind, names, at: lastLiteral.start)
    }
    if case .typealias? = previousWord {
      (alias, isAfterAliasName) = (Array(lexer.bytes[range]), true)
    }
    if extendsTexts { takeUnqualified(range) }
    previous = .word
    previousWord = meaning
    lastWord = range
  }

  /// Whether a word is probably the name of a generic parameter. `R` often is one; it is the type
  /// of R.swift only before a dot.
  private func isGenericParameter(_ range: Range<Int>) -> Bool {
    range.count == 1 && lexer.peek(0) != UInt8(ascii: ".")
  }

  /// Processes a name outside of known paths. `Strings.Login.title` with an unknown type `Strings`
  /// counts if it is named after a key.
  ///
  /// - Parameters:
  ///   - range: The name.
  ///   - isMember: Whether a dot is before the name.
  ///   - isKnown: Whether the name has a meaning.
  private mutating func takeUnknown(_ range: Range<Int>, isMember: Bool, isKnown: Bool) {
    let isUpper = Self.isUpper(lexer.bytes[range.lowerBound])
    guard isMember else {
      unknownType = isUpper && !isKnown ? range : nil
      unknownDepth = 0
      return
    }
    guard let type = unknownType else { return }
    unknownDepth += 1
    // Capitalized names are nested types; the search is limited in depth and length.
    if isUpper, unknownDepth < 4, range.upperBound - type.lowerBound < 200 { return }
    unknownType = nil
    let rest = lexer.bytes[type.upperBound..<range.upperBound]
    guard rest.count < 200, names.folded[FoldedName.fold(rest)] != nil else { return }
    findings.accessorTypes[Array(lexer.bytes[type]), default: 0] += 1
  }

  /// Whether a byte is an ASCII capital letter.
  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// Whether the current word is the name of a declaration.
  private var isDeclarationName: Bool {
    if case .declaration? = previousWord { previous == .word } else { false }
  }

  /// Processes a word in a file that extends a type of accessors, in which members are used without
  /// the type's name.
  private mutating func takeUnqualified(_ range: Range<Int>) {
    let name = lexer.bytes[range]
    if isDeclarationName {
      findings.declared.insert(Array(name))
    } else if let keys = names.swiftNames[name] {
      findings.used.formUnion(keys)
    }
  }

  /// Processes a punctuation character: it continues or ends the current dotted name.
  private mutating func take(_ character: UInt8) {
    let startedCall = character == UInt8(ascii: "(") ? call : nil
    if let ended = stack.take(character, beginning: startedCall, callee: lastWord) {
      findings.take(ended, names)
    }
    defer { lastPunctuation = character }
    if character == UInt8(ascii: "."), previous == .word || previous == .literal {
      previous = previous == .word ? .dot : .literalDot
      call = nil
      return
    }
    if character != UInt8(ascii: "="), character != UInt8(ascii: "?") { declaresKey = false }
    let isAfterName = character == UInt8(ascii: "=") && isAfterAliasName
    endName()
    if !isAfterName { (alias, isAfterAliasName) = (nil, false) }
  }

  /// Ends the current dotted name.
  private mutating func endName() {
    endPath()
    call = nil
    unknownType = nil
    previous = .other
    previousWord = nil
  }

  /// Begins the path of an accessor.
  private mutating func begin(_ type: [UInt8], at start: Int) {
    path = type
    pathStart = start
    if case .extension? = previousWord { extendsTexts = true }
  }

  /// Processes the next name of a path: a nested type, a member, or an undefined name.
  private mutating func step(_ range: Range<Int>) {
    let name = lexer.bytes[range]
    // A name of that length is not an accessor.
    guard range.count < 1 << 12 else { return path = [] }
    let longer = path + [UInt8(ascii: ".")] + name
    if let skipped = foreignDepth {
      stepForeign(longer, isUpper: name.first.map(Self.isUpper) ?? false, skipping: skipped)
    } else if let keys = names.swiftMembers[longer[...]] {
      findings.used.formUnion(keys)
      path = []
    } else if names.swiftGroups.contains(longer[...]) {
      path = longer
    } else if Self.facets.contains(where: { name.elementsEqual($0.utf8) }) {
      return
    } else if Self.universalMembers.contains(where: { name.elementsEqual($0.utf8) }) {
      path = []
    } else {
      findings.recordUndefined(.swiftAccessor, Array(name), spelling: longer, at: pathStart)
      path = []
    }
  }

  /// The number of names that are ignored after the type, if the path is one of another tool's
  /// accessors; `nil` if it is not.
  private var foreignDepth: Int? {
    names.foreignTypes[Array(path.prefix { $0 != UInt8(ascii: ".") })]
  }

  /// Processes the next name of a path of another tool's accessors.
  ///
  /// Groups begin with a capital letter and accessors do not, so that `L10n.Login.title` is not a
  /// use of the key `login`. A path that ends with a group is nevertheless treated as an accessor.
  ///
  /// - Parameters:
  ///   - longer: The path with the name.
  ///   - isUpper: Whether the name begins with a capital letter.
  ///   - skipped: The number of names that are ignored after the type.
  private mutating func stepForeign(_ longer: [UInt8], isUpper: Bool, skipping skipped: Int) {
    let parts = longer.split(separator: UInt8(ascii: ".")).dropFirst()
    pathKeys = []
    guard parts.count < 12,
      skipped == 0 || parts.first.map({ $0.elementsEqual("string".utf8) }) ?? false
    else { return path = [] }
    path = longer
    guard parts.count > skipped else { return }
    let name = FoldedName.fold(Array(parts.dropFirst(skipped).joined())[...])
    guard let keys = names.folded[name] else { return }
    if isUpper {
      pathKeys = keys
    } else {
      findings.used.formUnion(keys)
      path = []
    }
  }

  /// The nested types that contain the same members in another form; see `SwiftAccessors`.
  private static let facets = ["Views", "Resources"]
  /// The members of every type.
  private static let universalMembers = ["self", "Type", "init"]

  /// Ends the path: it is the target of an alias, or a use of the keys of a group.
  private mutating func endPath() {
    if let alias, !path.isEmpty, alias != path {
      findings.aliases[alias] = path
      (self.alias, isAfterAliasName) = (nil, false)
    } else if !path.isEmpty {
      findings.used.formUnion(pathKeys)
    }
    pathKeys = []
    path = []
  }
}
