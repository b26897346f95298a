import TremaCatalog
import TremaMessages
import TremaSupport

extension ExaminedText {
  /// The plurals of one value.
  struct ValuePlurals {
    /// The index of the value.
    let index: Int
    /// The language of the value.
    let language: LanguageTag
    /// The plurals, including those in branches, in source order.
    let plurals: [PluralOccurrence]
  }

  /// A plural in one of the values. A value may have thousands of plurals, so only the properties
  /// that checks read are stored.
  struct PluralOccurrence {
    /// The name of the argument that the plural selects by.
    let name: MessageArgument.Name
    let plural: MessageArgument.Plural
    /// The categories that the plural has branches for.
    let categories: PluralCategorySet
    /// The plural's index among its value's occurrences (placeholders and arguments).
    let occurrenceIndex: Int
    /// The categories whose branches show the number.
    fileprivate(set) var categoriesWithNumber = PluralCategorySet()
    /// Whether at least one branch shows the number.
    fileprivate(set) var showsNumber = false
  }

  /// Returns the plurals of all values whose language has plural rules.
  func findPlurals() -> [ValuePlurals] {
    var all: [ValuePlurals] = []
    for index in text.values.indices where text.values[index].message.hasPlurals {
      // A pseudo-language has the master's branches.
      guard let language = languages[index].tag, !language.isPseudo,
        PluralRules.areDefined(for: language)
      else { continue }
      var collector = PluralCollector()
      collector.visit(text.values[index].message)
      all.append(ValuePlurals(index: index, language: language, plurals: collector.plurals))
    }
    return all
  }
}

/// A single traversal of a message that finds its plurals, and records which branches show the
/// number. Plurals may be nested fifteen levels deep.
private struct PluralCollector {
  private(set) var plurals: [ExaminedText.PluralOccurrence] = []
  /// The index of the next occurrence in the value.
  private var occurrenceIndex = 0
  /// The plurals that enclose the current occurrence, the category of the branch that is being
  /// traversed, and whether that branch is known to show the number.
  private var enclosing: [(index: Int, category: PluralCategory?, isShown: Bool)] = []

  /// Traverses a message.
  mutating func visit(_ message: Message) {
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text: continue
        case .pluralNumber: markAllShown()
        case .placeholder(let placeholder):
          occurrenceIndex += 1
          // Which argument a placeholder uses depends on the whole text: it may be the number of
          // any enclosing plural.
          if placeholder.type != .none { markAllShown() }
        case .argument(let argument):
          visit(argument)
        }
      }
    }
  }

  /// Traverses an argument and its branches.
  private mutating func visit(_ argument: MessageArgument) {
    if let plural = argument.plural, argument.isChoice {
      enclosing.append((plurals.count, nil, false))
      plurals.append(
        ExaminedText.PluralOccurrence(
          name: argument.name, plural: plural, categories: plural.categories,
          occurrenceIndex: occurrenceIndex))
      occurrenceIndex += 1
      for index in plural.branches.indices {
        enclosing[enclosing.count - 1].category = plural.branches[index].selector.category
        enclosing[enclosing.count - 1].isShown = false
        visit(plural.branches[index].message)
      }
      enclosing.removeLast()
    } else {
      occurrenceIndex += 1
      if argument.isChoice {
        argument.forEachBranch { visit($0) }
      } else {
        for level in enclosing.indices where plurals[enclosing[level].index].name == argument.name {
          markShown(level)
        }
      }
    }
  }

  /// Records that the current branches of all enclosing plurals show their number.
  ///
  /// The loop ends at the first marked branch, because all branches that enclose it are also
  /// marked.
  @inline(__always) private mutating func markAllShown() {
    var level = enclosing.count
    while level > 0, !enclosing[level - 1].isShown {
      level -= 1
      enclosing[level].isShown = true
      markShown(level)
    }
  }

  /// Records that the current branch of an enclosing plural shows its number.
  ///
  /// - Parameter level: The index of the plural in ``enclosing``.
  private mutating func markShown(_ level: Int) {
    let (index, category, _) = enclosing[level]
    plurals[index].showsNumber = true
    if let category { plurals[index].categoriesWithNumber.insert(category) }
  }
}

extension PluralSelector {
  /// The plural category, or `nil` for an explicit number.
  fileprivate var category: PluralCategory? {
    if case .category(let category) = self { category } else { nil }
  }
}
