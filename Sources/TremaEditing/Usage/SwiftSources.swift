/// Finds the keys that Swift code uses: calls that look a text up by its key, and accessors.
///
/// The functions are those of the run time and of Foundation; views of SwiftUI take a key where
/// others take a text, so a literal there counts only when it is a key.
struct SwiftSources {
  private enum Word: Sendable {
    case function(KeyCall.Kind, label: [UInt8])
    /// A type of accessors, or a name for one of its parts, and the path that it stands for.
    case type([UInt8])
    case `typealias`
    case `extension`
    case declaration
  }

  private let names: UsageNames
  private var lexer: CodeLexer
  private let words: WordTable<Word>
  private var stack = CallStack()
  private var findings = SourceFindings()

  /// What the token before was.
  private var previous = Previous.other
  private enum Previous { case word, dot, other }
  private var previousWord: Word?
  private var lastWord = 0..<0
  private var call: KeyCall?
  /// The path that is read, and where it began.
  private var path: [UInt8] = []
  private var pathStart = 0
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
    var words = Self.knownWords
    for type in names.swiftTypes { words.add(type.name, .type(Array(type.name.utf8))) }
    for (alias, path) in names.swiftAliases { words.add(alias, .type(path)) }
    self.words = words
  }

  private static let knownWords: WordTable<Word> = {
    var words = WordTable<Word>()
    for name in ["translate", "NSLocalizedString", "LocalizedStringResource"] {
      words.add(name, .function(.key, label: []))
    }
    for name in ["String", "AttributedString"] {
      words.add(name, .function(.key, label: Array("localized".utf8)))
    }
    words.add("localizedString", .function(.key, label: Array("forKey".utf8)))
    for name in possibleKeys { words.add(name, .function(.possibleKey, label: [])) }
    words.add("typealias", .typealias)
    words.add("extension", .extension)
    for name in ["var", "let", "func", "enum", "struct", "class", "case"] {
      words.add(name, .declaration)
    }
    return words
  }()

  /// What takes a `LocalizedStringKey` as its first argument.
  ///
  /// Source: Apple's documentation of SwiftUI.
  private static let possibleKeys = [
    "LocalizedStringKey", "Text", "Label", "Button", "Toggle", "TextField", "SecureField", "Link",
    "Menu", "Picker", "Section", "Stepper", "NavigationLink", "DatePicker", "ColorPicker",
    "DisclosureGroup", "GroupBox", "ProgressView", "Gauge", "ContentUnavailableView", "Tab",
    "navigationTitle", "navigationBarTitle", "alert", "confirmationDialog", "help", "badge",
    "accessibilityLabel", "accessibilityHint", "accessibilityValue", "tabItem", "searchable",
  ]

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
    endName()
  }

  private mutating func takeWord(_ range: Range<Int>) {
    stack.take(word: range, in: lexer.bytes)
    let meaning = words.meaning(of: range, in: lexer.bytes)
    let isMember = previous == .dot
    if !isMember { endPath() }
    if !path.isEmpty, isMember {
      step(range)
    } else if case .type(let type)? = meaning {
      begin(type, at: range.lowerBound)
    }
    call = nil
    if case .function(let kind, let label)? = meaning, !isDeclared {
      call = KeyCall(kind, label: label, start: range.lowerBound)
    }
    if case .typealias? = previousWord { (alias, isAliasNamed) = (Array(lexer.bytes[range]), true) }
    if extendsTexts { takeBare(range) }
    previous = .word
    previousWord = meaning
    lastWord = range
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
    if sign == UInt8(ascii: "."), previous == .word {
      previous = .dot
      call = nil
      return
    }
    let isAfterName = sign == UInt8(ascii: "=") && isAliasNamed
    endName()
    if !isAfterName { (alias, isAliasNamed) = (nil, false) }
  }

  private mutating func endName() {
    endPath()
    call = nil
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
    if let keys = names.swiftMembers[longer[...]] {
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

  /// Types that hold the same members once more; see `SwiftAccessors`.
  private static let facets = ["Views", "Resources"]
  private static let ofAnyType = ["self", "Type", "init"]

  private mutating func endPath() {
    if let alias, !path.isEmpty, alias != path {
      findings.aliases[alias] = path
      (self.alias, isAliasNamed) = (nil, false)
    }
    path = []
  }
}
