import TremaCatalog
import TremaDiagnostics
import TremaMessages

extension ExaminedText {
  /// The plurals of one value.
  struct ValuePlurals {
    /// Which of the values.
    let index: Int
    let language: LanguageTag
    /// Those in branches included, in the order of the source.
    fileprivate(set) var plurals: [FoundPlural] = []
  }

  /// A plural in one of the values: there may be thousands, so that it has no more than checks ask for.
  struct FoundPlural {
    /// What its argument is called.
    let name: MessageArgument.Name
    let plural: MessageArgument.Plural
    /// Those that it has branches for.
    let categories: PluralCategorySet
    /// Which of the places of its value it is.
    let place: Int
  }

  /// Finds the plurals of all values whose language has rules of its own for them.
  func findPlurals() -> [ValuePlurals] {
    var all: [ValuePlurals] = []
    for index in text.values.indices where text.values[index].message.hasPlurals {
      // A made-up language has the branches of the master.
      guard let language = languages[index].tag, !language.isPseudo,
        PluralRules.areKnown(for: language)
      else { continue }
      var found = ValuePlurals(index: index, language: language)
      text.values[index].message.forEachChoice { argument, place in
        guard let plural = argument.plural else { return }
        found.plurals.append(
          FoundPlural(
            name: argument.name, plural: plural, categories: plural.categories, place: place))
      }
      all.append(found)
    }
    return all
  }
}
