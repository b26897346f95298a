import TremaCatalog
import TremaMessages
import TremaSupport

extension ExaminedText {
  /// The plurals of one value.
  struct ValuePlurals {
    /// Which of the values.
    let index: Int
    let language: LanguageTag
    /// The plurals, those in branches included, in the order of the source.
    let plurals: [FoundPlural]
  }

  /// A plural in one of the values: there may be thousands, so that it has no more than checks ask for.
  struct FoundPlural {
    /// The name of its argument.
    let name: MessageArgument.Name
    let plural: MessageArgument.Plural
    /// The categories that it has branches for.
    let categories: PluralCategorySet
    /// Which of the places of its value it is.
    let place: Int
    /// The categories whose branches show its number.
    fileprivate(set) var categoriesWithNumber = PluralCategorySet()
    /// Whether its number is shown in one of its branches.
    fileprivate(set) var showsNumber = false
  }

  /// Finds the plurals of all values whose language has rules of its own for them.
  func findPlurals() -> [ValuePlurals] {
    var all: [ValuePlurals] = []
    for index in text.values.indices where text.values[index].message.hasPlurals {
      // A made-up language has the branches of the master.
      guard let language = languages[index].tag, !language.isPseudo,
        PluralRules.areKnown(for: language)
      else { continue }
      var walk = PluralWalk()
      walk.pass(text.values[index].message)
      all.append(ValuePlurals(index: index, language: language, plurals: walk.plurals))
    }
    return all
  }
}

/// Goes through a message once and finds its plurals, with what is shown in their branches: they may be
/// fifteen deep in each other.
private struct PluralWalk {
  private(set) var plurals: [ExaminedText.FoundPlural] = []
  private var place = 0
  /// The plurals around the present place, the branch of each that it is in, and whether the number is
  /// shown there in any case.
  private var around: [(index: Int, category: PluralCategory?, isShown: Bool)] = []

  mutating func pass(_ message: Message) {
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text: continue
        case .pluralNumber: showAll()
        case .placeholder(let placeholder):
          place += 1
          // Which argument it is depends on the text as a whole: it may be that of any of them.
          if placeholder.type != .none { showAll() }
        case .argument(let argument):
          pass(argument)
        }
      }
    }
  }

  private mutating func pass(_ argument: MessageArgument) {
    if let plural = argument.plural, argument.isChoice {
      around.append((plurals.count, nil, false))
      plurals.append(
        ExaminedText.FoundPlural(
          name: argument.name, plural: plural, categories: plural.categories, place: place))
      place += 1
      for index in plural.branches.indices {
        around[around.count - 1].category = plural.branches[index].selector.category
        around[around.count - 1].isShown = false
        pass(plural.branches[index].message)
      }
      around.removeLast()
    } else {
      place += 1
      if argument.isChoice {
        argument.forEachBranch { pass($0) }
      } else {
        for level in around.indices where plurals[around[level].index].name == argument.name {
          show(level)
        }
      }
    }
  }

  @inline(__always) private mutating func showAll() {
    var level = around.count
    while level > 0, !around[level - 1].isShown {
      level -= 1
      around[level].isShown = true
      show(level)
    }
  }

  private mutating func show(_ level: Int) {
    let (index, category, _) = around[level]
    plurals[index].showsNumber = true
    if let category { plurals[index].categoriesWithNumber.insert(category) }
  }
}

extension PluralSelector {
  fileprivate var category: PluralCategory? {
    if case .category(let category) = self { category } else { nil }
  }
}
