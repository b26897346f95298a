import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check, which examines every text for one kind of problem. Each check has its own file;
/// ``Checker`` lists them all.
protocol Check: Sendable {
  /// The documentation and the severity of the check's findings.
  static var rule: Rule { get }

  /// The conditions under which the check runs.
  static var needs: CheckNeeds { get }

  init()

  /// Examines one text.
  mutating func examine(_ text: ExaminedText, into findings: inout Findings)

  /// Reports the findings that depend on all texts, after the last text was examined.
  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings)
}

extension Check {
  static var needs: CheckNeeds { CheckNeeds(.anything) }

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {}

  mutating func finish(
    _ scope: CheckScope, _ index: TextIndex, into findings: inout Findings
  ) {}
}

/// The conditions under which a check runs, and the parts of a text that it reads.
struct CheckNeeds: Sendable {
  /// Parts of a text that are prepared only for checks that read them.
  struct Parts: OptionSet {
    let rawValue: UInt8

    /// The prose of every examined text; see ``ExaminedText/prose``.
    static let prose = Parts(rawValue: 1)
    /// The hashes of the sources; see ``ExaminedText/sourceHashes``.
    static let hashes = Parts(rawValue: 2)
  }

  /// The traits that select a text for the check. A text is examined if it has at least one of
  /// them. Empty for a check that reports only at the end.
  let traits: TextTraits
  /// The parts of a text that the check reads.
  let parts: Parts
  /// The check itself if ``CheckPrefilter`` can rule out texts for it.
  ///
  /// The type is stored because a cast to the protocol makes the runtime search all conformances of
  /// the executable.
  let prose: (any ProseCheck.Type)?
  /// Returns whether a scope contains the information that the check requires.
  let canRun: @Sendable (CheckScope) -> Bool

  /// Creates the needs of a check that does not examine prose.
  ///
  /// - Parameters:
  ///   - traits: The traits that select a text for the check; one of them is sufficient.
  ///   - parts: The parts of a text that the check reads.
  ///   - canRun: Returns whether a scope contains the information that the check requires.
  init(
    _ traits: TextTraits, parts: Parts = [],
    canRun: @escaping @Sendable (CheckScope) -> Bool = { _ in true }
  ) {
    (self.traits, self.parts, prose, self.canRun) = (traits, parts, nil, canRun)
  }

  /// Creates the needs of a check that examines text as readers see it.
  init(prose check: any ProseCheck.Type) {
    (traits, parts, prose, canRun) = (.prose, .prose, check, { _ in true })
  }
}

/// An output format with its own rules for keys, placeholders or lengths.
package enum CheckTarget: Hashable, Sendable, CaseIterable {
  case apple
  /// Swift accessors.
  ///
  /// - Parameter nestedBy: The separator of the parts of a key that become nested types; `nil` if
  ///   nesting is disabled.
  case swift(nestedBy: String?)
  case android, compose, kotlin, properties, i18next, arb
  /// The listing of the app in a store. It is stored separately, so that targets remain small.
  indirect case store(StoreListing)

  package static let allCases: [CheckTarget] = [
    .apple, .swift(nestedBy: nil), .android, .compose, .kotlin, .properties, .i18next,
    .arb, .store(StoreListing(.appStore)), .store(StoreListing(.googlePlay)),
  ]

  /// The name of the platform or format in messages.
  var description: String {
    switch self {
    case .apple: "Apple"
    case .swift: "Swift"
    case .android: "Android"
    case .compose: "Compose Multiplatform"
    case .kotlin: "Kotlin"
    case .properties: "Java"
    case .i18next: "i18next"
    case .arb: "ARB"
    case .store(let listing): listing.store.title
    }
  }
}

