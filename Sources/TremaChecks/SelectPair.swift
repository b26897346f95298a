import TremaCatalog
import TremaMessages

/// A select of a translation beside those of the master about the same argument.
struct SelectPair {
  let value: Value
  let choice: Choice
  /// The master's keywords that it lacks, and those that it alone has.
  let missing: [String]
  let unknown: [String]

  func list(_ keywords: [String]) -> String { keywords.map { "'\($0)'" }.joined(separator: ", ") }
}

extension ExaminedText {
  /// The selects of translations whose argument the master selects by, too.
  var selects: [SelectPair] {
    guard let master, master.message.hasBranches else { return [] }
    let wanted = master.message.choices
    return text.values.indices.flatMap { index -> [SelectPair] in
      guard index != masterIndex, text.values[index].message.hasBranches else { return [] }
      return text.values[index].message.choices.compactMap { choice in
        guard let own = choice.argument.selectBranches?.map(\.keyword) else { return nil }
        let keywords = wanted.flatMap { other -> [String] in
          guard other.argument.name == choice.argument.name else { return [] }
          return other.argument.selectBranches?.map(\.keyword) ?? []
        }
        if keywords.isEmpty { return nil }
        return SelectPair(
          value: text.values[index], choice: choice,
          missing: keywords.filter { !own.contains($0) },
          unknown: own.filter { !keywords.contains($0) && $0 != "other" })
      }
    }
  }
}
