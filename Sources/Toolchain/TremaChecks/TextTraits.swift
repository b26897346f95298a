import TremaCatalog
import TremaMessages

/// The traits of a text that a check may have a finding about. Most texts of most catalogs have none of
/// them, and then no check is run.
struct TextTraits: OptionSet, Sendable {
  let rawValue: UInt32

  /// True of every text.
  static let anything = TextTraits(rawValue: 1 << 0)
  /// Comments, instructions or unknown elements.
  static let trivia = TextTraits(rawValue: 1 << 1)
  /// A value has a placeholder or an argument.
  static let placeholders = TextTraits(rawValue: 1 << 2)
  /// A value has a plural or a select.
  static let branches = TextTraits(rawValue: 1 << 3)
  /// The source of a value has an issue.
  static let unknownEscape = TextTraits(rawValue: 1 << 4)
  static let unescapedPercent = TextTraits(rawValue: 1 << 17)
  static let mixedPlaceholders = TextTraits(rawValue: 1 << 18)
  static let invalidMessage = TextTraits(rawValue: 1 << 19)
  static let unknownStatus = TextTraits(rawValue: 1 << 5)
  /// A value is empty.
  static let empty = TextTraits(rawValue: 1 << 6)
  /// White space may be at an end of a value.
  static let edgeSpace = TextTraits(rawValue: 1 << 7)
  /// Child elements are in a value.
  static let markup = TextTraits(rawValue: 1 << 8)
  static let noMaster = TextTraits(rawValue: 1 << 9)
  /// A language that no text had before.
  static let newLanguages = TextTraits(rawValue: 1 << 10)
  static let duplicateLanguages = TextTraits(rawValue: 1 << 11)
  /// A language that is none, or not spelled as is usual.
  static let oddLanguages = TextTraits(rawValue: 1 << 12)
  static let context = TextTraits(rawValue: 1 << 13)
  static let untranslatable = TextTraits(rawValue: 1 << 14)
  static let maximumLength = TextTraits(rawValue: 1 << 15)
  /// The prose may have findings; see ``CheckPrefilter``.
  static let prose = TextTraits(rawValue: 1 << 16)

  static let all = TextTraits(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Not an initializer, which would get copies of its own.
  static func of(_ text: TextView, _ annotations: Annotations) -> TextTraits {
    var found = Self.anything
    if text.hasTrivia { found.insert(.trivia) }
    if text.withContext({ !$0.isEmpty }) { found.insert(.context) }
    if !annotations.isTranslatable { found.insert(.untranslatable) }
    if annotations.maximumLength != nil { found.insert(.maximumLength) }
    for number in 0..<text.valueCount { found.formUnion(traits(of: text[number])) }
    return found
  }

  private static func traits(of value: ValueView) -> TextTraits {
    var found: TextTraits = []
    let signs = value.signs
    if value.isEmpty { found.insert(.empty) }
    if signs.contains(.edgeSpace) { found.insert(.edgeSpace) }
    if value.hasUnknownStatus { found.insert(.unknownStatus) }
    if value.hasMarkup { found.insert(.markup) }
    if value.hasTrivia { found.insert(.trivia) }
    if value.saysItself { return found }
    // Escapes and branches may have spaces at their ends.
    found.insert(.edgeSpace)
    if value.message.hasPlaceholders {
      found.insert(.placeholders)
      if value.message.hasBranches { found.insert(.branches) }
    }
    return found.union(Self.traits(of: value.issues))
  }

  private static func traits(of issues: [MessageIssue]) -> TextTraits {
    var found: TextTraits = []
    for issue in issues {
      switch issue.kind {
      case .unknownEscape: found.insert(.unknownEscape)
      case .unescapedPercent: found.insert(.unescapedPercent)
      case .mixedPlaceholders: found.insert(.mixedPlaceholders)
      case .invalid: found.insert(.invalidMessage)
      // Only messages of other formats lose one.
      case .lostSkeleton: break
      }
    }
    return found
  }
}
