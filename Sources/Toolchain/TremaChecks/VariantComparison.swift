import TremaCatalog
import TremaMessages
import TremaSupport

/// The values of a base text, followed by the values of its variant, as one text whose arguments
/// are numbered together.
struct VariantComparison {
  /// The combined text.
  let combined: ExaminedText
  /// For each value of the variant that is compared, its index in the variant, its index in the
  /// combined text, and the index of the base's value in the same language.
  private(set) var pairs: [(index: Int, combined: Int, base: Int?)] = []

  /// Combines the texts.
  ///
  /// - Parameters:
  ///   - variant: The variant.
  ///   - base: The text that it replaces.
  /// - Returns: `nil` if the base has no value, so there is nothing to compare with.
  init?(_ variant: ExaminedText, _ base: Text) {
    var text = base
    text.values.removeAll { $0.message.isEmpty }
    if text.values.isEmpty { return nil }
    for index in text.values.indices {
      text.values[index].file = text.values[index].file ?? base.file
    }
    let tags = text.values.map { LanguageTag($0.language) }
    let hasMaster = tags.contains(variant.scope.master)
    for (index, value) in variant.text.values.enumerated() where !value.message.isEmpty {
      let tag = LanguageTag(value.language)
      // The master value of a variant must not determine the arguments of its base.
      guard let tag, hasMaster || tag != variant.scope.master else { continue }
      pairs.append((index, text.values.count, tags.firstIndex(of: tag)))
      text.values.append(value)
    }
    combined = variant.examining(text)
  }

  /// The branches that one argument selects.
  struct Choice {
    /// The keywords of the branches.
    var keywords: Set<String> = []
    /// The index of the first plural or select among the occurrences of its value.
    let occurrence: Int
  }

  /// An argument that selects a branch.
  struct Selector: Hashable {
    /// The number of the argument.
    let number: Int
    /// The word that begins it in a message: `plural`, `selectordinal` or `select`.
    let word: String
  }

  /// Returns the plurals and selects of a value of the combined text.
  func choices(ofValue index: Int) -> [Selector: Choice] {
    var choices: [Selector: Choice] = [:]
    combined.numbered[index].forEachChoice { argument, occurrence in
      guard case .numbered(let number) = argument.name else { return }
      let selector = Selector(number: number, word: argument.plural?.word ?? "select")
      var choice = choices.removeValue(forKey: selector) ?? Choice(occurrence: occurrence)
      if let plural = argument.plural {
        choice.keywords.formUnion(plural.branches.map(\.selector.spelling))
      } else {
        choice.keywords.formUnion((argument.selectBranches ?? []).map(\.keyword))
      }
      choices[selector] = choice
    }
    return choices
  }
}
