import TremaJSON
import TremaSupport

/// A string that is converted to a given kind, such as an environment variable's value.
struct ConfigText {
  /// The unconverted string.
  private let text: String
  /// The location of the converted value and everything in it.
  private let location: ConfigLocation

  /// Creates a conversion.
  init(_ text: String, at location: ConfigLocation) {
    self.text = text
    self.location = location
  }

  /// Returns the value of the first kind that the string can be converted to, or `nil` if there is
  /// none.
  ///
  /// - Parameters:
  ///   - kinds: The kinds to try, in order.
  ///   - contract: The value's contract, which determines the kinds of elements.
  func value(_ kinds: [ConfigKind], _ contract: ConfigContract) -> ConfigValue? {
    for kind in kinds {
      if let content = content(kind, contract) { return ConfigValue(content, at: location) }
    }
    return nil
  }

  /// Converts the string to one kind. A string is never converted to `null`.
  private func content(_ kind: ConfigKind, _ contract: ConfigContract) -> ConfigValue.Content? {
    switch kind {
    case .string: .string(text)
    case .integer: integer.map { .integer($0) }
    case .real: real.map { .real($0) }
    case .boolean: boolean.map { .boolean($0) }
    case .date: PropertyListDate(parsing: Array(text.utf8)).map { .date($0) }
    case .data: Base64.decoded(text.utf8, ignoresSpace: true).map { .data($0) }
    case .array: elements(contract).map { .array($0) }
    case .dictionary: json(contract).flatMap { $0.kind == .dictionary ? $0.content : nil }
    case .null: nil
    }
  }

  /// The string as a decimal integer with an optional sign, or `nil` if it is outside the ranges of
  /// `Int64` and `UInt64`.
  private var integer: WholeNumber? {
    Int64(text).map(WholeNumber.init) ?? UInt64(text).map(WholeNumber.init)
  }

  /// The string as a finite decimal number. The characters are restricted because Swift's
  /// initializer also accepts `inf`, `nan` and `0x1p3`.
  private var real: Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The string as a Boolean, ignoring case.
  private var boolean: Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  /// Returns the elements of a JSON array or a comma-separated list. An empty string has no
  /// elements.
  private func elements(_ contract: ConfigContract) -> [ConfigValue]? {
    let trimmed = Self.trimmed(text.utf8[...])
    if trimmed.isEmpty { return [] }
    if trimmed.first == UInt8(ascii: "[") { return json(contract)?.array }
    var elements: [ConfigValue] = []
    for part in trimmed.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let element = ConfigValue(
        .string(String(decoding: Self.trimmed(part), as: UTF8.self)), at: location)
      let (value, problems) = ConfigTyping.typed(element, from: .text, contract: contract.items)
      guard problems.isEmpty else { return nil }
      elements.append(value)
    }
    return elements
  }

  /// Returns the string as a JSON value with the kinds of the schema, or `nil` if it is malformed,
  /// does not match or contains `null`.
  private func json(_ contract: ConfigContract) -> ConfigValue? {
    guard let json = try? JSONValue.decode(Array(text.utf8), file: "") else { return nil }
    // The user set a variable or an option, so positions inside the string would mean nothing to
    // them.
    var value = ConfigValue(json)
    value.relocate(to: location)
    let (typed, problems) = ConfigTyping.typed(value, from: .json, contract: contract)
    return problems.isEmpty && !typed.holdsNull ? typed : nil
  }

  /// Returns the bytes without leading and trailing spaces and tabs.
  private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = bytes.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}

extension ConfigValue {
  /// Sets the location of the value and everything in it.
  fileprivate mutating func relocate(to location: ConfigLocation) {
    self.location = location
    switch content {
    case .array(var values):
      for index in values.indices { values[index].relocate(to: location) }
      content = .array(values)
    case .dictionary(let dictionary):
      content = .dictionary(
        ConfigDictionary(
          dictionary.entries.map { entry in
            var value = entry.value
            value.relocate(to: location)
            return ConfigDictionary.Entry(entry.key, at: location, value)
          }))
    default: break
    }
  }

  /// Whether the value is or contains `null`.
  fileprivate var holdsNull: Bool {
    switch content {
    case .null: true
    case .array(let values): values.contains(where: \.holdsNull)
    case .dictionary(let dictionary): dictionary.entries.contains { $0.value.holdsNull }
    default: false
    }
  }
}
