import TremaCatalog
import TremaMessages
import TremaSupport

/// A text in a Twine file.
struct TwineDefinition {
  let key: String
  /// The position of the line with the key.
  let position: SourcePosition
  /// The index of its section, or `nil` before the first one.
  let section: Int?
  /// The value of `comment`, or `nil` if there is none.
  var comment: String?
  /// The value of `tags`, or `nil` if there is none. A text without tags takes those of the text
  /// that it refers to, unless it has an empty list.
  var tags: [String]?
  /// The key in `ref` and its position, or `nil` if there is none.
  var reference: (key: String, position: SourcePosition)?
  /// The values in file order. If there are multiple values in one language, the last one wins.
  var values: [TwineValue] = []
  /// The number of lines with the key.
  var parts = 1

  /// Adds what another text has and this one lacks, as Twine does for `ref`.
  ///
  /// - Returns: the number of bytes that the added values take.
  mutating func inherit(from other: TwineDefinition) -> Int {
    var languages = Set(values.map(\.language))
    let added = other.values.filter { languages.insert($0.language).inserted }
    values += added
    comment = comment ?? other.comment
    tags = tags ?? other.tags
    return added.reduce(0) { $0 + $1.text.utf8.count + TwineValue.overhead }
  }

  /// Removes all values but the last one of each language.
  ///
  /// - Returns: the values that repeat the language of another one below the same line with the
  ///   key.
  mutating func removeRepeatedValues() -> [TwineValue] {
    if values.count < 2 { return [] }
    // The part with each language's last value.
    var parts: [LanguageTag: Int] = [:]
    var repeated: [TwineValue] = []
    let kept = values.reversed().filter { value in
      guard let later = parts.updateValue(value.part, forKey: value.language) else { return true }
      if later == value.part { repeated.append(value) }
      return false
    }
    if kept.count < values.count { values = kept.reversed() }
    return repeated.reversed()
  }
}

/// A text in one language.
struct TwineValue {
  var language: LanguageTag
  /// The text with its escape sequences.
  var text: String
  var position: SourcePosition
  /// The number of the line with the key, among those with the same key.
  var part: Int

  /// The number of bytes in a catalog that a value takes in addition to its text, at least.
  static let overhead = 16
}

/// Resolves `ref` in all texts in a file.
struct TwineReferences {
  /// A reference that has no target.
  enum Problem {
    /// No text has the key.
    case unknown
    /// The text refers to itself, directly or through others.
    case cycle
  }

  /// The maximum number of bytes that references may add, or twice the file size if that is more.
  /// Without a limit, many references to one long text could make a small file large.
  static let maxAddedBytes = 1_000_000

  /// Adds the values, the comments and the tags of the texts that others refer to.
  ///
  /// - Parameters:
  ///   - definitions: The texts.
  ///   - indices: the index of each key.
  ///   - limit: the maximum number of bytes that are added.
  ///   - report: called for each reference without a target.
  /// - Returns: `false` if the limit is exceeded.
  static func resolve(
    _ definitions: inout [TwineDefinition], _ indices: [ExactKey: Int], limit: Int,
    report: (TwineDefinition, Problem) -> Void
  ) -> Bool {
    enum State { case unvisited, open, resolved }
    var states = [State](repeating: .unvisited, count: definitions.count)
    var added = 0
    for start in definitions.indices where states[start] == .unvisited {
      // The chain of texts from this one to the first that is resolved. It is a list, because it
      // may be too long for a recursive function.
      var chain: [Int] = []
      var next: Int? = start
      while let index = next, states[index] == .unvisited {
        states[index] = .open
        chain.append(index)
        next = definitions[index].reference.flatMap { indices[ExactKey($0.key)] }
      }
      if let last = chain.last, definitions[last].reference != nil {
        if next == nil { report(definitions[last], .unknown) }
        if let target = next, states[target] == .open { report(definitions[last], .cycle) }
      }
      for index in chain.reversed() {
        if let target = next, states[target] == .resolved {
          added += definitions[index].inherit(from: definitions[target])
          if added > limit { return false }
        }
        states[index] = .resolved
        next = index
      }
    }
    return true
  }
}
