import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// One question asked of every text. A check is one file; ``Checker`` has the list.
protocol Check: Sendable {
  static var rule: Rule { get }

  static var needs: CheckNeeds { get }

  init()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings)

  /// Reports what can only be known when all texts are.
  mutating func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings)
}

extension Check {
  static var needs: CheckNeeds { CheckNeeds(.anything) }

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {}

  mutating func finish(
    _ scope: CheckScope, _ index: TextIndex, into findings: inout Findings
  ) {}
}

/// The conditions under which a check is run, and what it reads.
struct CheckNeeds: Sendable {
  /// Parts of a text that are put together only for checks that read them.
  struct Parts: OptionSet {
    let rawValue: UInt8

    /// ``ExaminedText/prose`` of every text that is examined.
    static let prose = Parts(rawValue: 1)
    /// ``ExaminedText/sourceHashes``.
    static let hashes = Parts(rawValue: 2)
  }

  /// A text of which none of this is true is not examined; empty for a check that reports only at the end.
  let traits: TextTraits
  let parts: Parts
  /// The check, where ``CheckPrefilter`` can rule out texts for it. Casting to the protocol instead would have
  /// the run time search all conformances of the command.
  let prose: (any ProseCheck.Type)?
  /// Whether the scope has what the check compares texts with.
  let canRun: @Sendable (CheckScope) -> Bool

  init(
    _ traits: TextTraits, parts: Parts = [],
    canRun: @escaping @Sendable (CheckScope) -> Bool = { _ in true }
  ) {
    (self.traits, self.parts, prose, self.canRun) = (traits, parts, nil, canRun)
  }

  /// The needs of a check of what readers see.
  init(prose check: any ProseCheck.Type) {
    (traits, parts, prose, canRun) = (.prose, .prose, check, { _ in true })
  }
}

