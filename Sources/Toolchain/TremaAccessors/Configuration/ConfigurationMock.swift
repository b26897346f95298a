import TremaConfigValues
import TremaSupport

/// Values for tests. They are plausible and deterministic, and never contain the address of a real
/// server.
enum ConfigurationMock {
  /// Returns the mock value of a configuration.
  ///
  /// - Parameter environments: The values of all environments. Numbers, dates and similar values
  ///   are taken from the first environment that has them.
  static func value(
    of structure: ConfigurationStructure, in environments: [ConfigValue]
  ) -> CompiledValue {
    value(of: .structure(structure), samples: environments, key: "mock")
  }

  /// Returns the mock value for a type.
  ///
  /// - Parameters:
  ///   - shape: The type of the value.
  ///   - samples: The values at the same path in all environments.
  ///   - key: The last key of the path, which is included in strings and URLs.
  private static func value(
    of shape: ConfigurationShape, samples: [ConfigValue], key: String
  ) -> CompiledValue {
    switch shape {
    case .string: return .string(key)
    case .url: return .url("https://mock.invalid/\(pathSegment(for: key))")
    case .boolean: return .boolean(samples.lazy.compactMap(\.boolean).first ?? false)
    case .real:
      let number = samples.lazy.compactMap {
        $0.real ?? $0.integer.flatMap { Double($0.description) }
      }
      return .real(number.first ?? 1)
    case .integer: return .integer(samples.lazy.compactMap(\.integer).first ?? WholeNumber(1))
    case .date:
      let dates = samples.lazy.compactMap { sample in
        if case .date(let date) = sample.content { date.seconds } else { nil as Double? }
      }
      return .date(dates.first ?? 0)
    case .data: return .data(Array(key.utf8))
    case .duration:
      let durations = samples.lazy.compactMap {
        $0.string.flatMap { try? UnitText.nanoseconds($0) }
      }
      return .duration(durations.first ?? 1_000_000_000)
    case .size:
      let sizes = samples.lazy.compactMap { sample in
        sample.integer?.int64 ?? sample.string.flatMap { try? UnitText.bytes($0) }
      }
      return .size(sizes.first ?? 1)
    case .choice(let choice): return .choice(choice.cases.first?.name ?? "")
    case .array(let item):
      let nested = samples.compactMap(\.array).flatMap(\.self)
      return .array([value(of: item, samples: nested, key: key)])
    case .map(let item):
      let nested = samples.compactMap(\.dictionary).flatMap(\.entries).map(\.value)
      return .map([(key, value(of: item, samples: nested, key: key))])
    case .structure(let structure):
      return .structure(
        structure.fields.map { field in
          // A secret from a file must not be written into code.
          if field.isSecret { return value(of: field.shape, samples: [], key: "mock") }
          if let value = field.defaultValue, field.shape.excludesServerAddresses { return value }
          let nested = samples.compactMap { $0.dictionary?[field.key] }
          return value(of: field.shape, samples: nested, key: field.key)
        })
    }
  }

  /// Returns a key as a URL path segment, replacing everything but ASCII letters and digits with
  /// hyphens.
  private static func pathSegment(for key: String) -> String {
    let bytes = key.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        byte
      default: UInt8(ascii: "-")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ConfigurationShape {
  /// Whether values of the type cannot contain a server address.
  fileprivate var excludesServerAddresses: Bool {
    switch self {
    case .boolean, .real, .integer, .date, .duration, .size, .choice: true
    default: false
    }
  }
}
