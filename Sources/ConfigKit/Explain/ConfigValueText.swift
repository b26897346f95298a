import TremaDiagnostics

/// Values in one line, for people. Strings are in quotation marks with controls spelled out; binary
/// data is its length and a short hash; what the schema calls secret is `<redacted>`.
public struct ConfigValueText: Sendable {
  private let contract: ConfigContract?
  /// How many scalars of a string, and how many elements of an array, are shown.
  private let (longest, most): (Int, Int)

  /// - Parameter contract: of the whole configuration.
  public init(_ contract: ConfigContract?, longest: Int = 120, most: Int = 6) {
    self.contract = contract
    (self.longest, self.most) = (longest, most)
  }

  /// - Parameter path: where the value stands.
  public func text(of value: ConfigValue, at path: ConfigKeyPath) -> String {
    isSecret(path) ? ConfigRedaction.mask : text(of: value, contract?[path])
  }

  public func isSecret(_ path: ConfigKeyPath) -> Bool {
    ConfigRedaction.isSecret(path, contract)
  }

  private func text(of value: ConfigValue, _ contract: ConfigContract?) -> String {
    if contract?.node.marks.isSecret == true { return ConfigRedaction.mask }
    switch value.content {
    case .dictionary(let dictionary):
      return "a dictionary of \(counted(dictionary.entries.count, "key"))"
    case .array(let values):
      var words = values.prefix(most).map { text(of: $0, contract?.items) }
      if values.count > most { words.append("… \(values.count - most) more") }
      return "[\(words.joined(separator: ", "))]"
    case .string(let string): return quoted(string)
    case .integer(let number): return number.description
    case .real(let number): return number.description
    case .boolean(let claim): return claim.description
    case .date(let date): return date.description
    case .data(let bytes): return "\(counted(bytes.count, "byte")) of data (\(Self.hash(bytes)))"
    case .null: return "null"
    }
  }

  private func quoted(_ string: String) -> String {
    var text = ""
    var count = 0
    for scalar in string.unicodeScalars {
      if count == longest { return "\"\(TerminalText.shown(text))…\"" }
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
      count += 1
    }
    return "\"\(TerminalText.shown(text))\""
  }

  /// 8 hexadecimal digits that tell two values apart: FNV-1a, folded to 32 bits.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
