import TremaConfigValues
import TremaSupport

/// A writer of explanations as text for a terminal. Control characters in values are escaped.
package struct ConfigExplanationText {
  /// Whether the output has escape sequences for colors.
  private let usesColor: Bool
  /// A formatter for values, with the explanation's redaction.
  private var values = ConfigValueText(ConfigRedaction(contract: nil))
  /// The output so far.
  private var text = ""

  /// Creates a writer.
  package init(usesColor: Bool) { self.usesColor = usesColor }

  /// Returns the explanation as UTF-8 text.
  package func report(_ explanation: ConfigExplanation) -> [UInt8] {
    var report = self
    let values = ConfigValueText(explanation.redaction)
    report.values = values
    report.text += style(escaped(explanation.requestedPath.description), 1) + "\n"
    if explanation.requestedPath != explanation.path {
      let whole = escaped(explanation.path.description)
      report.text += "  part of the array '\(whole)', which is set as a whole\n"
    }
    for line in ConfigContractText(explanation, values).lines { report.text += "  \(line)\n" }
    for environment in explanation.environments {
      report.append(environment, explanation)
    }
    return Array(report.text.utf8)
  }

  /// Appends an environment: its value, a line for each layer, and the keys of a dictionary.
  private mutating func append(
    _ environment: ConfigExplanation.Environment, _ explanation: ConfigExplanation
  ) {
    let path = explanation.path
    let value =
      explanation.element(in: environment).map {
        values.text(of: $0, at: explanation.requestedPath)
      }
      ?? "not set"
    text += "\n\(style(escaped(environment.name) + ":", 1)) \(value)"
    text += environment.isInterpolated ? ", with references resolved\n" : "\n"
    let rows = environment.steps.map { row($0, path) }
    append(rows)
    // A dictionary is also listed key by key, with the location that sets each key.
    guard let dictionary = environment.value?.dictionary, !dictionary.entries.isEmpty else {
      return
    }
    text += "  keys:\n"
    append(
      dictionary.entries.map { entry in
        let location = location(
          entry.keyLocation.source == .code ? entry.value.location : entry.keyLocation)
        let inside = path.appending(entry.key)
        return Row(
          mark: " ", location: escaped(ConfigKeyPath(keys: [entry.key]).description),
          value: values.text(of: entry.value, at: inside), note: location)
      })
  }

  /// A row in the table of layers.
  private struct Row {
    /// `>` for a layer whose value is in the result, a space otherwise.
    var mark: String
    /// The value's location in the layer, or the layer's name.
    var location: String
    /// The value on one line, or empty if there is none.
    var value: String
    /// The effect in words.
    var note: String
  }

  /// Returns the row of one layer.
  private func row(_ step: ConfigExplanation.Step, _ path: ConfigKeyPath) -> Row {
    let note = step.effect.phrase(isInResult: step.isInResult, hasValue: step.value != nil)
    return Row(
      mark: step.isInResult ? ">" : " ",
      location: step.location.map(location) ?? escaped(step.layer),
      value: step.value.map { values.text(of: $0, at: path) } ?? "", note: escaped(note))
  }

  /// The maximum width of a column, in terminal cells.
  private static let maxColumnWidth = 48

  /// Appends rows in aligned columns.
  private mutating func append(_ rows: [Row]) {
    var table = TerminalTable(maxWidth: Self.maxColumnWidth)
    for row in rows { table.append([row.location, row.value, row.note]) }
    for (row, line) in zip(rows, table.lines) {
      let mark = row.mark == " " ? " " : style(row.mark, 32)
      text += "  \(mark) \(line)\n"
    }
  }

  /// Returns a location with its control characters escaped.
  private func location(_ location: ConfigLocation) -> String { escaped(location.description) }

  /// Returns a string with its control characters escaped.
  private func escaped(_ text: String) -> String { TerminalText.escaped(text) }

  /// Returns a string with a graphic rendition, if colors are enabled.
  ///
  /// See ECMA-48, "Select graphic rendition".
  private func style(_ text: String, _ parameter: Int) -> String {
    usesColor ? "\u{1B}[\(parameter)m\(text)\u{1B}[0m" : text
  }
}

