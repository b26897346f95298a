import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A check, which examines every text for one kind of problem. Each check has a file of its own;
/// ``Checker`` lists them all.
protocol Check: Sendable {
  /// The documentation and the severity of the check's findings.
  static var rule: Rule { get }

  /// The conditions under which the check is run.
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

/// The conditions under which a check is run, and the parts of a text that it reads.
struct CheckNeeds: Sendable {
  /// Parts of a text that are prepared only for checks that read them.
  struct Parts: OptionSet {
    let rawValue: UInt8

    /// ``ExaminedText/prose`` of every text that is examined.
    static let prose = Parts(rawValue: 1)
    /// ``ExaminedText/sourceHashes``.
    static let hashes = Parts(rawValue: 2)
  }

  /// The traits of which a text must have at least one to be examined. Empty for a check that
  /// reports only at the end.
  let traits: TextTraits
  /// The parts of a text that the check reads.
  let parts: Parts
  /// The check itself if ``CheckPrefilter`` can rule out texts for it.
  ///
  /// It is stored because a cast to the protocol makes the runtime search all conformances of the
  /// executable.
  let prose: (any ProseCheck.Type)?
  /// Whether the scope contains what the check compares texts with.
  let canRun: @Sendable (CheckScope) -> Bool

  /// Creates the needs of a check that is not about prose.
  ///
  /// - Parameters:
  ///   - traits: The traits of which a text must have at least one.
  ///   - parts: The parts of a text that the check reads.
  ///   - canRun: Whether a scope contains what the check compares texts with.
  init(
    _ traits: TextTraits, parts: Parts = [],
    canRun: @escaping @Sendable (CheckScope) -> Bool = { _ in true }
  ) {
    (self.traits, self.parts, prose, self.canRun) = (traits, parts, nil, canRun)
  }

  /// Creates the needs of a check that examines the text that readers see.
  init(prose check: any ProseCheck.Type) {
    (traits, parts, prose, canRun) = (.prose, .prose, check, { _ in true })
  }
}

/// An output format in which names made from keys must be distinct, and which has its own spelling
/// of placeholders.
package enum CheckTarget: Hashable, Sendable, CaseIterable {
  case apple
  /// Swift accessors.
  ///
  /// - Parameter nestedBy: The separator of the parts of a key that become nested types; `nil` for
  ///   none.
  case swift(nestedBy: String?)
  case android, kotlin, properties, i18next, arb

  package static let allCases: [CheckTarget] = [
    .apple, .swift(nestedBy: nil), .android, .kotlin, .properties, .i18next, .arb,
  ]

  /// The name of the platform or format in messages.
  var description: String {
    switch self {
    case .apple: "Apple"
    case .swift: "Swift"
    case .android: "Android"
    case .kotlin: "Kotlin"
    case .properties: "Java"
    case .i18next: "i18next"
    case .arb: "ARB"
    }
  }
}

/// The settings of a project and the targets for which a catalog is checked.
package struct CheckScope: Sendable {
  /// The master language, or `nil` if the catalog declares none.
  package var master: LanguageTag?
  /// The languages of the app, or `nil` if they are determined by the catalog.
  package var languages: [LanguageTag]?
  /// The minimum share of the texts, in percent, that a language must have if ``languages`` is
  /// `nil`.
  package var minimumCoverage = 0
  /// Whether further languages are intended and not reported.
  package var allowsStrayLanguages = false
  /// The outputs for which the catalog is checked.
  package var targets: [CheckTarget] = []
  /// The stale translations according to the history of the catalog, or `nil` if there is no
  /// history.
  package var staleTranslations: StaleTranslations?
  /// The terminology of the app.
  package var terms: [Term] = []

  /// Creates a scope without targets, in which the catalog determines the languages.
  package init(master: LanguageTag?) { self.master = master }

  /// Whether `java.util.Formatter` formats the texts of all targets. Also `true` if there are no
  /// targets.
  var formatsInJava: Bool {
    targets.allSatisfy { $0 == .android || $0 == .kotlin || $0 == .properties }
  }

  /// Whether there are targets, and `java.util.Formatter` formats the texts of all of them.
  var formatsOnlyInJava: Bool { !targets.isEmpty && formatsInJava }
}

/// A text with the derived properties that checks share.
///
/// It is a class because it is passed to dozens of checks, and passing a structure would retain
/// every reference in it.
final class ExaminedText {
  /// The text in the storage of its batch.
  let view: TextView
  /// A copy of the text with all parts, made on demand: most checks need only the bytes.
  private(set) lazy var text = Text(view)
  /// The annotations in the contexts of the text.
  let annotations: Annotations
  /// The language of each value, in the order of the values.
  let languages: [LanguageTable.Language]
  /// The canonical number of the language of each value.
  let canonical: [Int]
  private let sharedScope: Scope
  /// The index of the text in ``TextIndex``; `nil` for a second text with the same key.
  let entry: Int?
  /// The hash of the source of each value; empty if no check compares texts by hashes.
  let sourceHashes: [Int]

