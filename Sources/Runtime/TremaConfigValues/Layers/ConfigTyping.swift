import TremaJSON
import TremaSupport

/// Gives values that a file could only write as text the kinds that the schema wants. Nothing is
/// guessed: where the schema says nothing, a text stays a string.
package struct ConfigTyping {
  /// The form that a layer was written in.
  package enum Source: Sendable {
    /// Lines, variables and options: all values are text.
    case text
    /// JSON, which has no dates and no data.
    case json
  }

  private let source: Source
  private let interpolates: Bool
  private var problems: [Diagnostic] = []
  private var path = ConfigKeyPath()

  /// - Parameters:
  ///   - contract: what is said of the value.
  ///   - interpolates: whether a string that is one reference means another value, and is left
  ///     as it is.
  /// - Returns: also `invalid-value` for each text that is not what the schema wants; it stays away.
  package static func typed(
    _ value: ConfigValue, from source: Source, contract: ConfigContract?,
    interpolates: Bool = false
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    guard let contract else { return (value, []) }
    var typing = ConfigTyping(source: source, interpolates: interpolates)
    let value = typing.typed(value, contract, isSecret: false) ?? value
    return (value, typing.problems)
  }

  private init(source: Source, interpolates: Bool) {
    self.source = source
    self.interpolates = interpolates
  }

  /// - Returns: nil when the text is no such value.
  private mutating func typed(
    _ value: ConfigValue, _ contract: ConfigContract?, isSecret: Bool
  ) -> ConfigValue? {
    guard let contract else { return value }
    let isSecret = isSecret || contract.node.marks.isSecret
    switch value.content {
    case .dictionary(let dictionary):
      var copy = dictionary
      copy.compactMapValues { entry in
        path.components.append(.key(entry.key))
        defer { path.components.removeLast() }
        return typed(entry.value, contract[entry.key], isSecret: isSecret)
      }
      return ConfigValue(.dictionary(copy), at: value.place)
    case .array(let values):
      let values = values.enumerated().compactMap { index, value in
        path.components.append(.index(index))
        defer { path.components.removeLast() }
        return typed(value, contract.items, isSecret: isSecret)
      }
      return ConfigValue(.array(values), at: value.place)
    case .string(let text):
      if interpolates, ConfigInterpolation.isReference(text) { return value }
      guard let kinds = kinds(contract.node) else { return value }
      if let typed = ConfigText(text, at: value.place).value(kinds, contract) { return typed }
      let looksSecret = ConfigRedaction(contract: nil).isSecret(value, at: path)
      problems.append(
        invalid(text, kinds, at: value.place, contract, isSecret: isSecret || looksSecret))
      return nil
    case .real(let number) where source == .json && Self.wantsInteger(contract.node):
      // In JSON Schema a number without a fraction is an integer, however it is written.
      guard let whole = WholeNumber(exactly: number) else { return value }
      return ConfigValue(.integer(whole), at: value.place)
    default: return value
    }
  }

  private static func wantsInteger(_ node: ConfigContract.Node) -> Bool {
    guard let kinds = node.kinds ?? node.choices.map({ Set($0.map(\.kind)) }) else { return false }
    return kinds.contains(.integer) && !kinds.contains(.real)
  }

  /// Returns the kinds that a text may become, the likeliest first; `nil` when it stays a text.
  private func kinds(_ node: ConfigContract.Node) -> [ConfigKind]? {
    switch node.meaning {
    case .date: return [.date]
    case .data: return [.data]
    case .url, .duration, .size: return nil
    case nil: break
    }
    guard source == .text else { return nil }
    let kinds = node.kinds ?? node.choices.map { Set($0.map(\.kind)) }
    guard let kinds, !kinds.isEmpty, !kinds.contains(.string) else { return nil }
    return Self.order.filter(kinds.contains)
  }

  private static let order: [ConfigKind] = [
    .integer, .real, .boolean, .date, .data, .array, .dictionary,
  ]

  private func invalid(
    _ text: String, _ kinds: [ConfigKind], at place: ConfigPlace, _ contract: ConfigContract,
    isSecret: Bool
  ) -> Diagnostic {
    let kind = kinds.first ?? .string
    let name = kind == .real ? "number" : kind.rawValue
    let shown = isSecret ? "the value" : "'\(Self.shortened(text))'"
    var diagnostic = Diagnostic(
      .error, "invalid-value",
      kinds.count > 1 && kinds != [.integer, .real]
        ? "\(shown) is neither \(kinds.map(\.rawValue).joined(separator: " nor "))"
        : kind == .data
          ? "\(shown) is no data; the schema wants some"
          : "\(shown) is no \(kinds == [.integer, .real] ? "number" : name); the schema wants one",
      at: place.location, hint: Self.hint(kind), subject: path.description)
    if place.source == .variable || place.source == .option {
      diagnostic.message = "\(place): \(diagnostic.message)"
    }
    diagnostic.about(path)
    diagnostic.related =
      contract.node.location.map { [.init("the rule of the schema", at: $0, role: .rule)] } ?? []
    diagnostic.expected = kinds.map(\.rawValue).joined(separator: ", ")
    diagnostic.actual = isSecret ? ConfigRedaction.mask : shown
    if !place.bytes.isEmpty { diagnostic.bytes = place.bytes }
    return diagnostic
  }

  private static func shortened(_ text: String) -> String {
    let shown = TerminalText.shown(String(text.prefix(40)))
    return text.utf8.count > shown.utf8.count && text.count > 40 ? shown + "…" : shown
  }

  private static func hint(_ kind: ConfigKind) -> String {
    switch kind {
    case .integer: "write a whole number in decimal digits, from -2^63 to 2^64 - 1"
    case .real: "write a number such as 1.5 or 2e-3"
    case .boolean: "write true, yes or 1; or false, no or 0"
    case .date: "write it as 2026-11-21T06:30:00Z"
    case .data: "write it in Base64, with its padding"
    case .array: "write a JSON array, or the elements with commas between them"
    case .dictionary: "write a JSON object"
    case .string, .null: "write a text"
    }
  }
}