extension ConfigExplanation.Effect {
  /// Returns a description of the rule that decided. A value that is not in the result is
  /// `overridden`.
  ///
  /// - Parameters:
  ///   - isInResult: Whether any part of the layer's value is in the result.
  ///   - hasValue: Whether the layer has a value.
  func phrase(isInResult: Bool, hasValue: Bool) -> String {
    let rule = phrase
    if isInResult || !hasValue { return rule }
    if case .refused = self { return rule }
    return "overridden"
  }

  /// A description of the effect, without regard to later layers.
  private var phrase: String {
    switch self {
    case .absent: "does not set it"
    case .sets: "sets it"
    case .overrides: "overrides the layers below"
    case .repeats: "repeats the value below"
    case .widens: "overrides the layers below; the integer becomes a real number"
    case .merges: "merged key by key with the value below"
    case .combines(let rule): rule.phrase
    case .replaces(let path):
      "overrides: \(Self.name(path)) discards the value below ($replace)"
    case .replacesTopLevelKey(let path): "overrides: '\(path)' is replaced as a whole (girders)"
    case .removes(let path): "removes \(Self.name(path))"
    case .hides(let path): "hides it with a different value for \(Self.name(path))"
    case .refused(let code, let message): "refused: [\(code)] \(message)"
    }
  }

  /// Returns a path in quotes, or a description for the root.
  private static func name(_ path: ConfigKeyPath) -> String {
    path.components.isEmpty ? "the whole layer" : "'\(path)'"
  }
}

extension ConfigContract.ArrayRule {
  /// A description of the rule.
  fileprivate var phrase: String {
    switch self {
    case .replace: "overrides the layers below"
    case .append: "appended to the value below (x-merge)"
    case .union: "new elements are appended to the value below (x-merge)"
    case .mergeBy(let key):
      "elements with the same '\(key)' are merged, others are appended (x-merge)"
    }
  }
}

/// A key's contract, as lines of text.
struct ConfigContractText {
  /// The lines, without indentation.
  private(set) var lines: [String] = []

  /// Describes the contract of a key. Without a contract, there are no lines.
  init(_ explanation: ConfigExplanation, _ values: ConfigValueText) {
    guard let node = explanation.contract?.node else { return }
    if let summary = node.summary {
      lines += summary.split(whereSeparator: \.isNewline).map { TerminalText.escaped(String($0)) }
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
    let location = node.location.map { " (\(TerminalText.escaped(Self.text(of: $0))))" } ?? ""
    // Without any rules, the location still shows that the schema declares the key.
    if !words.isEmpty || !location.isEmpty {
      lines.append("\(words.isEmpty ? "in the schema" : words.joined(separator: ", "))\(location)")
    }
    if let deprecation = node.marks.deprecation { lines.append(Self.text(of: deprecation)) }
  }

  /// Returns a description of the meaning or the kinds, or `nil` if any kind is allowed.
  private static func kinds(of node: ConfigContract.Node) -> String? {
    if let meaning = node.meaning { return meaning.title }
    guard let kinds = node.kinds, !kinds.isEmpty else { return nil }
    return ConfigKind.allCases.filter(kinds.contains).map(\.title).joined(separator: " or ")
  }

  /// Returns descriptions of the marks in the schema.
  private static func marks(of node: ConfigContract.Node, isRequired: Bool) -> [String] {
    let marks = node.marks
    var words: [String] = []
    if isRequired { words.append("required") }
    if !marks.requiredIn.isEmpty {
      words.append(
        "required in \(marks.requiredIn.map(TerminalText.escaped).joined(separator: ", "))")
    }
    if marks.isSecret { words.append("secret") }
    if marks.isPerEnvironment { words.append("each environment must have its own value") }
    if marks.isDistinct { words.append("must differ from the production value") }
    if marks.isOverridable { words.append("overridable") }
    return words
  }

  /// Returns a location as `file:line:column`.
  private static func text(of location: SourceLocation) -> String {
    location.start.map { "\(location.file):\($0.line):\($0.column)" } ?? location.file
  }

  /// Returns a deprecation as a sentence.
  private static func text(of deprecation: ConfigContract.Deprecation) -> String {
    var words = "deprecated"
    if let since = deprecation.since { words += " since \(since)" }
    if let replacement = deprecation.replacement { words += ", use '\(replacement)'" }
    if let end = deprecation.removeBy { words += ", will be removed by \(end)" }
    return TerminalText.escaped(words)
  }
}
