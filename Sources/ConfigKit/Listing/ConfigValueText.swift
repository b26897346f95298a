import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// Values in one line, for people: as ``ConfigRedaction`` shows them, without secrets, but a dictionary
/// by the number of its keys, and long strings and arrays by their beginning.
package struct ConfigValueText: Sendable {
  private let redaction: ConfigRedaction
  /// How many scalars of a string, and how many elements of an array, are shown.
  private let (longest, most): (Int, Int)

  package init(_ redaction: ConfigRedaction, longest: Int = 120, most: Int = 6) {
    self.redaction = redaction
    (self.longest, self.most) = (longest, most)
  }

  /// - Parameter path: where the value is.
  package func text(of value: ConfigValue, at path: ConfigKeyPath) -> String {
    let isSecret = isSecret(value, at: path)
    switch value.content {
    case .dictionary(let dictionary):
      return isSecret
        ? ConfigRedaction.mask : "a dictionary of \(counted(dictionary.entries.count, "key"))"
    case .array(let values):
      var words = values.prefix(most).enumerated().map { index, value in
        text(of: value, at: path.appending(index))
      }
      if values.count > most { words.append("… \(values.count - most) more") }
      return "[\(words.joined(separator: ", "))]"
    case .string(let string) where !isSecret && string.unicodeScalars.count > longest:
      let start = String(String.UnicodeScalarView(string.unicodeScalars.prefix(longest)))
      return scalar(ConfigValue(.string(start + "…")), at: path)
    default: return scalar(value, at: path)
    }
  }

  func isSecret(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    redaction.isSecret(value, at: path)
  }

  private func scalar(_ value: ConfigValue, at path: ConfigKeyPath) -> String {
    redaction.shown(value, at: path)
  }
}

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
