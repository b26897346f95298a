import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// Runs all checks over a catalogue, one text at a time.
package struct Checker: Sendable {
  /// Every check there is, by kind, in the order of the documentation. Names collide before keys
  /// are nearly the same.
  static let all: [any Check.Type] = [
    // Texts, languages and names that an output has room for once.
    MergeConflictCheck.self,
    DuplicateKeyCheck.self,
    DuplicateLanguageCheck.self,
    InvalidLanguageCheck.self,
    NameCollisionCheck.self,

    // Arguments, without which an app crashes.
    PlaceholderMismatchCheck.self,
    DroppedPlaceholderCheck.self,
    MixedPlaceholdersCheck.self,
    InvalidMessageCheck.self,
    UnsupportedPlaceholderCheck.self,

    // What is there, and in which languages.
    MissingMasterCheck.self,
    MissingTranslationCheck.self,
    StrayLanguageCheck.self,
    UnknownStatusCheck.self,

    // How a value is written in the file.
    UnescapedPercentCheck.self,
    UnknownEscapeCheck.self,
    EmptyValueCheck.self,
    EdgeSpaceCheck.self,
    ValueMarkupCheck.self,

    // Punctuation and the signs of a language.
    DoubleSpaceCheck.self,
    EndPunctuationCheck.self,
    StartPunctuationCheck.self,
    EllipsisCheck.self,
    QuotesCheck.self,
    QuoteBalanceCheck.self,
    ApostropheCheck.self,
    DashesCheck.self,
    TypographyCheck.self,
    BracketsCheck.self,
    PunctuationSpaceCheck.self,
    NoBreakSpaceCheck.self,

    // Words, lines and numbers.
    RepeatedWordCheck.self,
    CapitalizationCheck.self,
    LineBreaksCheck.self,
    TabsCheck.self,
    NumbersCheck.self,

    // Characters that are accidents.
    ControlCharacterCheck.self,
    MojibakeCheck.self,
    ZeroWidthCheck.self,
    BidiControlCheck.self,
    KashidaCheck.self,
    MixedScriptCheck.self,

    // What a translation has of its master.
    LengthRatioCheck.self,
    BlankValueCheck.self,
    URLsCheck.self,
    EmailsCheck.self,
    MarkupTagsCheck.self,

    // Plurals, and the placeholders in and around them.
    MissingPluralCategoryCheck.self,
    UnusedPluralCategoryCheck.self,
    ImpliedQuantityCheck.self,
    SamePluralsCheck.self,
    PluralPlaceholdersCheck.self,
    UnnumberedPlaceholdersCheck.self,
    BrokenArrayCheck.self,
    PlaceholderGapCheck.self,
    PluralCandidateCheck.self,
    OptionalPluralCheck.self,
    BrokenPlaceholderCheck.self,

    // Translations that should not be, and branches of selects.
    NeedlessTranslationCheck.self,
    MissingBranchCheck.self,
    UnknownBranchCheck.self,
    SameAsMasterCheck.self,

    // Texts beside each other.
    NearDuplicateKeyCheck.self,
    DuplicateTextCheck.self,
    InconsistentTranslationCheck.self,

    // What the project and the history say.
    MaxLengthCheck.self,
    InvalidAnnotationCheck.self,
    MissingTermCheck.self,
    ForbiddenTermCheck.self,
    StaleTranslationCheck.self,
  ]

  /// The rules of all checks, and of those who find things while they read or write: a project
  /// configures them alike.
  package static var rules: [Rule] {
    all.map { $0.rule } + [Suppressions.rule, InvalidLanguageCheck.spelling] + Rule.ofReading
      + Rule.ofWriting + Rule.ofUsage
  }

  /// The rules, and those of commands that no project configures: all that have a page.
  package static var pages: [Rule] { rules + Rule.ofCommands }

  /// How much is asked of a catalogue.
  package enum Depth: Hashable, Sendable {
    /// Nothing: only which languages the texts are in.
    case languages
    /// Checks of problems that could keep an output from being right.
    case outputs
    /// Everything there is a check for.
    case everything
  }

  package let scope: CheckScope
  private let sharedScope: ExaminedText.Scope
  private(set) var languages = LanguageTable()
  private(set) var index = TextIndex()
  private var group = LanguageGroup()
  private var arrays = ArraySequence()
  private var checks: [any Check]
  /// The traits that a text must have for each of them.
  private let needs: [TextTraits]
  private let asksAlways: Bool
  /// The traits that any of them needs.
  private let anyNeeds: TextTraits
  private let prefilter: CheckPrefilter
  private var findings: Findings
  /// Whether a check asks what readers see of every text.
  private let readsAllProse: Bool
  /// Whether a check compares texts by hashes.
  private let readsHashes: Bool

  /// - Parameters:
  ///   - scope: what the catalogue is held against.
  ///   - depth: which checks are run.
  ///   - policy: what the project says of them.
  ///   - limit: how many findings of one rule in one file are made; the others are counted, and
  ///     ``takeOmittedSummary()`` tells how many they are. Nil for all.
  package init(
    _ scope: CheckScope, depth: Depth = .outputs, policy: CheckPolicy = CheckPolicy(),
    limit: Int? = nil
  ) {
    self.init(scope, depth: depth, policy: policy, limit: limit, asksAlways: false)
  }

  /// - Parameter asksAlways: whether every check is asked about every text, needed or not.
  init(
    _ scope: CheckScope, depth: Depth, policy: CheckPolicy, limit: Int? = nil, asksAlways: Bool
  ) {
    self.scope = scope
    self.asksAlways = asksAlways
    let policy = policy.completed(for: Self.rules)
    let running = Self.all.filter { check in
      (depth == .everything || depth == .outputs && check.rule.stage == .always)
        && policy.isOn(check.rule)
        && check.needs.canRun(scope)
    }
    sharedScope = ExaminedText.Scope(
      scope, findsDamage: running.contains { $0 is BrokenPlaceholderCheck.Type })
    checks = running.map { $0.init() }
    let needs: [TextTraits] = running.map { check in
      if asksAlways { return .all }
      return check is NameCollisionCheck.Type && !NameCollisionCheck.isNeeded(in: scope)
        ? [] : check.needs.traits
    }
    self.needs = needs
    anyNeeds = needs.reduce([]) { $0.union($1) }
    prefilter = CheckPrefilter(running)
    readsHashes = running.contains { $0.needs.parts.contains(.hashes) }
    readsAllProse = zip(running, needs).contains { check, traits in
      check.needs.parts.contains(.prose) && traits.contains(.anything)
    }
    findings = Findings(
      policy: policy, running: Set(running.map { $0.rule.code }),
      tellsUnusedIgnores: depth == .everything && !scope.allowsStrays, limit: limit)
  }

  /// Looks at the next text.
  ///
  /// - Returns: what was found; ``foundErrors`` says whether the text must not be written.
  package mutating func examine(_ text: TextView, annotations: Annotations) -> [Diagnostic] {
    findings.forgetErrors()
    findings.leftOut = LeftOut()
    signature = nil
    defer {
      foundErrors = findings.hasErrors
      leftOut = findings.leftOut
      refusedLanguages = findings.refusedLanguages
    }
    group.update(text, &languages, master: scope.master)
    findings.begin(text, annotations)
    // A text that is empty on purpose is so in every language.
    let isTranslatable =
      annotations.isTranslatable
      && !(group.master.map { text[$0].isEmpty } ?? false)
    let first = index.insert(text, languages: isTranslatable ? group.canonical : nil)
    if let first {
      findings.add(
        DuplicateKeyCheck.rule.code, .error, key: text.key, at: text.location(text.position)
      ) { DuplicateKeyCheck.diagnostic(text.key, at: text.location(text.position), first: first) }
      if !findings.isLastError { findings.leftOut.isWhole = true }
    }
    if annotations.isArray {
      if let item = arrays.item(text.key, annotations), item.index > 0, first == nil {
        index.noteContinuedArray()
      }
    } else {
      arrays.end()
    }
    var traits = TextTraits.of(text, annotations).union(group.traits)
    if asksAlways { traits = .all }
    if anyNeeds.contains(.prose), prefilter.mightMatch(text, master: group.master) {
      traits.insert(.prose)
    }
    if traits.isDisjoint(with: anyNeeds) { return findings.take() }
    let examined = ExaminedText(
      text, annotations, group, scope: sharedScope,
      entry: first == nil ? index.count - 1 : nil,
      readsProse: readsAllProse || traits.contains(.prose) || traits.contains(.maximumLength),
      readsHashes: readsHashes, asksQuickly: !asksAlways)
    for position in checks.indices where !needs[position].isDisjoint(with: traits) {
      checks[position].examine(examined, into: &findings)
    }
    signature = examined.orderedSignature
    return findings.take()
  }

  /// The arguments of the text that was examined last, where a check has asked for them.
  package private(set) var signature: OrderedSignature?

  /// The parts of the text examined last that outputs cannot hold, although its errors are excused.
  package private(set) var leftOut = LeftOut()

  /// The languages of the values with errors in the text examined last, including errors that were only
  /// counted; nil when an error concerns the text itself.
  package private(set) var refusedLanguages: Set<String>? = []

  /// Whether there was an error in what was examined or configured last, also where it was only counted.
  // Stored, as is what is asked for after each text: to ask from another module for something that is
  // computed is to copy all of the checker.
  package private(set) var foundErrors = false

  /// How many findings were excused so far.
  package var excused: Int { findings.excused }

  /// Returns summaries of the findings that were only counted, and forgets these.
  package mutating func takeOmittedSummary() -> [Diagnostic] { findings.takeOmittedSummary() }

  /// Looks at a text that was edited, as ``examine(_:annotations:)`` does.
  package mutating func examine(_ text: Text, annotations: Annotations) -> [Diagnostic] {
    examine(TextBatch.view(of: text), annotations: annotations)
  }

  /// Says what could only be known now.
  package mutating func finish() -> [Diagnostic] {
    findings.forgetErrors()
    defer { foundErrors = findings.hasErrors }
    let index = taggedIndex
    for position in checks.indices { checks[position].finish(scope, index, into: &findings) }
    findings.finish()
    return findings.take()
  }

  /// The finding for a text whose key is at `first` already, for readers that must keep one of
  /// the two.
  package static func duplicateKey(_ text: Text, first: SourceLocation) -> Diagnostic {
    DuplicateKeyCheck.diagnostic(text.key, at: text.location(text.position), first: first)
  }

  /// The finding for a value that a later one of the text overrides.
  package static func duplicateLanguage(_ value: Value, in text: Text) -> Diagnostic {
    var diagnostic = Diagnostic(
      DuplicateLanguageCheck.rule.severity, DuplicateLanguageCheck.rule.code,
      "'\(text.key.shortened)' has two values for '\(value.language)'",
      at: text.location(value.position, of: value),
      hint: "the last one counts; keep one of the two", subject: "\(text.key) \(value.language)")
    (diagnostic.key, diagnostic.language) = (text.key, value.language)
    return diagnostic
  }

  /// Takes findings of another origin, at the severity the project gives them.
  package mutating func configure(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    findings.forgetErrors()
    for diagnostic in diagnostics { findings.add(diagnostic) }
    foundErrors = findings.hasErrors
    return findings.take()
  }

  /// The languages of the catalogue that the app is to speak: those it declares, or all, but for those that
  /// have less of the texts than is asked for; the master always.
  package func spokenLanguages() -> [LanguageTag] { taggedIndex.spokenLanguages(scope) }

  /// The others, and how many texts have each.
  package func omittedLanguages() -> [(tag: LanguageTag, texts: Int)] {
    taggedIndex.omittedLanguages(scope)
  }

  private var taggedIndex: TextIndex {
    var index = index
    index.tags = languages.languages.map(\.tag)
    return index
  }
}
