import TremaCatalog
import TremaMessages

/// Finds translations whose arguments do not match the arguments of their original. Such
/// translations would make an app show the wrong value or crash.
enum ArgumentMismatch {
  /// Compares a translation's arguments with the original's.
  ///
  /// - Parameters:
  ///   - value: A value in a language other than the master language.
  ///   - master: The master value.
  ///   - parameters: The argument names in the context, by number.
  /// - Returns: A description of the problem, or `nil` if there is none.
  static func description(
    _ value: Value, against master: Value, parameters: [Int: String]
  ) -> String? {
    guard value.message.hasPlaceholders || master.message.hasPlaceholders else { return nil }
    // The arguments can't be matched reliably if a text has both numbered and unnumbered
    // placeholders.
    if master.isMixed { return nil }
    if value.isMixed { return "it mixes numbered and unnumbered placeholders" }
    let signature = TextSignature([master.message, value.message], parameters: parameters)
    let (expected, actual) = (signature.uses[0], signature.uses[1])
    if let difference = ArgumentDifference(actual, from: ExpectedArguments(expected)) {
      switch difference {
      case .missing(let use):
        return "argument \(expected[use].number) (\(expected[use].requirement)) is missing"
      case .extra(let use):
        return "argument \(actual[use].number) (\(actual[use].requirement)) is not in the original"
      case .other(let actualUse, let expectedUse):
        return
          "argument \(actual[actualUse].number) is \(actual[actualUse].requirement) instead of "
          + "\(expected[expectedUse].requirement)"
      }
    }
    if let (first, other) = actual.conflict {
      return
        "argument \(actual[first].number) is both \(actual[first].requirement) and "
        + "\(actual[other].requirement)"
    }
    return keywordMismatch(value, master, parameters)
  }

  /// Reports a keyword that no select of the master has. It was probably translated or misspelled,
  /// and the app never passes it.
  private static func keywordMismatch(
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
      return
        "its select has the keyword '\(unknown)', but the original has "
        + "\(expected.joined(separator: ", "))"
    }
    return nil
  }
}

extension Message {
  /// The argument names and keywords of all selects, including those in branches.
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
  /// Whether the value has both numbered and unnumbered placeholders.
  fileprivate var isMixed: Bool { issues.contains { $0.kind == .mixedPlaceholders } }

  /// The reason why the value is not a valid message, or `nil` if it is valid.
  var invalidity: String? {
    issues.lazy.compactMap(\.kind.reason).first
  }
}