/// The settings of a project and the targets that a catalog is checked for.
package struct CheckScope: Sendable {
  /// The master language, or `nil` if the catalog declares none.
  package var master: LanguageTag?
  /// The languages of the app, or `nil` if the catalog determines them.
  package var languages: [LanguageTag]?
  /// The minimum percentage of texts that a language must have if ``languages`` is `nil`.
  package var minimumCoverage = 0
  /// Whether additional languages are intended, so they are not reported.
  package var allowsStrayLanguages = false
  /// The outputs that the catalog is checked for.
  package var targets: [CheckTarget] = []
  /// The slices of ``targets``. A target without any is in all outputs with the same texts.
  package var slicedTargets: [SlicedTarget] = []
  /// The stale translations according to the history of the catalog, or `nil` if there is no
  /// history.
  package var staleTranslations: StaleTranslations?
  /// The terminology of the app.
  package var terms: [Term] = []

  /// Creates a scope without targets. The catalog determines the languages.
  package init(master: LanguageTag?) { self.master = master }

  /// Whether `java.util.Formatter` formats the texts of all targets. Also `true` if there are no
  /// targets.
  var formatsInJava: Bool {
    formattingTargets.allSatisfy { $0 == .android || $0 == .kotlin || $0 == .properties }
  }

  /// Whether there are targets, and `java.util.Formatter` formats the texts of all of them.
  var formatsOnlyInJava: Bool { !formattingTargets.isEmpty && formatsInJava }

  /// The targets whose texts have arguments.
  private var formattingTargets: [CheckTarget] { targets.filter { $0.listing == nil } }
}

/// A text with the derived properties that checks share.
///
/// This is a class because it is passed to dozens of checks, and passing a structure would retain
/// every reference in it.
final class ExaminedText {
  /// The text in the storage of its batch.
  let view: TextView
  /// A copy of the text with all parts, created on demand because most checks require only the
  /// bytes.
  private(set) lazy var text = Text(view)
  /// The annotations in the text's context.
  let annotations: Annotations
  /// The language of each value, in the order of the values.
  let languages: [LanguageTable.Language]
  /// The canonical index of each value's language.
  let canonical: [Int]
  private let sharedScope: Scope
  /// The outputs that contain the text; a subset of the scope's targets.
  let targets: [CheckTarget]
  /// The index of the text in ``TextIndex``; `nil` for a variant, and for a second text with the
  /// same key.
  let entry: Int?
  /// The texts that a variant is compared with; `nil` for other texts, and if they are not known.
  let variant: VariantRelation?
  /// The references to texts that are not resources of the outputs.
  var brokenReferences: [BrokenReference] = []
  /// The numbers of the slices that contain the text, or `nil` for all slices.
  var slices: Set<Int>?
  /// The hash of the source of each value; empty if no check compares texts by hash.
  let sourceHashes: [Int]

  /// The index of the first value in the master language.
  let masterIndex: Int?
  /// The prose of each value with visible text; empty if no check requires it, and for
  /// ``Boilerplate``.
  private(set) var prose: [Prose] = []
  /// The prose of the first value in the master language.
  private(set) var masterProse: Prose?
  /// The length of the master's prose in alphabetic letters, computed once for all languages.
  private(set) lazy var masterLength = masterProse.map(LengthRatioCheck.length) ?? 0
  /// The numbers in the master's prose. They are determined once because they may be compared with
  /// a thousand languages.
  private(set) lazy var masterNumbers = masterProse.map(Numbers.init)
  /// The markup tags in the master's prose.
  private(set) lazy var masterTags = masterProse.map(MarkupTagsCheck.tags) ?? []
  /// The number of occurrences of each of ``masterTags``.
  private(set) lazy var masterTagCounts = masterTags.map(MarkupTagsCheck.counts)
  /// The links in the master's prose.
  private(set) lazy var masterLinks = masterProse.map(URLsCheck.links) ?? []
  /// The e-mail addresses in the master's prose.
  private(set) lazy var masterAddresses = masterProse.map(EmailsCheck.addresses) ?? []
  /// Whether a check examines a value only if its ``ProseCheck/mightMatch(in:comparedTo:)`` returns
  /// `true`.
  let usesPrefilter: Bool
  /// The recently used locators of values.
  var locatorCache = ValueLocatorCache()
  /// The differences between the arguments of the values, determined once for all checks, or `nil`
  /// if there are none.
  private(set) lazy var argumentComparison = compareArguments()
  /// The plurals of the values, determined once for all checks.
  private(set) lazy var plurals = findPlurals()
  /// The selects that differ from the selects of the master, determined once for all checks.
  private(set) lazy var selects = findSelects()

  /// The scope, shared by reference by all texts of a catalog.
  final class Scope: Sendable {
    let scope: CheckScope
    /// Whether the check for damaged placeholders runs.
    let findsDamage: Bool

    init(_ scope: CheckScope, findsDamage: Bool) {
      self.scope = scope
      self.findsDamage = findsDamage
    }
  }

