import TremaConfigValues
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// A formatter that renders values on one line for people. It redacts secrets like
/// ``ConfigRedaction``, but shows only how many keys a dictionary has and the start of long strings
/// and arrays.
package struct ConfigValueText: Sendable {
  /// The redaction of secrets.
  private let redaction: ConfigRedaction
  /// The maximum numbers of scalars to show from a string, and elements from an array.
  private let (maxLength, maxElements): (Int, Int)

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - longest: The maximum number of scalars to show from a string.
  ///   - most: The maximum number of elements to show from an array.
  package init(_ redaction: ConfigRedaction, longest: Int = 120, most: Int = 6) {
    self.redaction = redaction
    (self.maxLength, self.maxElements) = (longest, most)
  }

  /// Returns a value on one line.
  package func text(of value: ConfigValue, at path: ConfigKeyPath) -> String {
    let isSecret = isSecret(value, at: path)
    switch value.content {
    case .dictionary(let dictionary):
      return isSecret
        ? ConfigRedaction.mask : "a dictionary of \(counted(dictionary.entries.count, "key"))"
    case .array(let values):
      var words = values.prefix(maxElements).enumerated().map { index, value in
        text(of: value, at: path.appending(index))
      }
      if values.count > maxElements { words.append("… \(values.count - maxElements) more") }
      return "[\(words.joined(separator: ", "))]"
    // A secret is not shortened, because only its length and digest are shown.
    case .string(let string) where !isSecret && string.unicodeScalars.count > maxLength:
      let start = String(String.UnicodeScalarView(string.unicodeScalars.prefix(maxLength)))
      return scalar(ConfigValue(.string(start + "…")), at: path)
    default: return scalar(value, at: path)
    }
  }

  /// Returns whether a value is a secret.
  func isSecret(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    redaction.isSecret(value, at: path)
  }

  /// Returns a scalar as a string, redacted if it is secret.
  private func scalar(_ value: ConfigValue, at path: ConfigKeyPath) -> String {
    redaction.shown(value, at: path)
  }
}

extension ConfigValueText {
  /// Writes the whole value as JSON. Secrets and data are written as strings that describe them.
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
    // JSON has neither infinity nor NaN.
    case .real(let number) where !number.isFinite: output.string(number.description)
    case .real(let number): output.literal(number.description)
    case .boolean(let boolean): output.literal(boolean.description)
    case .date, .data: output.string(text(of: value, at: path))
    case .null: output.literal("null")
    }
  }
}
