import TremaCatalog
import TremaMessages

/// What is true of a text that a check may have something to say about. Most texts of most
/// catalogues have none of it, and then no check is asked.
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
  /// What was odd about the source of a value.
  static let unknownEscape = TextTraits(rawValue: 1 << 4)
  static let unescapedPercent = TextTraits(rawValue: 1 << 17)
  static let mixedPlaceholders = TextTraits(rawValue: 1 << 18)
  static let invalidMessage = TextTraits(rawValue: 1 << 19)
  static let unknownStatus = TextTraits(rawValue: 1 << 5)
  /// A value is empty.
  static let empty = TextTraits(rawValue: 1 << 6)
  /// White space may stand at an end of a value.
  static let edgeSpace = TextTraits(rawValue: 1 << 7)
  /// Child elements stand in a value.
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
  /// What readers see may be of interest; see ``ProseTriage``.
  static let prose = TextTraits(rawValue: 1 << 16)

  static let all = TextTraits(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Not an initializer, which would get copies of its own.
  static func of(_ text: Text, _ annotations: Annotations) -> TextTraits {
    var found = Self.anything
    if !text.hasNothingRare, !text.before.isEmpty || !text.beforeEnd.isEmpty {
      found.insert(.trivia)
    }
    if let context = text.context {
      if !context.before.isEmpty { found.insert(.trivia) }
      if !context.text.isEmpty { found.insert(.context) }
    }
    if !annotations.isTranslatable { found.insert(.untranslatable) }
    if annotations.maximumLength != nil { found.insert(.maximumLength) }
    text.values.withUnsafeBufferPointer { values in
      // Field by field: a value is large to copy.
      for index in values.indices {
        let signs = values[index].signs
        if signs.isEmpty, values[index].source.isEmpty { found.insert(.empty) }
        if signs.contains(.edgeSpace) { found.insert(.edgeSpace) }
        if case .undefined = values[index].status { found.insert(.unknownStatus) }
        if !values[index].saysItself {
          // Escapes and branches may have spaces at their ends.
          found.insert(.edgeSpace)
          if values[index].message.hasPlaceholders {
            found.insert(.placeholders)
            if values[index].message.hasBranches { found.insert(.branches) }
          }
        }
        if !values[index].hasNothingRare { found.formUnion(Self.rareTraits(of: values[index])) }
      }
    }
    return found
  }

  private static func rareTraits(of value: Value) -> TextTraits {
    var found: TextTraits = []
    for issue in value.issues {
      switch issue.kind {
      case .unknownEscape: found.insert(.unknownEscape)
      case .unescapedPercent: found.insert(.unescapedPercent)
      case .mixedPlaceholders: found.insert(.mixedPlaceholders)
      case .invalid: found.insert(.invalidMessage)
      // Only messages of other formats lose one.
      case .lostSkeleton: break
      }
    }
    if value.hasMarkup { found.insert(.markup) }
    if !value.before.isEmpty { found.insert(.trivia) }
    return found
  }
}
