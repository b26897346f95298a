import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for placeholders that a declared output does not support: `%p` on Android.
struct UnsupportedPlaceholderCheck: Check {
  static let rule = Rule(
    .error, "unsupported-placeholder", "An output does not support a placeholder.",
    why: "A placeholder that an output does not support must not be written to it, because the app "
      + "could crash. Only outputs that are generated are checked.",
    example: """
      <value lang="en">Address %p</value>
      """,
    fix: "Use %@ or %s, and format the argument in the app. If the finding is suppressed, that "
      + "output does not contain the value.")

  static let needs = CheckNeeds(.placeholders) { !$0.targets.isEmpty }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    if text.hasSimplePlaceholders { return }
    guard text.text.values.contains(where: \.message.hasPlaceholders) else { return }
    let spellings = text.targets.map { ($0, $0.spelling(of: text)) }
    for number in text.text.values.indices where text.text.values[number].message.hasPlaceholders {
      let value = text.text.values[number]
      let failures = value.message.placeholders.enumerated().compactMap { index, placeholder in
        spellings.first { !$0.1.canExpress(placeholder, in: value.message) }
          .map { (index: index, placeholder: placeholder, target: $0.0, spelling: $0.1) }
      }
      if failures.isEmpty { continue }
      let placeholders = value.occurrences.filter { $0.placeholder != nil }
      for (count, failure) in failures.prefix(Findings.maxPerValue).enumerated() {
        let others = count == Findings.maxPerValue - 1 ? failures.count - Findings.maxPerValue : 0
        let isInBraces = failure.spelling.usesBraces(for: value.message)
        findings.report(
          Self.rule,
          "'\(failure.placeholder)' in '\(value.language)' has no equivalent "
            + (isInBraces ? "in a plural or select of " : "on ") + failure.target.description
            + (others > 0 ? " (and \(others) more in this value)" : ""),
          in: text, value: value,
          at: placeholders.indices.contains(failure.index)
            ? value.location(ofSource: placeholders[failure.index].range, in: text.text)
            : text.text.location(value.textPosition, of: value),
          hint: "use %@ or %s, and format the argument in the app")
      }
      if findings.isLastError { continue }
      for (target, spelling) in spellings
      where !value.message.allPlaceholders(satisfy: { spelling.canExpress($0, in: value.message) })
      {
        findings.omittedParts.valuesOfTargets.append(.init(target: target, value: number))
      }
    }
  }
}

/// The notation of placeholders in a target for one text.
private enum PlaceholderSpelling: Equatable {
  /// The format of one dialect.
  case dialect(PlaceholderDialect)
  /// ICU messages, where all arguments are in braces.
  case braces
  /// ICU messages for values with arguments in braces, Java formats for all others.
  case messages
  /// A notation that supports any placeholder.
  case any

  /// Returns whether the notation can express a placeholder.
  func canExpress(_ placeholder: Placeholder, in message: Message) -> Bool {
    switch self {
    case .dialect(let dialect):
      return dialect.canSpell(placeholder)
    case .braces: return Message([.placeholder(placeholder)]).spelled(.androidMessage) != nil
    case .messages:
      let spelling = usesBraces(for: message) ? Self.braces : .dialect(.java)
      return spelling.canExpress(placeholder, in: message)
    case .any: return true
    }
  }

  /// Returns whether the notation uses arguments in braces for a message.
  func usesBraces(for message: Message) -> Bool {
    self == .braces || self == .messages && message.hasArguments
  }
}

extension CheckTarget {
  /// Returns the notation of placeholders in the target for a text.
  fileprivate func spelling(of text: ExaminedText) -> PlaceholderSpelling {
    switch self {
    case .apple: return .dialect(.apple)
    case .android:
      guard text.text.values.contains(where: \.message.hasBranches) else { return .dialect(.java) }
      return !text.isArrayItem && text.outline.javaPluralArgument != nil ? .any : .braces
    case .compose:
      guard text.text.values.contains(where: \.message.hasBranches) else {
        return .dialect(.compose)
      }
      return !text.isArrayItem && text.outline.composePluralArgument != nil ? .any : .braces
    case .properties: return .messages
    // A listing takes no arguments at all, which ``StoreArgumentCheck`` reports.
    case .swift, .kotlin, .i18next, .arb, .store: return .any
    }
  }
}

extension ExaminedText {
  /// Whether the text is an item of an array. Items are plain texts, as are all messages that
  /// `plurals` cannot represent.
  fileprivate var isArrayItem: Bool {
    annotations.isArray && ArrayItem(text.key) != nil
  }
}
