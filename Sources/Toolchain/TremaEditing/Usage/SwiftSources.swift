/// Finds the keys that Swift code uses: calls that look a text up by its key, accessors of trema and
/// of other tools, and the symbols that Xcode makes of a String Catalog.
///
/// The functions are those of the run time and of Foundation; views of SwiftUI take a key where
/// others take a text, so a literal there counts only when it is a key.
struct SwiftSources {
  private enum Word: Sendable {
    case function([KeyCall.Place])
    /// A function or type, too, of which the members are named as keys: `.localizable(.loginTitle)`,
    /// `LocalizedStringResource.loginTitle`.
    case symbols([KeyCall.Place])
    /// A type of accessors, or a name for one of its parts, and the path that it means.
    case type([UInt8])
    case `typealias`
    case `extension`
    case declaration
  }

  private let names: UsageNames
  private var lexer: CodeLexer
  private let words: WordTable<Word>
  /// The members that make a text of the literal before them: `"key".localized`.
  private let suffixes: WordTable<KeyCall.Kind>
  private var stack = CallStack()
  private var findings = SourceFindings()

  /// The kind of the previous token.
  private var previous = Previous.other
  private enum Previous { case word, dot, literal, literalDot, other }
  private var previousWord: Word?
  private var lastWord = 0..<0
  private var lastSign: UInt8 = 0
  private var lastLiteral = CodeLexer.Literal(start: 0)
  /// Between `: LocalizedStringKey =` and its value.
  private var declaresKey = false
  private var call: KeyCall?
  /// The path that is read, and where it began.
  private var path: [UInt8] = []
  private var pathStart = 0
  /// The keys of the path of another tool's accessors, should it end here.
  private var pathKeys: [Int] = []
  /// The type that a chain of names begins with, which is not known, and how many names follow it.
  private var unknownType: Range<Int>?
  private var unknownDepth = 0
  private var alias: [UInt8]?
  private var isAliasNamed = false
  private var extendsTexts = false

  static func findings(_ bytes: [UInt8], _ names: UsageNames) -> SourceFindings {
    var sources = SwiftSources(bytes, names)
    sources.read()
    sources.findings.place(in: bytes)
    return sources.findings
  }

  private init(_ bytes: [UInt8], _ names: UsageNames) {
    self.names = names
    lexer = CodeLexer(bytes, .swift)
    var words = names.functions.isEmpty ? Self.knownWords : Self.words(names.functions)
    for table in names.tables {
      words.add(Self.symbol(table), .symbols([KeyCall.Place(kind: .possibleKey)]))
    }
    for (type, _) in names.foreignTypes { words.add(type, .type(type)) }
    for type in names.swiftTypes { words.add(type.name, .type(Array(type.name.utf8))) }
    for (alias, path) in names.swiftAliases { words.add(alias, .type(path)) }
    self.words = words
    var suffixes = WordTable<KeyCall.Kind>()
    for function in names.functions where function.place == .receiver {
      suffixes.add(function.name, .key)
    }
    for name in Self.knownSuffixes { suffixes.add(name, .possibleKey) }
    self.suffixes = suffixes
  }

  /// `Localizable` is `localizable` in code.
  private static func symbol(_ table: String) -> String {
    table.prefix(1).lowercased() + table.dropFirst()
  }

  private static let knownWords = words([])

  private static func words(_ functions: [KeyFunction]) -> WordTable<Word> {
    var places: [[UInt8]: [KeyCall.Place]] = [:]
    func add(_ name: String, _ place: KeyCall.Place) {
      places[Array(name.utf8), default: []].append(place)
    }
    let localized = Array("localized".utf8)
    let localizable = Array("localizable".utf8)
    for name in ["translate", "NSLocalizedString"] { add(name, KeyCall.Place(kind: .key)) }
    for name in ["String", "AttributedString"] {
      add(name, KeyCall.Place(kind: .key, label: localized))
      add(name, KeyCall.Place(kind: .possibleKey, label: localizable))
    }
    add("localizedString", KeyCall.Place(kind: .key, label: Array("forKey".utf8)))
    for name in possibleKeys {
      add(name, KeyCall.Place(kind: .possibleKey))
      add(name, KeyCall.Place(kind: .possibleKey, label: localizable))
    }
    for function in functions {
      guard let place = KeyCall.Place(function) else { continue }
      places[function.name, default: []].append(place)
    }
    var words = WordTable<Word>()
    for (name, places) in places { words.add(name, .function(places)) }
    words.add("LocalizedStringResource", .symbols([KeyCall.Place(kind: .key)]))
    words.add("LocalizedStringKey", .symbols([KeyCall.Place(kind: .possibleKey)]))
    words.add("typealias", .typealias)
    words.add("extension", .extension)
    for name in ["var", "let", "func", "enum", "struct", "class", "case"] {
      words.add(name, .declaration)
    }
    return words
  }

  /// The calls that take a `LocalizedStringKey` as their first argument.
  ///
  /// Source: Apple's documentation of SwiftUI.
  private static let possibleKeys = [
    "Text", "Label", "Button", "Toggle", "TextField", "SecureField", "Link",
    "Menu", "Picker", "Section", "Stepper", "NavigationLink", "DatePicker", "ColorPicker",
    "DisclosureGroup", "GroupBox", "ProgressView", "Gauge", "ContentUnavailableView", "Tab",
    "navigationTitle", "navigationBarTitle", "alert", "confirmationDialog", "help", "badge",
    "accessibilityLabel", "accessibilityHint", "accessibilityValue", "tabItem", "searchable",
  ]

  /// Properties and functions that apps add to `String` most often.
  private static let knownSuffixes = [
    "localized", "localizedString", "localize", "localised", "l10n", "i18n", "tr",
  ]

