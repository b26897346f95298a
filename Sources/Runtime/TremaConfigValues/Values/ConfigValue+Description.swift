extension ConfigValue: CustomStringConvertible, CustomReflectable {
  /// A single value as it is; of a dictionary or an array only what it is, since one of many values
  /// may be a secret that nobody asked for.
  public var description: String {
    switch content {
    case .dictionary(let dictionary): "a dictionary of \(dictionary.entries.count)"
    case .array(let values): "an array of \(values.count)"
    case .string(let text): text
    case .integer(let number): number.description
    case .real(let number): number.description
    case .boolean(let claim): claim.description
    case .date(let date): date.description
    case .data(let bytes): "\(bytes.count) bytes"
    case .null: "null"
    }
  }

  public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
