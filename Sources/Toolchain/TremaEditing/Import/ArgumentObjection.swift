import TremaCatalog
import TremaMessages

/// Finds translations that do not take the arguments of their original: an app would show the wrong
/// one, or crash.
enum ArgumentObjection {
  /// - Parameters:
  ///   - value: in a language other than the master.
  ///   - master: the value that it translates.
  ///   - parameters: names that were given to arguments, by number.
  /// - Returns: what is wrong, in words; nil when nothing is.
  static func words(
    _ value: Value, against master: Value, parameters: [Int: String]
  ) -> String? {
    guard value.message.hasPlaceholders || master.message.hasPlaceholders else { return nil }
    // Mixed numbers have no certain meaning.
    if master.isMixed { return nil }
    if value.isMixed { return "it has placeholders with and without numbers" }
    let signature = TextSignature([master.message, value.message], parameters: parameters)
    let (expected, own) = (signature.uses[0], signature.uses[1])
    if let difference = ArgumentDifference(own, from: ExpectedArguments(expected)) {
      switch difference {
      case .missing(let use):
        return "argument \(expected[use].number) (\(expected[use].demand)) is missing"
      case .extra(let use):
        return "argument \(own[use].number) (\(own[use].demand)) is one too many"
      case .other(let mine, let wanted):
        return
          "argument \(own[mine].number) is \(own[mine].demand) instead of \(expected[wanted].demand)"
      }
    }
    if let (first, other) = own.conflict {
      return
        "argument \(own[first].number) is both \(own[first].demand) and \(own[other].demand)"
    }
    return keywordObjection(value, master, parameters)
  }

  /// A keyword that the master's selects do not have: it was translated, or misspelled, and the app
  /// never gives it.
  private static func keywordObjection(
    _ value: Value, _ master: Value, _ parameters: [Int: String]
  ) -> String? {
    guard value.message.hasBranches else { return nil }
    let numbers = ArgumentNumbers([master.message, value.message], parameters: parameters)
    let known = master.message.numbered(by: numbers).selects
    for select in value.message.numbered(by: numbers).selects {
      let expected = known.filter { $0.name == select.name }.flatMap(\.keywords)
      let unknown = select.keywords.first { word in
        !expected.contains { $0.utf8.elementsEqual(word.utf8) }
      }
      guard let unknown, !expected.isEmpty else { continue }
      return "its select has '\(unknown)', the original \(expected.joined(separator: ", "))"
    }
    return nil
  }
}

extension Message {
  /// The keywords of the selects, those in branches included.
  fileprivate var selects: [(name: MessageArgument.Name, keywords: [String])] {
    elements.flatMap { element -> [(name: MessageArgument.Name, keywords: [String])] in
      guard case .argument(let argument) = element else { return [] }
      let inner = argument.branches.flatMap(\.selects)
      guard case .select(let branches) = argument.kind else { return inner }
      return [(argument.name, branches.map(\.keyword))] + inner
    }
  }
}

extension Value {
  fileprivate var isMixed: Bool { issues.contains { $0.kind == .mixedPlaceholders } }

  /// Why the value is no message; nil when it is one.
  var invalidity: String? {
    issues.lazy.compactMap(\.kind.reason).first
  }
}
