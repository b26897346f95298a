import TremaConfigValues
import TremaSupport

/// What a schema says of a key, in lines for people.
struct ConfigContractWords {
  private(set) var lines: [String] = []

  init(_ explanation: ConfigExplanation, _ values: ConfigValueText) {
    guard let node = explanation.contract?.node else { return }
    if let summary = node.summary {
      lines += summary.split(whereSeparator: \.isNewline).map { TerminalText.shown(String($0)) }
    }
    var words: [String] = []
    if let kinds = Self.kinds(of: node) { words.append(kinds) }
    if let choices = node.choices {
      let shown = choices.map { values.text(of: $0, at: explanation.path) }
      words.append("one of \(shown.joined(separator: ", "))")
    }
    if let value = node.defaultValue {
      words.append("default \(values.text(of: value, at: explanation.path))")
    }
    words += Self.marks(of: node, isRequired: explanation.isRequired)
    let place = node.location.map { " (\(TerminalText.shown(Self.words(of: $0))))" } ?? ""
    if !words.isEmpty || !place.isEmpty {
      lines.append("\(words.isEmpty ? "in the schema" : words.joined(separator: ", "))\(place)")
    }
    if let deprecation = node.marks.deprecation { lines.append(Self.words(of: deprecation)) }
  }

  private static func kinds(of node: ConfigContract.Node) -> String? {
    if let meaning = node.meaning { return meaning.title }
    guard let kinds = node.kinds, !kinds.isEmpty else { return nil }
    return ConfigKind.allCases.filter(kinds.contains).map(\.title).joined(separator: " or ")
  }

  /// In the words of the schema.
  private static func marks(of node: ConfigContract.Node, isRequired: Bool) -> [String] {
    let marks = node.marks
    var words: [String] = []
    if isRequired { words.append("required") }
    if !marks.requiredIn.isEmpty {
      words.append(
        "required in \(marks.requiredIn.map(TerminalText.shown).joined(separator: ", "))")
    }
    if marks.isSecret { words.append("secret") }
    if marks.isPerEnvironment { words.append("every environment has its own") }
    if marks.isDistinct { words.append("no environment has what production has") }
    if marks.isOverridable { words.append("may be set from outside") }
    return words
  }

  private static func words(of location: SourceLocation) -> String {
    location.start.map { "\(location.file):\($0.line):\($0.column)" } ?? location.file
  }

  private static func words(of deprecation: ConfigContract.Deprecation) -> String {
    var words = "deprecated"
    if let since = deprecation.since { words += " since \(since)" }
    if let replacement = deprecation.replacement { words += ", use '\(replacement)'" }
    if let end = deprecation.removeBy { words += ", gone by \(end)" }
    return TerminalText.shown(words)
  }
}
