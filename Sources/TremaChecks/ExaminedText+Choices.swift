import TremaCatalog
import TremaDiagnostics
import TremaMessages

extension ExaminedText {
  /// A plural in one of the values.
  struct FoundPlural {
    /// Which of the values.
    let index: Int
    let value: Value
    let language: LanguageTag
    let argument: MessageArgument
    let plural: MessageArgument.Plural
    let choice: Choice
  }

  /// The plurals of all values whose language has rules of its own for them.
  var plurals: [FoundPlural] {
    var found: [FoundPlural] = []
    for index in text.values.indices where text.values[index].message.hasBranches {
      // A made-up language has the branches of the master.
      guard let language = languages[index].tag, !language.isPseudo,
        PluralRules.areKnown(for: language)
      else { continue }
      for choice in text.values[index].message.choices {
        guard let plural = choice.argument.plural else { continue }
        found.append(
          FoundPlural(
            index: index, value: text.values[index], language: language, argument: choice.argument,
            plural: plural, choice: choice))
      }
    }
    return found
  }

  /// Where a plural or select begins.
  func location(_ choice: Choice, of value: Value) -> SourceLocation {
    let start = text.location(value.textPosition, of: value)
    // A value may have thousands, and to find one is to read all of it. Another may say the same in another
    // place.
    if lastPlaces?.start != start || lastPlaces?.places.value != value {
      lastPlaces = (ValuePlaces(value), start)
    }
    guard let range = lastPlaces?.places[choice.place] else { return start }
    return lastPlaces?.places.location(ofSource: range, in: text) ?? start
  }
}
