import TremaCatalog
import TremaMessages

/// The traits of a text that determine the checks to run. Most texts have no trait that a check
/// requires, so no check runs.
struct TextTraits: OptionSet, Sendable {
  let rawValue: UInt32

  /// A trait of every text.
  static let anything = TextTraits(rawValue: 1 << 0)
  /// The text contains comments, processing instructions or unknown elements.
  static let trivia = TextTraits(rawValue: 1 << 1)
  /// A value has a placeholder or an argument.
  static let placeholders = TextTraits(rawValue: 1 << 2)
  /// A value has a plural or a select.
  static let branches = TextTraits(rawValue: 1 << 3)
  /// The source of a value contains a backslash that begins no known escape.
  static let unknownEscape = TextTraits(rawValue: 1 << 4)
  /// The source of a value contains a lone percent sign next to a placeholder.
  static let unescapedPercent = TextTraits(rawValue: 1 << 17)
  /// A value has both numbered and unnumbered placeholders.
  static let mixedPlaceholders = TextTraits(rawValue: 1 << 18)
  /// The message of a value is invalid.
  static let invalidMessage = TextTraits(rawValue: 1 << 19)
  /// The text is a variant of another text.
  static let variant = TextTraits(rawValue: 1 << 20)
  /// A line `@platforms` is invalid.
  static let invalidPlatforms = TextTraits(rawValue: 1 << 21)
  /// Values may refer to other texts.
  static let reference = TextTraits(rawValue: 1 << 22)
  /// A value has a status that trema does not define.
  static let unknownStatus = TextTraits(rawValue: 1 << 5)
  /// A value is empty.
  static let empty = TextTraits(rawValue: 1 << 6)
  /// A value may begin or end with whitespace.
  static let edgeSpace = TextTraits(rawValue: 1 << 7)
  /// A value contains child elements.
  static let markup = TextTraits(rawValue: 1 << 8)
  /// The text has no value in the master language.
  static let noMaster = TextTraits(rawValue: 1 << 9)
  /// The text has a value in a language that no preceding text has.
  static let newLanguages = TextTraits(rawValue: 1 << 10)
  /// Two values of the text have the same language.
  static let duplicateLanguages = TextTraits(rawValue: 1 << 11)
  /// A value has a language tag that is invalid or has an unusual spelling.
  static let nonCanonicalLanguages = TextTraits(rawValue: 1 << 12)
  /// The text has a nonempty context.
  static let context = TextTraits(rawValue: 1 << 13)
  /// The context declares that the text is not translated.
  static let untranslatable = TextTraits(rawValue: 1 << 14)
  /// The context limits the length of the values.
  static let maximumLength = TextTraits(rawValue: 1 << 15)
  /// The prose may have findings; see ``CheckPrefilter``.
  static let prose = TextTraits(rawValue: 1 << 16)

  /// All traits, including those without a name.
  static let all = TextTraits(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Returns the traits of a text. This is not an initializer because an initializer would copy its
  /// arguments.
  static func of(_ text: TextView, _ annotations: Annotations) -> TextTraits {
    var found = Self.anything
    if text.hasTrivia { found.insert(.trivia) }
    if text.withContext({ !$0.isEmpty }) { found.insert(.context) }
    if !annotations.isTranslatable { found.insert(.untranslatable) }
    if annotations.isVariant { found.insert(.variant) }
    if annotations.isReference { found.insert(.reference) }
    if annotations.hasInvalidPlatforms { found.insert(.invalidPlatforms) }
    if annotations.maximumLength != nil { found.insert(.maximumLength) }
    for number in 0..<text.valueCount { found.formUnion(traits(of: text[number])) }
    return found
  }

  /// Returns the traits that a text has because of one of its values.
  private static func traits(of value: ValueView) -> TextTraits {
    var found: TextTraits = []
    let flags = value.flags
    if value.isEmpty { found.insert(.empty) }
    if flags.contains(.edgeSpace) { found.insert(.edgeSpace) }
    if value.hasUnknownStatus { found.insert(.unknownStatus) }
    if value.hasMarkup { found.insert(.markup) }
    if value.hasTrivia { found.insert(.trivia) }
    if value.isPlainText { return found }
    // Escapes and branches can produce leading or trailing whitespace, which the flags of the
    // source do not indicate.
    found.insert(.edgeSpace)
    if value.message.hasPlaceholders {
      found.insert(.placeholders)
      if value.message.hasBranches { found.insert(.branches) }
    }
    return found.union(Self.traits(of: value.issues))
  }

  /// Returns the traits that a text has because of the issues of a value.
  private static func traits(of issues: [MessageIssue]) -> TextTraits {
    var found: TextTraits = []
    for issue in issues {
      switch issue.kind {
      case .unknownEscape: found.insert(.unknownEscape)
      case .unescapedPercent: found.insert(.unescapedPercent)
      case .mixedPlaceholders: found.insert(.mixedPlaceholders)
      case .invalid: found.insert(.invalidMessage)
      // A skeleton can be lost only when a different format is imported.
      case .ignoredSkeleton: break
      }
    }
    return found
  }
}