  /// Creates a text for examination.
  ///
  /// - Parameters:
  ///   - group: The languages of the text.
  ///   - targets: The outputs that contain the text; `nil` for the scope's targets.
  ///   - entry: The index of the text in ``TextIndex``; `nil` for a variant, and for a second text
  ///     with the same key.
  ///   - variant: The texts that a variant is compared with.
  ///   - readsProse: Whether a check reads ``prose``.
  ///   - readsHashes: Whether a check reads ``sourceHashes``.
  ///   - asksQuickly: Whether ``ProseCheck/mightMatch(in:comparedTo:)`` rules out values.
  init(
    _ view: TextView, _ annotations: Annotations, _ group: TextLanguages, scope: Scope,
    targets: [CheckTarget]?, entry: Int?, variant: VariantRelation? = nil, readsProse: Bool,
    readsHashes: Bool, asksQuickly: Bool
  ) {
    self.view = view
    self.annotations = annotations
    languages = group.languages
    canonical = group.canonicalNumbers
    sharedScope = scope
    self.targets = targets ?? scope.scope.targets
    self.entry = entry
    self.variant = variant
    sourceHashes =
      readsHashes ? (0..<view.valueCount).map { view[$0].withSource(TextHash.hash) } : []
    let masterIndex = group.masterIndex
    self.masterIndex = masterIndex
    let isBoilerplate =
      readsProse
      && masterIndex.map { view[$0].withSource(Boilerplate.isMaster) } ?? false
    self.usesPrefilter = asksQuickly
    if readsProse, !isBoilerplate {
      let text = Text(view)
      prose = Prose.all(in: text, group.languages)
      self.text = text
    }
    masterProse = prose.first { $0.index == masterIndex }
  }

  /// The settings and targets of the catalog.
  var scope: CheckScope { sharedScope.scope }

  /// Whether a damaged placeholder is reported as a separate finding.
  var findsDamage: Bool { sharedScope.findsDamage }

  /// The first value in the master language, or `nil` if there is none.
  var master: Value? { masterIndex.map { text.values[$0] } }

  /// Returns another text with the same annotations, for a comparison of arguments.
  func examining(_ other: Text) -> ExaminedText {
    var (group, table) = (TextLanguages(), LanguageTable())
    let view = TextBatch.view(of: other)
    group.update(view, &table, master: scope.master)
    return ExaminedText(
      view, Annotations(other.context), group, scope: sharedScope, targets: targets, entry: nil,
      readsProse: false, readsHashes: false, asksQuickly: usesPrefilter)
  }

  /// The master's prose, prepared for the search for terms.
  private(set) lazy var foldedMaster = masterProse.map(FoldedProse.init)

  /// The indices of the values, beginning with the master value.
  private(set) lazy var order = text.order(master: masterIndex)

  /// The arguments of the text. They are collected once for all checks and outputs, because a value
  /// may have ten thousand arguments.
  var signature: TextSignature {
    if let known = orderedSignature { return known.signature }
    let ordered = OrderedSignature(
      TextSignature(
        order.map { text.values[$0].message },
        parameters: annotations.parameters.mapValues(\.name)), order: order)
    orderedSignature = ordered
    return ordered.signature
  }

  /// The messages of the values, in order, with all arguments numbered as in ``signature``.
  private(set) lazy var numbered: [Message] = {
    var all = text.values.map(\.message)
    for (index, message) in zip(order, signature.numbered) { all[index] = message }
    return all
  }()

  /// The signature and its order of values, if a check has requested it.
  private(set) var orderedSignature: OrderedSignature?

  /// The properties that the languages of the text have in common.
  var outline: TextOutline {
    TextOutline(
      view, annotations: annotations, master: scope.master?.description ?? "",
      signature: orderedSignature)
  }

  /// Returns copies of the values that satisfy a predicate.
  ///
  /// The predicate borrows the value because a copy is expensive and most values do not satisfy it.
  func values(where condition: (borrowing Value) -> Bool) -> [Value] {
    var found: [Value] = []
    for index in text.values.indices where condition(text.values[index]) {
      found.append(text.values[index])
    }
    return found
  }

  /// Returns the subject of a finding, which identifies the finding regardless of its position: the
  /// key, followed by the language for a finding about one value.
  func subject(_ value: Value? = nil) -> String {
    let key = view.key.shortenedField
    return value.map { "\(key) \($0.language)" } ?? key
  }

  /// The key in the form in which messages quote it.
  var shownKey: String { view.key.shortened }
}