  private mutating func read() {
    while let token = lexer.token() {
      switch token {
      case .word: takeWord(lexer.text)
      case .sign(let sign): take(sign)
      case .literal: takeLiteral()
      case .holeBegins:
        stack.beginHole()
        endName()
      case .holeEnds:
        stack.endHole()
        endName()
      }
    }
    endName()
  }

  private mutating func takeLiteral() {
    let literal = lexer.literal
    stack.take(literal)
    findings.mention(literal, names, by: stack.declaration(in: lexer.bytes))
    if declaresKey, lastSign == UInt8(ascii: "="), !literal.isCut {
      findings.take(literal.constants, as: .possibleKey, names, at: literal.start)
    }
    declaresKey = false
    endName()
    previous = .literal
    lastLiteral = literal
  }

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
    case .function(let places)? where !isDeclared, .symbols(let places)? where !isDeclared:
      let fitting = places.filter { place in
        place.receiver.isEmpty || isMember && lexer.bytes[lastWord].elementsEqual(place.receiver)
      }
      if !fitting.isEmpty { call = KeyCall(fitting, start: range.lowerBound) }
    default: break
    }
    if case .symbols? = meaning, lastSign == UInt8(ascii: ":") { declaresKey = true }
    if isMember, case .symbols? = previousWord,
      let keys = names.folded[FoldedName.fold(lexer.bytes[range])]
    {
      findings.used.formUnion(keys)
    }
    if previous == .literalDot, !lastLiteral.isCut,
      let kind = suffixes.meaning(of: range, in: lexer.bytes)
    {
      findings.take(lastLiteral.constants, as: kind, names, at: lastLiteral.start)
    }
    if case .typealias? = previousWord { (alias, isAliasNamed) = (Array(lexer.bytes[range]), true) }
    if extendsTexts { takeBare(range) }
    previous = .word
    previousWord = meaning
    lastWord = range
  }

  /// `R` is often the name of a type that is not known yet: it is R.swift's before `.string` alone.
  private func isGenericParameter(_ range: Range<Int>) -> Bool {
    range.count == 1 && lexer.peek(0) != UInt8(ascii: ".")
  }

  /// `Strings.Login.title`, where `Strings` is no type that is known: counts when it is named as a key.
  private mutating func takeUnknown(_ range: Range<Int>, isMember: Bool, isKnown: Bool) {
    let isUpper = Self.isUpper(lexer.bytes[range.lowerBound])
    guard isMember else {
      unknownType = isUpper && !isKnown ? range : nil
      unknownDepth = 0
      return
    }
    guard let type = unknownType else { return }
    unknownDepth += 1
    if isUpper, unknownDepth < 4, range.upperBound - type.lowerBound < 200 { return }
    unknownType = nil
    let rest = lexer.bytes[type.upperBound..<range.upperBound]
    guard rest.count < 200, names.folded[FoldedName.fold(rest)] != nil else { return }
    findings.accessorTypes[Array(lexer.bytes[type]), default: 0] += 1
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private var isDeclared: Bool {
    if case .declaration? = previousWord { previous == .word } else { false }
  }

  /// In an extension of a type its members are called by their names alone.
  private mutating func takeBare(_ range: Range<Int>) {
    let name = lexer.bytes[range]
    if isDeclared {
      findings.declared.insert(Array(name))
    } else if let keys = names.swiftNames[name] {
      findings.used.formUnion(keys)
    }
  }

  private mutating func take(_ sign: UInt8) {
    let begun = sign == UInt8(ascii: "(") ? call : nil
    if let ended = stack.take(sign, beginning: begun, callee: lastWord) {
      findings.take(ended, names)
    }
    defer { lastSign = sign }
    if sign == UInt8(ascii: "."), previous == .word || previous == .literal {
      previous = previous == .word ? .dot : .literalDot
      call = nil
      return
    }
    if sign != UInt8(ascii: "="), sign != UInt8(ascii: "?") { declaresKey = false }
    let isAfterName = sign == UInt8(ascii: "=") && isAliasNamed
    endName()
    if !isAfterName { (alias, isAliasNamed) = (nil, false) }
  }

  private mutating func endName() {
    endPath()
    call = nil
    unknownType = nil
    previous = .other
    previousWord = nil
  }

  private mutating func begin(_ type: [UInt8], at start: Int) {
    path = type
    pathStart = start
    if case .extension? = previousWord { extendsTexts = true }
  }

  /// The next name of a path: a type in it, a member, or nothing that is known.
  private mutating func step(_ range: Range<Int>) {
    let name = lexer.bytes[range]
    // A name of megabytes is none.
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
    } else if Self.ofAnyType.contains(where: { name.elementsEqual($0.utf8) }) {
      path = []
    } else {
      findings.missing(.swiftAccessor, Array(name), spelling: longer, at: pathStart)
      path = []
    }
  }

  /// How many names are left out behind the type, when the path is one of another tool's accessors.
  private var foreignDepth: Int? {
    names.foreignTypes[Array(path.prefix { $0 != UInt8(ascii: ".") })]
  }

  /// Groups begin with capitals and accessors do not, so that the key `login` is not used where
  /// `L10n.Login.title` is; a path that ends with a group is an accessor all the same.
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

  /// Types that hold the same members once more; see `SwiftAccessors`.
  private static let facets = ["Views", "Resources"]
  private static let ofAnyType = ["self", "Type", "init"]

  private mutating func endPath() {
    if let alias, !path.isEmpty, alias != path {
      findings.aliases[alias] = path
      (self.alias, isAliasNamed) = (nil, false)
    } else if !path.isEmpty {
      findings.used.formUnion(pathKeys)
    }
    pathKeys = []
    path = []
  }
}
