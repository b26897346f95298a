import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// Runs all checks over a catalog, one text at a time.
package struct Checker: Sendable {
  /// All checks, by kind, in the order of the documentation. Name collisions are reported before
  /// near-duplicate keys.
  static let all: [any Check.Type] = [
    // Texts, languages and names that must be unique in an output.
    MergeConflictCheck.self,
    DuplicateKeyCheck.self,
    DuplicateLanguageCheck.self,
    InvalidLanguageCheck.self,
    NameCollisionCheck.self,

    // Arguments, which can crash an app.
    PlaceholderMismatchCheck.self,
    DroppedPlaceholderCheck.self,
    MixedPlaceholdersCheck.self,
    InvalidMessageCheck.self,
    UnsupportedPlaceholderCheck.self,

    // Missing texts and languages.
    MissingMasterCheck.self,
    MissingTranslationCheck.self,
    StrayLanguageCheck.self,
    UnknownStatusCheck.self,

    // The notation of a value in the file.
    UnescapedPercentCheck.self,
    UnknownEscapeCheck.self,
    EmptyValueCheck.self,
    EdgeSpaceCheck.self,
    ValueMarkupCheck.self,

    // Punctuation and typographic characters of a language.
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

    // Characters that were probably inserted by accident.
    ControlCharacterCheck.self,
    MojibakeCheck.self,
    ZeroWidthCheck.self,
    BidiControlCheck.self,
    KashidaCheck.self,
    MixedScriptCheck.self,

    // Parts that a translation must have in common with its master.
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

    // Texts that replace others on some platforms.
    InvalidVariantCheck.self, UnknownPlatformCheck.self,
    UnknownVariantBaseCheck.self,
    DuplicateVariantCheck.self,
    VariantMismatchCheck.self, BrokenReferenceCheck.self,

    // Translations that should not exist, and branches of selects.
    NeedlessTranslationCheck.self,
    MissingBranchCheck.self,
    UnknownBranchCheck.self,
    SameAsMasterCheck.self,

    // Comparisons between texts.
    NearDuplicateKeyCheck.self,
    DuplicateTextCheck.self,
    InconsistentTranslationCheck.self,

    // Listings of the app in stores.
    StoreFieldCheck.self,
    StoreLocaleCheck.self,
    StoreArgumentCheck.self,
    StoreLengthCheck.self,
    StoreCharacterCheck.self,

    // Rules of the project and the history.
    MaxLengthCheck.self,
    InvalidAnnotationCheck.self,
    MissingTermCheck.self,
    ForbiddenTermCheck.self,
    StaleTranslationCheck.self,
  ]

  /// The rules of all checks, and the rules of components that report findings while they read or
  /// write. A project configures both in the same way.
  package static var rules: [Rule] {
    all.map { $0.rule } + [Suppressions.rule, InvalidLanguageCheck.spelling] + Rule.readingRules
      + Rule.writingRules + Rule.appRules + Rule.usageRules
  }

  /// All rules that have a page in the documentation: ``rules``, and the rules of commands, which a
  /// project cannot configure.
  package static var documentedRules: [Rule] { rules + Rule.commandRules }

  /// The set of checks to run.
  package enum Depth: Hashable, Sendable {
    /// No checks; only the languages of the texts are recorded.
    case languages
    /// The checks for problems that can make an output incorrect.
    case outputs
    /// All checks.
    case everything
  }

  /// The settings and targets of the catalog.
  package let scope: CheckScope
  private let sharedScope: ExaminedText.Scope
  /// The languages of the texts examined so far.
  private(set) var languages = LanguageTable()
  /// The keys and languages of the texts examined so far.
  private(set) var index = TextIndex()
  /// The keys of the variants, which are not in ``index`` because outputs do not contain them.
  private var variantKeys = VariantKeys()
  /// The languages of the current text.
  private var group = TextLanguages()
  /// The array that the current text may continue.
  private var arrays = ArraySequence()
  /// The checks that run.
  private var checks: [any Check]
  /// For each of ``checks``, the traits that select a text.
  private let needs: [TextTraits]
  /// Whether every check examines every text. Tests compare the result with a filtered run.
  private let isUnfiltered: Bool
  /// The union of ``needs``.
  private let anyNeeds: TextTraits
  private let prefilter: CheckPrefilter
  private var findings: Findings
  /// Whether a check reads the prose of every text.
  private let readsAllProse: Bool
  /// Whether a check compares texts by hash.
  private let readsHashes: Bool

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - scope: The settings and targets of the catalog.
  ///   - depth: The set of checks to run.
  ///   - policy: The levels of checks in the project.
  ///   - limit: The maximum number of findings per rule and file; further findings are only
  ///     counted, and ``takeOmittedSummary()`` reports their number. `nil` for no limit.
  package init(
    _ scope: CheckScope, depth: Depth = .outputs, policy: CheckPolicy = CheckPolicy(),
    limit: Int? = nil
  ) {
    self.init(scope, depth: depth, policy: policy, limit: limit, asksAlways: false)
  }

  /// Creates a checker.
  ///
  /// - Parameter asksAlways: Whether every check examines every text, without any filter.
  init(
    _ scope: CheckScope, depth: Depth, policy: CheckPolicy, limit: Int? = nil, asksAlways: Bool
  ) {
    self.scope = scope
    self.isUnfiltered = asksAlways
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
      reportsUnusedIgnores: depth == .everything && !scope.allowsStrayLanguages, limit: limit)
  }

  /// Examines the next text.
  ///
  /// - Parameters:
  ///   - text: The text to examine.
  ///   - annotations: The annotations of the text's context.
  ///   - targets: The outputs that contain the text, a subset of the scope's targets, or `nil` for
  ///     all targets.
  ///   - slices: The numbers of the slices that contain the text, or `nil` for all slices.
  ///   - requiredLanguages: The languages in which the text is needed, or `nil` for the app's
  ///     languages.
  ///   - variant: The texts that a variant is compared with, or `nil` if they are not known.
  ///   - brokenReferences: The references to texts that are not resources.
  /// - Returns: The findings. If ``foundErrors`` is `true`, the text must not be written.
  package mutating func examine(
    _ text: TextView, annotations: Annotations, targets: [CheckTarget]? = nil,
    slices: Set<Int>? = nil, requiredLanguages: RequiredLanguages? = nil,
    variant: VariantRelation? = nil,
    brokenReferences: [BrokenReference] = []
  ) -> [Diagnostic] {
    findings.resetErrors()
    findings.omittedParts = OmittedParts()
    signature = nil
    defer {
      foundErrors = findings.hasErrors
      omittedParts = findings.omittedParts
      languagesWithErrors = findings.languagesWithErrors
    }
    group.update(text, &languages, master: scope.master)
    findings.begin(text, annotations)
    // A text whose master is intentionally empty is empty in every language, so it does not count
    // as translatable.
    let isTranslatable =
      annotations.isTranslatable
      && !(group.masterIndex.map { text[$0].isEmpty } ?? false)
    let first =
      annotations.isVariant
      ? variantKeys.insert(text, unlessIn: index)
      : index.insert(text, languages: isTranslatable ? group.canonicalNumbers : nil)
        ?? variantKeys.location(of: text)
    if let first {
      findings.add(
        // The finding is created only if it is admitted, because its message is expensive.
        DuplicateKeyCheck.rule.code, .error, key: text.key, at: text.location(text.position)
      ) { DuplicateKeyCheck.diagnostic(text.key, at: text.location(text.position), first: first) }
      if !findings.isLastError { findings.omittedParts.isWholeText = true }
    } else if let requiredLanguages {
      index.recordRequiredLanguages(requiredLanguages)
    }
    if annotations.isVariant {
      // A variant belongs to its base, so it neither continues nor ends an array.
    } else if annotations.isArray {
      if let item = arrays.next(text.key, annotations), item.index > 0, first == nil {
        index.recordContinuedArray()
      }
    } else {
      arrays.reset()
    }
    var traits = TextTraits.of(text, annotations).union(group.traits)
    if isUnfiltered { traits = .all }
    // The prefilter reads the bytes of all values, so it runs only if a check reads prose.
    if anyNeeds.contains(.prose), prefilter.mightMatch(text, master: group.masterIndex) {
      traits.insert(.prose)
    }
    if traits.isDisjoint(with: anyNeeds) { return findings.take() }
    let examined = ExaminedText(
      text, annotations, group, scope: sharedScope, targets: targets,
      entry: first == nil && !annotations.isVariant ? index.count - 1 : nil, variant: variant,
      readsProse: readsAllProse || traits.contains(.prose) || traits.contains(.maximumLength),
      readsHashes: readsHashes, asksQuickly: !isUnfiltered)
    examined.brokenReferences = brokenReferences
    examined.slices = slices
    for position in checks.indices where !needs[position].isDisjoint(with: traits) {
      checks[position].examine(examined, into: &findings)
    }
    signature = examined.orderedSignature
    return findings.take()
  }

  /// The arguments of the last examined text, if a check has requested them.
  package private(set) var signature: OrderedSignature?

  /// The parts of the last examined text that outputs cannot contain although its errors are
  /// suppressed.
  package private(set) var omittedParts = OmittedParts()

  /// The languages of the values with errors in the last examined text, including errors that were
  /// only counted, or `nil` if an error concerns the whole text.
  package private(set) var languagesWithErrors: Set<String>? = []

  /// Whether the last call that examined or configured had an error, including errors that were
  /// only counted.
  // These results are stored because reading a computed property from another module would copy the
  // whole checker after each text.
  package private(set) var foundErrors = false

  /// The number of findings suppressed so far.
  package var suppressedCount: Int { findings.suppressedCount }

  /// Returns summaries of the findings that were only counted, and resets their counts.
  package mutating func takeOmittedSummary() -> [Diagnostic] { findings.takeOmittedSummary() }

  /// Examines an edited text in the same way as ``examine(_:annotations:targets:requiredLanguages:)`` examines a text
  /// in a batch.
  package mutating func examine(_ text: Text, annotations: Annotations) -> [Diagnostic] {
    examine(TextBatch.view(of: text), annotations: annotations)
  }

  /// Returns the findings that depend on all texts. Call this method once, after the last text.
  package mutating func finish() -> [Diagnostic] {
    findings.resetErrors()
    defer { foundErrors = findings.hasErrors }
    let index = taggedIndex
    for position in checks.indices { checks[position].finish(scope, index, into: &findings) }
    findings.finish()
    return findings.take()
  }

  /// Returns the finding for a text with a duplicate key, for readers that must keep one of the two
  /// texts.
  ///
  /// - Parameter first: The location of the earlier text.
  package static func duplicateKey(_ text: Text, first: SourceLocation) -> Diagnostic {
    DuplicateKeyCheck.diagnostic(text.key, at: text.location(text.position), first: first)
  }

  /// Returns the finding for a value that is overridden by a later value of the same text and
  /// language.
  package static func duplicateLanguage(_ value: Value, in text: Text) -> Diagnostic {
    var diagnostic = Diagnostic(
      DuplicateLanguageCheck.rule.severity, DuplicateLanguageCheck.rule.code,
      "'\(text.key.shortened)' has two values for '\(value.language)'",
      at: text.location(value.position, of: value),
      hint: "remove one of them; the last value is used", subject: "\(text.key) \(value.language)")
    (diagnostic.key, diagnostic.language) = (text.key, value.language)
    return diagnostic
  }

  /// Returns findings from other components with the severities set by the project, and updates
  /// ``foundErrors``.
  package mutating func configure(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    findings.resetErrors()
    for diagnostic in diagnostics { findings.add(diagnostic) }
    foundErrors = findings.hasErrors
    return findings.take()
  }

  /// Returns the languages of the catalog that the app supports: the declared languages, or all
  /// languages that cover the required share of the texts. The master language is always included.
  package func supportedLanguages() -> [LanguageTag] { taggedIndex.supportedLanguages(scope) }

  /// Returns the languages that the app does not support, with the number of texts in each.
  package func omittedLanguages() -> [(tag: LanguageTag, texts: Int)] {
    taggedIndex.omittedLanguages(scope)
  }

  /// The index with the tags of its languages, which are known only after all texts have been
  /// examined.
  private var taggedIndex: TextIndex {
    var index = index
    index.tags = languages.languages.map(\.tag)
    return index
  }
}
