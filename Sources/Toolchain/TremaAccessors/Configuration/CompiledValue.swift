import TremaConfigValues
import TremaSupport

/// A value that was checked against its ``ConfigurationShape`` and can be written into source code.
indirect enum CompiledValue: Sendable {
  case string(String)
  case boolean(Bool)
  case real(Double)
  case integer(WholeNumber)
  case url(String)
  /// A date, in seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  /// A duration in nanoseconds.
  case duration(Int64)
  /// A size in bytes.
  case size(Int64)
  /// A choice, as the name of its enumeration case.
  case choice(String)
  case array([CompiledValue])
  case map([(key: String, value: CompiledValue)])
  /// A dictionary with known keys. The values are in the order of the fields; a missing value is
  /// `nil`.
  case structure([CompiledValue?])
}

/// Converts one environment's values to a configuration's types, and collects problems.
struct ConfigurationCompiler {
  /// The name of the environment, or `nil` for default values from the schema.
  var environment: String?
  /// The problems found so far.
  var problems: [ConfigurationProblem] = []

  /// Converts a value.
  ///
  /// - Parameters:
  ///   - value: The value from a file or the schema.
  ///   - shape: The type that it must have.
  ///   - path: The path of its key.
  /// - Returns: `nil` if the value does not have the type. The problem is then added to
  ///   ``problems``.
  mutating func compile(
    _ value: ConfigValue, as shape: ConfigurationShape, at path: ConfigKeyPath
  ) -> CompiledValue? {
    switch (shape, value.content) {
    case (.string, .string(let text)): return .string(text)
    case (.boolean, .boolean(let flag)): return .boolean(flag)
    case (.real, .real(let number)): return .real(number)
    case (.real, .integer(let number)): return .real(Double(number.description) ?? .nan)
    case (.integer, .integer(let number)): return .integer(number)
    case (.date, .date(let date)): return .date(date.seconds)
    case (.data, .data(let bytes)): return .data(bytes)
    case (.url, .string(let text)):
      if let fault = URLSpelling.fault(of: text) {
        problems.append(.badURL(value, path, environment, fault: fault))
        return nil
      }
      return .url(text)
    case (.duration, .string(let text)):
      do throws(UnitText.Problem) { return .duration(try UnitText.nanoseconds(text)) } catch {
        problems.append(.badUnit(value, path, environment, fault: error.durationMessage))
        return nil
      }
    case (.size, .string(let text)):
      do throws(UnitText.Problem) { return .size(try UnitText.bytes(text)) } catch {
        problems.append(.badUnit(value, path, environment, fault: error.sizeMessage))
        return nil
      }
    case (.size, .integer(let number)):
      guard let bytes = number.int64, bytes >= 0 else {
        problems.append(.mismatch(value, path, environment, expected: shape.title))
        return nil
      }
      return .size(bytes)
    case (.choice(let choice), .string(let text)):
      if let found = choice.cases.first(where: { $0.value.utf8.elementsEqual(text.utf8) }) {
        return .choice(found.name)
      }
      problems.append(.unknownChoice(value, path, environment, choices: choice.cases.map(\.value)))
      return nil
    case (.array(let item), .array(let values)):
      return .array(
        values.enumerated().compactMap { index, value in
          compile(value, as: item, at: path.appending(index))
        })
    case (.map(let item), .dictionary(let dictionary)):
      return .map(
        dictionary.entries.compactMap { entry in
          compile(entry.value, as: item, at: path.appending(entry.key)).map { (entry.key, $0) }
        })
    case (.structure(let structure), .dictionary(let dictionary)):
      return .structure(
        structure.fields.map { compile($0, of: value, dictionary, at: path) })
    default:
      problems.append(.mismatch(value, path, environment, expected: shape.title))
      return nil
    }
  }

  /// Converts the value of a dictionary field.
  ///
  /// - Parameters:
  ///   - field: The field to convert.
  ///   - parent: The dictionary as a value, used for its location.
  ///   - dictionary: The entries of the dictionary.
  ///   - path: The path of the dictionary.
  /// - Returns: The value, or its default, or `nil` if it is a secret or has neither.
  private mutating func compile(
    _ field: ConfigurationField, of parent: ConfigValue, _ dictionary: ConfigDictionary,
    at path: ConfigKeyPath
  ) -> CompiledValue? {
    // Secrets are neither checked nor written into code.
    if field.isSecret { return nil }
    let path = path.appending(field.key)
    guard let value = dictionary[field.key] else {
      if let value = field.defaultValue { return value }
      if field.isRequired { problems.append(.missing(parent, path, environment)) }
      return nil
    }
    return compile(value, as: field.shape, at: path)
  }
}

/// Checks whether every version of Foundation accepts a string as a URL. Versions before iOS 17
/// implement RFC 2396, which allows ASCII only.
enum URLSpelling {
  /// Returns the reason why a URL is invalid, as a clause, or `nil` if it is accepted.
  static func fault(of text: String) -> String? {
    do throws(ConfigURL.Problem) {
      _ = try ConfigURL(text)
    } catch {
      return error.reason
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return "its host must be ASCII in code, such as 'xn--…'"
    }
    return nil
  }
}
