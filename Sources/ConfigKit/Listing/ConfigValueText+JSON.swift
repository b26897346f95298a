import TremaConfigValues
import TremaDiagnostics
import TremaJSON

extension ConfigValueText {
  /// The value as JSON, whole; a secret and binary data are strings that say what they are.
  func write(_ value: ConfigValue, at path: ConfigKeyPath, to output: inout JSONOutput) {
    switch value.content {
    case .dictionary(let dictionary):
      output.object { output in
        for entry in dictionary.entries {
          output.name(entry.key)
          write(entry.value, at: path.appending(entry.key), to: &output)
        }
      }
    case .array(let values):
      output.array { output in
        for (index, value) in values.enumerated() {
          write(value, at: path.appending(index), to: &output)
        }
      }
    case _ where isSecret(value, at: path): output.string(text(of: value, at: path))
    case .string(let string): output.string(string)
    case .integer(let number): output.literal(number.description)
    // JSON has no word for what is not a number.
    case .real(let number) where !number.isFinite: output.string(number.description)
    case .real(let number): output.literal(number.description)
    case .boolean(let claim): output.literal(claim.description)
    case .date, .data: output.string(text(of: value, at: path))
    case .null: output.literal("null")
    }
  }
}