/// The outputs in which names made from keys must differ, and their spelling of placeholders.
package enum CheckTarget: Hashable, Sendable, CaseIterable {
  case apple
  /// - Parameter nestedBy: what is between the parts of a key that make types; nil for none.
  case swift(nestedBy: String?)
  case android, kotlin, properties, i18next, arb

  package static let allCases: [CheckTarget] = [
    .apple, .swift(nestedBy: nil), .android, .kotlin, .properties, .i18next, .arb,
  ]

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

/// The settings of a project and the targets that a catalog is checked for.
package struct CheckScope: Sendable {
  package var master: LanguageTag?
  /// The languages the app speaks; nil when the catalogue itself decides.
  package var languages: [LanguageTag]?
  /// The smallest share of the texts, in percent, that a language must have where ``languages`` is nil.
  package var minimumCoverage = 0
  /// True when languages beyond those are meant, and not reported.
  package var allowsStrays = false
  package var targets: [CheckTarget] = []
  /// The stale translations by the history of the catalog; `nil` when there is none.
  package var stale: StaleTranslations?
  /// The terms of the app.
  package var terms: [Term] = []

  package init(master: LanguageTag?) { self.master = master }

  /// Whether all outputs, if there are any, are formatted by `java.util.Formatter`.
  var formatsInJava: Bool {
    targets.allSatisfy { $0 == .android || $0 == .kotlin || $0 == .properties }
  }

  var formatsInJavaAlone: Bool { !targets.isEmpty && formatsInJava }
}

/// A text with what the checks need to know of it. As a class it is passed to dozens of them without
/// counting the references in it.
final class ExaminedText {
  let view: TextView
  /// A copy with all parts; made on demand, as most checks find nothing by the bytes alone.
  private(set) lazy var text = Text(view)
  let annotations: Annotations
  /// The language of each value, in their order.
  let languages: [LanguageTable.Language]
  /// Their canonical numbers.
  let canonical: [Int]
  private let sharedScope: Scope
  /// Which entry of the index it is; nil for a second text with the same key.
  let entry: Int?
  /// The hashes of the source of each value; empty where no check compares texts by them.
  let sourceHashes: [Int]

  /// Which value is the first in the master language.
  let masterIndex: Int?
  /// The visible text of each value that shows something; empty where no check needs it, and for
  /// ``Boilerplate``.
  private(set) var prose: [Prose] = []
  /// Which of those is the master's.
  private(set) var masterProse: Prose?
  /// In letters of an alphabet; counted once for all languages.
  private(set) lazy var masterLength = masterProse.map(LengthRatioCheck.length) ?? 0
  /// The numbers of the master, which each translation is compared with: found once for all languages, of
  /// which there may be a thousand.
  private(set) lazy var masterNumbers = masterProse.map(Numbers.init)
  private(set) lazy var masterTags = masterProse.map(MarkupTagsCheck.tags) ?? []
  private(set) lazy var masterTagCounts = masterTags.map(MarkupTagsCheck.counts)
  private(set) lazy var masterLinks = masterProse.map(URLsCheck.links) ?? []
  private(set) lazy var masterAddresses = masterProse.map(EmailsCheck.addresses) ?? []
  /// Whether a check looks at a value only where its quick question says so.
  let asksQuickly: Bool
  var knownPlaces = KnownPlaces()
  /// How the arguments of the values differ, found once for all checks; nil where they do not.
  private(set) lazy var argumentComparison = compareArguments()
  /// The plurals of the values, found once for all checks.
  private(set) lazy var plurals = findPlurals()
  /// The selects that differ from the master's, found once for all checks.
  private(set) lazy var selects = findSelects()

  /// The scope of all texts of a catalog: many parts, shared by reference.
  final class Scope: Sendable {
    let scope: CheckScope
    /// Whether damaged placeholders are looked for.
    let findsDamage: Bool

    init(_ scope: CheckScope, findsDamage: Bool) {
      self.scope = scope
      self.findsDamage = findsDamage
    }
  }

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
      readsHashes ? (0..<view.valueCount).map { view[$0].withSource(TextMeaning.hash) } : []
    let masterIndex = group.master
    self.masterIndex = masterIndex
    let isBoilerplate =
      readsProse
      && masterIndex.map { view[$0].withSource(Boilerplate.isMaster) } ?? false
    self.asksQuickly = asksQuickly
    if readsProse, !isBoilerplate {
      let text = Text(view)
      prose = Prose.all(in: text, group.languages)
      self.text = text
    }
    masterProse = prose.first { $0.index == masterIndex }
  }

  var scope: CheckScope { sharedScope.scope }

  /// Whether a damaged placeholder is a finding of its own.
  var findsDamage: Bool { sharedScope.findsDamage }

  /// The first value in the master language.
  var master: Value? { masterIndex.map { text.values[$0] } }

  /// The master's prose for the search of terms.
  private(set) lazy var foldedMaster = masterProse.map(FoldedProse.init)

  /// The indices of the values, the master's first.
  private(set) lazy var order = text.order(master: masterIndex)

  /// The arguments of the text. A value may have ten thousand: they are collected once for all checks,
  /// and for the outputs.
  var signature: TextSignature {
    if let known = orderedSignature { return known.signature }
    let made = OrderedSignature(
      TextSignature(
        order.map { text.values[$0].message },
        parameters: annotations.parameters.mapValues(\.name)), order: order)
    orderedSignature = made
    return made.signature
  }

  /// The messages of the values with a number on every argument, as ``signature`` has them.
  private(set) lazy var numbered: [Message] = {
    var all = text.values.map(\.message)
    for (index, message) in zip(order, signature.numbered) { all[index] = message }
    return all
  }()

  /// The same with its order, once a check has asked for it.
  private(set) var orderedSignature: OrderedSignature?

  /// The properties that the languages of the text have in common.
  var outline: TextOutline {
    TextOutline(
      view, annotations: annotations, master: scope.master?.description ?? "",
      signature: orderedSignature)
  }

  /// The values that a condition holds for. A value is large to copy, and most of most catalogues
  /// is in order, so that only those with something to say are.
  func values(where condition: (borrowing Value) -> Bool) -> [Value] {
    var found: [Value] = []
    for index in text.values.indices where condition(text.values[index]) {
      found.append(text.values[index])
    }
    return found
  }

  /// The name for a finding's subject: what it is about, wherever it is.
  func subject(_ value: Value? = nil) -> String {
    let key = view.key.shortenedField
    return value.map { "\(key) \($0.language)" } ?? key
  }

  /// The key as messages show it.
  var shownKey: String { view.key.shortened }
}
