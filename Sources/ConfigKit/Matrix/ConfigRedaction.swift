/// How values are shown to people: on one line, and nothing of a secret.
public enum ConfigRedaction {
  /// What stands where a secret would.
  public static let mask = "<redacted>"

  /// Whether the schema marks a value, or something that it stands in, with `x-secret`.
  ///
  /// - Parameter contract: what is said of the whole configuration.
  public static func isSecret(_ path: ConfigKeyPath, _ contract: ConfigContract?) -> Bool {
    var contract = contract
    for component in path.components {
      if contract?.node.marks.isSecret == true { return true }
      switch component {
      case .key(let key): contract = contract?[key]
      case .index: contract = contract?.items
      }
      if contract == nil { return false }
    }
    return contract?.node.marks.isSecret == true
  }

  /// A value in words that JSON would use, a date as RFC 3339 says, data by its length.
  ///
  /// - Parameters:
  ///   - path: where it is in the configuration.
  ///   - contract: what is said of the whole configuration.
  public static func shown(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?
  ) -> String {
    isSecret(path, contract) ? mask : shown(value, contract?[path])
  }

  /// - Parameter contract: what is said of the value itself.
  private static func shown(_ value: ConfigValue, _ contract: ConfigContract?) -> String {
    if contract?.node.marks.isSecret == true { return mask }
    switch value.content {
    case .string(let text): return quoted(text)
    case .integer(let number): return number.description
    case .real(let number): return number.description
    case .boolean(let claim): return claim ? "true" : "false"
    case .date(let date): return date.description
    case .data(let bytes): return "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    case .null: return "null"
    case .array(let values):
      return "[" + values.map { shown($0, contract?.items) }.joined(separator: ", ") + "]"
    case .dictionary(let dictionary):
      let entries = dictionary.entries.map { entry in
        "\(quoted(entry.key)): \(shown(entry.value, contract?[entry.key]))"
      }
      return "{" + entries.joined(separator: ", ") + "}"
    }
  }

  /// In quotation marks, on one line.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
