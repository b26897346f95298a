import TremaCatalog
import TremaMessages

/// A select of a translation beside those of the master about the same argument.
struct SelectPair {
  let value: Value
  let choice: Choice
  let lacksKeywords: Bool
  let hasUnknownKeywords: Bool
  /// Those of the selects of the master, one behind the other.
  fileprivate let wanted: [String]

  /// The master's keywords that it lacks.
  var missing: [String] {
    let own = Set(keywords)
    return wanted.filter { !own.contains($0) }
  }

  /// The keywords that it alone has.
  var unknown: [String] {
    let wanted = Set(wanted)
    return keywords.filter { !wanted.contains($0) && $0 != "other" }
  }

  private var keywords: [String] { choice.argument.selectBranches?.map(\.keyword) ?? [] }

  func list(_ keywords: [String]) -> String { keywords.map { "'\($0)'" }.joined(separator: ", ") }
}

extension ExaminedText {
  /// The selects of translations whose argument the master selects by, too.
  var selects: [SelectPair] {
    guard let master, master.message.hasBranches else { return [] }
    // A value may have thousands: what the master has is looked up.
    var wanted: [MessageArgument.Name: (all: [String], distinct: Set<String>)] = [:]
    for choice in master.message.choices {
      let keywords = choice.argument.selectBranches?.map(\.keyword) ?? []
      if keywords.isEmpty { continue }
      wanted[choice.argument.name, default: ([], [])].all += keywords
      wanted[choice.argument.name]?.distinct.formUnion(keywords)
    }
    if wanted.isEmpty { return [] }
    return text.values.indices.flatMap { index -> [SelectPair] in
      guard index != masterIndex, text.values[index].message.hasBranches else { return [] }
      return text.values[index].message.choices.compactMap { choice in
        guard let own = choice.argument.selectBranches?.map(\.keyword),
          let (all, distinct) = wanted[choice.argument.name]
        else { return nil }
        return SelectPair(
          value: text.values[index], choice: choice,
          lacksKeywords: !distinct.isSubset(of: own),
          hasUnknownKeywords: own.contains { !distinct.contains($0) && $0 != "other" }, wanted: all)
      }
    }
  }
}
