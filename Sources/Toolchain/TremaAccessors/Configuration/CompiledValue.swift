import TremaConfigValues
import TremaSupport

/// A value that fits its ``ConfigurationShape``, ready to be written into source code.
indirect enum CompiledValue: Sendable {
  case string(String)
  case boolean(Bool)
  case real(Double)
  case integer(WholeNumber)
  case url(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  /// Nanoseconds.
  case duration(Int64)
  /// Bytes.
  case size(Int64)
  /// The name of the case.
  case choice(String)
  case array([CompiledValue])
  case map([(key: String, value: CompiledValue)])
  /// In the order of the fields; nil where there is no value.
  case structure([CompiledValue?])
}

/// Takes the values of an environment for what the type says they are.
struct ConfigurationCompiler {
  /// Nil for a default of the schema.
  var environment: String?
  var problems: [ConfigurationProblem] = []

  mutating func compile(
    _ value: ConfigValue, as shape: ConfigurationShape, at path: ConfigKeyPath
  ) -> CompiledValue? {
    switch (shape, value.content) {
    case (.string, .string(let text)): return .string(text)
    case (.boolean, .boolean(let claim)): return .boolean(claim)
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
        problems.append(.badUnit(value, path, environment, fault: error.asDuration))
        return nil
      }
    case (.size, .string(let text)):
      do throws(UnitText.Problem) { return .size(try UnitText.bytes(text)) } catch {
        problems.append(.badUnit(value, path, environment, fault: error.asSize))
        return nil
      }
    case (.size, .integer(let number)):
      guard let bytes = number.int64, bytes >= 0 else {
        problems.append(.misfit(value, path, environment, expected: shape.title))
        return nil
      }
      return .size(bytes)
    case (.choice(let choice), .string(let text)):
      if let found = choice.cases.first(where: { $0.value.utf8.elementsEqual(text.utf8) }) {
        return .choice(found.name)
      }
      problems.append(.noChoice(value, path, environment, choices: choice.cases.map(\.value)))
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
      problems.append(.misfit(value, path, environment, expected: shape.title))
      return nil
    }
  }

  private mutating func compile(
    _ field: ConfigurationField, of parent: ConfigValue, _ dictionary: ConfigDictionary,
    at path: ConfigKeyPath
  ) -> CompiledValue? {
    // Neither looked at nor written.
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

/// Whether every Foundation takes a text for a URL: those before iOS 17 read RFC 2396, which has no
/// letters beyond ASCII.
enum URLSpelling {
  /// - Returns: what is wrong with it, as a clause; nil when nothing is.
  static func fault(of text: String) -> String? {
    do throws(ConfigURL.Problem) {
      _ = try ConfigURL(text)
    } catch {
      return error.reason
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return "code needs its host in ASCII, as 'xn--…'"
    }
    return nil
  }
}