  /// The index of the first value in the master language.
  let masterIndex: Int?
  /// The visible text of each value that shows something; empty if no check needs it, and for
  /// ``Boilerplate``.
  private(set) var prose: [Prose] = []
  /// The prose of the first value in the master language.
  private(set) var masterProse: Prose?
  /// The length of the master's prose in letters of an alphabet, counted once for all languages.
  private(set) lazy var masterLength = masterProse.map(LengthRatioCheck.length) ?? 0
  /// The numbers in the master's prose. They are found once, as there may be a thousand languages
  /// to compare with them.
  private(set) lazy var masterNumbers = masterProse.map(Numbers.init)
  /// The markup tags in the master's prose.
  private(set) lazy var masterTags = masterProse.map(MarkupTagsCheck.tags) ?? []
  /// The number of occurrences of each of ``masterTags``.
  private(set) lazy var masterTagCounts = masterTags.map(MarkupTagsCheck.counts)
  /// The links in the master's prose.
  private(set) lazy var masterLinks = masterProse.map(URLsCheck.links) ?? []
  /// The e-mail addresses in the master's prose.
  private(set) lazy var masterAddresses = masterProse.map(EmailsCheck.addresses) ?? []
  /// Whether a check examines a value only if its ``ProseCheck/mightMatch(in:beside:)`` returns
  /// `true`.
  let usesPrefilter: Bool
  /// The most recently used locators of values.
  var locatorCache = ValueLocatorCache()
  /// The differences between the arguments of the values, determined once for all checks; `nil` if
  /// there are none.
  private(set) lazy var argumentComparison = compareArguments()
  /// The plurals of the values, determined once for all checks.
  private(set) lazy var plurals = findPlurals()
  /// The selects that differ from the master's, determined once for all checks.
  private(set) lazy var selects = findSelects()

  /// The scope in a form that all texts of a catalog share by reference.
  final class Scope: Sendable {
    let scope: CheckScope
    /// Whether the check for damaged placeholders is run.
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
  ///   - entry: The index of the text in ``TextIndex``; `nil` for a second text with the same key.
  ///   - readsProse: Whether a check reads ``prose``.
  ///   - readsHashes: Whether a check reads ``sourceHashes``.
  ///   - asksQuickly: Whether ``ProseCheck/mightMatch(in:beside:)`` rules out values.
  init(
    _ view: TextView, _ annotations: Annotations, _ group: LanguageGroup, scope: Scope, entry: Int?,
    readsProse: Bool, readsHashes: Bool, asksQuickly: Bool
  ) {
    self.view = view
    self.annotations = annotations
    languages = group.languages
    canonical = group.canonical
    sharedScope = scope
    self.entry = entry
    sourceHashes =
      readsHashes ? (0..<view.valueCount).map { view[$0].withSource(TextHash.hash) } : []
    let masterIndex = group.master
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

  /// Whether a damaged placeholder is reported as a finding of its own.
  var findsDamage: Bool { sharedScope.findsDamage }

  /// The first value in the master language, or `nil` if there is none.
  var master: Value? { masterIndex.map { text.values[$0] } }

  /// The master's prose in the form in which terms are searched.
  private(set) lazy var foldedMaster = masterProse.map(FoldedProse.init)

  /// The indices of the values, the master's first.
  private(set) lazy var order = text.order(master: masterIndex)

  /// The arguments of the text. They are collected once for all checks and for the outputs, as a
  /// value may have ten thousand.
  var signature: TextSignature {
    if let known = orderedSignature { return known.signature }
    let ordered = OrderedSignature(
      TextSignature(
        order.map { text.values[$0].message },
        parameters: annotations.parameters.mapValues(\.name)), order: order)
    orderedSignature = ordered
    return ordered.signature
  }

  /// The messages of the values with a number on every argument, as in ``signature``, in the order
  /// of the values.
  private(set) lazy var numbered: [Message] = {
    var all = text.values.map(\.message)
    for (index, message) in zip(order, signature.numbered) { all[index] = message }
    return all
  }()

  /// The signature with its order of values, if a check has requested it.
  private(set) var orderedSignature: OrderedSignature?

  /// The properties that the languages of the text have in common.
  var outline: TextOutline {
    TextOutline(
      view, annotations: annotations, master: scope.master?.description ?? "",
      signature: orderedSignature)
  }

  /// Returns copies of the values that satisfy a condition.
  ///
  /// The condition borrows the value, because a copy is expensive and most values satisfy none.
  func values(where condition: (borrowing Value) -> Bool) -> [Value] {
    var found: [Value] = []
    for index in text.values.indices where condition(text.values[index]) {
      found.append(text.values[index])
    }
    return found
  }

  /// Returns the subject of a finding, which identifies it independently of its place: the key,
  /// followed by the language for a finding about one value.
  func subject(_ value: Value? = nil) -> String {
    let key = view.key.shortenedField
    return value.map { "\(key) \($0.language)" } ?? key
  }

  /// The key in the form in which messages quote it.
  var shownKey: String { view.key.shortened }
}
