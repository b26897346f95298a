import TremaCatalog
import TremaDiagnostics
import TremaMessages

/// A translation that takes other arguments than the master, or a text that takes one argument for
/// two things: it shows the wrong one, or crashes.
struct PlaceholderMismatchCheck: Check {
  static let rule = Rule(
    .error, "placeholder-mismatch", "The languages of a text take different arguments.",
    why:
      "The app gives the same arguments in every language. A translation that takes others shows "
      + "the wrong ones, or crashes. `%d` and `%ld` are the same; in plurals and selects all "
      + "branches are looked at.",
    example: """
      <value lang="en">%1$@ sent %2$d files</value>
      <value lang="de">%1$d Dateien von %2$@</value>
      """,
    fix: "Use the placeholders of the master; number them to change their order.")

  static let needs: TextTraits = .placeholders

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    let values = text.text.values
    guard values.contains(where: \.message.hasPlaceholders), !text.takesTheSameEverywhere else {
      return
    }
    let order = text.order
    guard let (numbers, found) = Self.uses(in: text, order) else { return }
    lazy var bracedNames = Set(numbers.names.map(\.name))
    var uses = Array(repeating: [ArgumentUse](), count: values.count)
    for (index, own) in zip(order, found) { uses[index] = own }
    let reference = order[0]
    let language = values[reference].language
    let wanted = uses[reference]
    let expected = ExpectedArguments(wanted)
    for index in values.indices {
      // An empty value is a finding of its own: nothing is shown in its place.
      if values[index].message.isEmpty { continue }
      let own = uses[index]
      // How mixed numbers count nobody can tell: a finding of its own.
      let isMixed = values[index].issues.contains { $0.kind == .mixedPlaceholders }
      if !isMixed, let conflict = own.conflict {
        let value = values[index]
        findings.report(
          Self.rule,
          "'\(text.shownKey)' in '\(value.language)': argument \(own[conflict.first].number) is both "
            + "\(own[conflict.first].demand) and \(own[conflict.other].demand)",
          in: text, value: value, at: text.location(ofUse: conflict.other, inValue: index),
          hint: "give each thing a number of its own",
          related: [
            Diagnostic.Related(
              "\(own[conflict.first].demand) stands here",
              at: text.location(ofUse: conflict.first, inValue: index))
          ])
        continue
      }
      guard index != reference, let difference = ArgumentDifference(own, from: expected) else {
        continue
      }
      let value = values[index]
      findings.report(
        Self.rule,
        "'\(text.shownKey)' in '\(value.language)': "
          + Self.words(difference, own, wanted, language),
        in: text, value: value, at: text.location(ofUse: difference.own, inValue: index),
        hint: Self.hint(value, among: bracedNames, language),
        related: [
          Diagnostic.Related(
            "the text in '\(language)'",
            at: text.location(ofUse: difference.expected, inValue: reference))
        ])
    }
  }

  /// - Returns: nil where nothing can be said of them.
  private static func uses(
    in text: ExaminedText, _ order: [Int]
  ) -> (numbers: ArgumentNumbers, uses: [[ArgumentUse]])? {
    let messages = order.map { text.text.values[$0].message }
    // A value may have ten thousand arguments, and what is made for the outputs often tells enough.
    if messages.contains(where: \.hasBranches) {
      let signature = text.signature
      return signature.areAlike ? nil : (signature.numbers, signature.uses)
    }
    let names = text.annotations.parameters.mapValues(\.name)
    // Nothing is found among uses that repeat each other.
    let different = ArgumentNumbers.withUses(messages, parameters: names, repeats: false)
    if agree(messages, different.uses) { return nil }
    // Often that is all of them.
    let areAll = zip(messages, different.uses).allSatisfy { message, uses in
      !message.hasArguments && message.placeholderUses == uses.count
    }
    return areAll ? different : ArgumentNumbers.withUses(messages, parameters: names)
  }

  /// Whether nothing can be said of messages: each can be shown, and takes what the first does.
  private static func agree(_ messages: [Message], _ uses: [[ArgumentUse]]) -> Bool {
    let expected = ExpectedArguments(uses[0])
    return zip(messages, uses).enumerated().allSatisfy { index, own in
      let (message, own) = own
      return message.isEmpty
        || own.conflict == nil && (index == 0 || ArgumentDifference(own, from: expected) == nil)
    }
  }

  private static func words(
    _ difference: ArgumentDifference, _ own: [ArgumentUse], _ expected: [ArgumentUse],
    _ reference: String
  ) -> String {
    switch difference {
    case .missing(let use):
      "argument \(expected[use].number) (\(expected[use].demand)) of '\(reference)' is missing"
    case .extra(let use):
      "argument \(own[use].number) (\(own[use].demand)) is not in '\(reference)'"
    case .other(let mine, let wanted):
      "argument \(own[mine].number) is \(own[mine].demand), but \(expected[wanted].demand) in "
        + "'\(reference)'"
    }
  }

  /// - Parameter names: of the arguments in braces of all languages.
  private static func hint(
    _ value: Value, among names: @autoclosure () -> Set<String>, _ reference: String
  ) -> String {
    if !value.message.hasBranches, let name = bracedName(in: value.source, of: names()) {
      return "where no plural or select stands braces are text: "
        + "write {\(name), plural, other {…}}"
    }
    return "use the placeholders of '\(reference)'; number them to change their order"
  }

  /// The first of some names that stands in braces.
  private static func bracedName(in source: String, of names: Set<String>) -> String? {
    if names.isEmpty { return nil }
    // Each brace is looked at once, however many names there are.
    let bytes = source.utf8
    var start: String.Index?
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "{"): start = bytes.index(after: index)
      case UInt8(ascii: "}"):
        if let begin = start, names.contains(String(source[begin..<index])) {
          return String(source[begin..<index])
        }
        start = nil
      default: continue
      }
    }
    return nil
  }
}

extension Message {
  /// How many conversions ask for an argument.
  fileprivate var placeholderUses: Int {
    var count = 0
    allPlaceholders {
      if $0.type != .none { count += 1 }
      return true
    }
    return count
  }
}
