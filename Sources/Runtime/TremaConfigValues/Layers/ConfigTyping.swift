import TremaJSON
import TremaSupport

/// Converts strings to the kinds that the schema requires if the file format cannot represent them.
/// Kinds are never guessed: without a contract, a string remains a string.
package struct ConfigTyping {
  /// A layer's format, which determines which strings are converted.
  package enum Source: Sendable {
    /// Line-based files, variables or options, in which all values are strings.
    case text
    /// JSON, which has neither dates nor data.
    case json
  }

  /// The layer's format.
  private let source: Source
  /// Whether references remain strings.
  private let interpolates: Bool
  /// The problems found so far.
  private var problems: [Diagnostic] = []
  /// The path of the value that is being converted.
  private var path = ConfigKeyPath()

  /// Converts a value and everything in it.
  ///
  /// - Parameters:
  ///   - value: The unconverted value.
  ///   - source: The format that the value was read from.
  ///   - interpolates: Whether a string that is a single reference will later be replaced with a
  ///     different value and is left unchanged.
  /// - Returns: The converted value, and an `invalid-value` problem for each string that cannot be
  ///   converted and is therefore omitted.
  package static func typed(
    _ value: ConfigValue, from source: Source, contract: ConfigContract?,
    interpolates: Bool = false
  ) -> (value: ConfigValue, problems: [Diagnostic]) {
    guard let contract else { return (value, []) }
    var typing = ConfigTyping(source: source, interpolates: interpolates)
    let value = typing.typed(value, contract, isSecret: false) ?? value
    return (value, typing.problems)
  }

  /// Creates a conversion that starts at the root.
  private init(source: Source, interpolates: Bool) {
    self.source = source
    self.interpolates = interpolates
  }

  /// Converts a value at ``path``. Returns `nil` for a string that cannot be converted.
  ///
  /// - Parameter isSecret: Whether a container of the value is marked with `x-secret`, in which
  ///   case the value must not appear in messages.
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
      return ConfigValue(.dictionary(copy), at: value.location)
    case .array(let values):
      let values = values.enumerated().compactMap { index, value in
        path.components.append(.index(index))
        defer { path.components.removeLast() }
        return typed(value, contract.items, isSecret: isSecret)
      }
      return ConfigValue(.array(values), at: value.location)
    case .string(let text):
      if interpolates, ConfigInterpolation.isReference(text) { return value }
      guard let kinds = kinds(contract.node) else { return value }
      if let typed = ConfigText(text, at: value.location).value(kinds, contract) { return typed }
      // A value may be secret by its key or form even if the schema doesn't mark it.
      let looksSecret = ConfigRedaction(contract: nil).isSecret(value, at: path)
      problems.append(
        invalidValue(text, kinds, at: value.location, contract, isSecret: isSecret || looksSecret))
      return nil
    case .real(let number) where source == .json && Self.allowsOnlyIntegers(contract.node):
      // In JSON Schema, a number without a fractional part is an integer, even if it is written as
      // `1.0`.
      guard let whole = WholeNumber(exactly: number) else { return value }
      return ConfigValue(.integer(whole), at: value.location)
    default: return value
    }
  }

  /// Returns whether the schema allows an integer but not a real number.
  private static func allowsOnlyIntegers(_ node: ConfigContract.Node) -> Bool {
    guard let kinds = node.kinds ?? node.choices.map({ Set($0.map(\.kind)) }) else { return false }
    return kinds.contains(.integer) && !kinds.contains(.real)
  }

  /// Returns the kinds that a string may be converted to, in the order they are tried, or `nil` if
  /// it remains a string.
  private func kinds(_ node: ConfigContract.Node) -> [ConfigKind]? {
    switch node.meaning {
    case .date: return [.date]
    case .data: return [.data]
    case .url, .duration, .size: return nil
    case nil: break
    }
    // JSON can represent all other kinds.
    guard source == .text else { return nil }
    let kinds = node.kinds ?? node.choices.map { Set($0.map(\.kind)) }
    guard let kinds, !kinds.isEmpty, !kinds.contains(.string) else { return nil }
    return Self.order.filter(kinds.contains)
  }

  /// The order that the kinds are tried in.
  private static let order: [ConfigKind] = [
    .integer, .real, .boolean, .date, .data, .array, .dictionary,
  ]

  /// Returns the error for a string that cannot be converted. A secret is not quoted.
  private func invalidValue(
    _ text: String, _ kinds: [ConfigKind], at location: ConfigLocation, _ contract: ConfigContract,
    isSecret: Bool
  ) -> Diagnostic {
    let kind = kinds.first ?? .string
    let name =
      kind == .real || kinds == [.integer, .real]
      ? "a number" : kind == .data ? "Base64 data" : kind.title
    let actual = isSecret ? nil : "'\(Self.shortened(text))'"
    // An integer is also a number, so the two kinds together are called a number.
    let expected =
      kinds.count > 1 && kinds != [.integer, .real]
      ? kinds.map(\.title).joined(separator: " or ") : name
    var diagnostic = Diagnostic(
      .error, "invalid-value",
      "'\(path)' must be \(expected)\(actual.map { ", not \($0)" } ?? "")",
      at: location.diagnosticLocation, hint: Self.hint(kind), subject: path.description)
    // Variables and options have no source location, so the message names them.
    if location.source == .variable || location.source == .option {
      diagnostic.message = "\(location): \(diagnostic.message)"
    }
    diagnostic.setKeyPath(path)
    diagnostic.related =
      contract.node.location.map { [.init("rule in the schema", at: $0, role: .rule)] } ?? []
    diagnostic.expected = kinds.map(\.rawValue).joined(separator: ", ")
    diagnostic.actual = actual ?? ConfigRedaction.mask
    if !location.bytes.isEmpty { diagnostic.bytes = location.bytes }
    return diagnostic
  }

  /// Returns at most 40 characters of a string, with control characters escaped.
  private static func shortened(_ text: String) -> String {
    let prefix = TerminalText.escaped(String(text.prefix(40)))
    return text.utf8.count > prefix.utf8.count && text.count > 40 ? prefix + "…" : prefix
  }

  /// Returns a hint with the syntax of a kind.
  private static func hint(_ kind: ConfigKind) -> String {
    switch kind {
    case .integer: "use an integer from -2^63 to 2^64 - 1 in decimal digits"
    case .real: "use a number such as 1.5 or 2e-3"
    case .boolean: "use true, yes or 1, or false, no or 0"
    case .date: "use a date such as 2026-11-21T06:30:00Z"
    case .data: "encode it in Base64 with padding"
    case .array: "use a JSON array, or separate the elements with commas"
    case .dictionary: "use a JSON object"
    case .string, .null: "use a string"
    }
  }
}
