public import Foundation
public import TremaConfigValues
import TremaSupport

/// A type that a configuration value can be converted to.
///
/// A Boolean is never converted to a number, nor a real number to an integer. An integer can be
/// converted to a real number.
public protocol ConfigurationRepresentable {
  /// The expected value with its article, for error messages: `an integer`.
  static var configurationTitle: String { get }

  /// Converts a configuration value.
  ///
  /// - Returns: `nil` for a value of a different kind or out of range.
  init?(configuration value: ConfigValue)

  /// Returns the part of a value that cannot be converted.
  ///
  /// - Parameters:
  ///   - value: A value that cannot be converted to this type.
  ///   - path: The value's path.
  /// - Returns: The part, its path, and the expected value.
  static func mismatch(
    in value: ConfigValue, at path: ConfigKeyPath
  ) -> (value: ConfigValue, path: ConfigKeyPath, expected: String)
}

extension ConfigurationRepresentable {
  /// Returns the value itself, its path and the expected kind, for a type without parts.
  public static func mismatch(
    in value: ConfigValue, at path: ConfigKeyPath
  ) -> (value: ConfigValue, path: ConfigKeyPath, expected: String) {
    (value, path, configurationTitle)
  }
}

extension ConfigurationError {
  /// Returns the error for a value that cannot be converted. The error refers to the innermost part
  /// that causes it.
  static func mismatch(
    of type: (some ConfigurationRepresentable).Type, in value: ConfigValue,
    at path: ConfigKeyPath, _ source: Source
  ) -> ConfigurationError {
    let part = type.mismatch(in: value, at: path)
    return .wrongKind(
      part.path.description, expected: part.expected,
      found: part.value.title(expecting: part.expected), source)
  }
}

extension String: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a string" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let text = value.string else { return nil }
    self = text
  }
}

extension Bool: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a Boolean" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let boolean = value.boolean else { return nil }
    self = boolean
  }
}

extension ConfigurationRepresentable where Self: FixedWidthInteger {
  /// The expected kind, for error messages.
  public static var configurationTitle: String {
    "an integer from \(Self.min) to \(Self.max)"
  }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let number = value.integer else { return nil }
    if let signed = number.int64 {
      self.init(exactly: signed)
    } else {
      self.init(exactly: number.uint64 ?? 0)
    }
  }
}

extension Int: ConfigurationRepresentable {}
extension Int64: ConfigurationRepresentable {}
extension Int32: ConfigurationRepresentable {}
extension Int16: ConfigurationRepresentable {}
extension Int8: ConfigurationRepresentable {}
extension UInt: ConfigurationRepresentable {}
extension UInt64: ConfigurationRepresentable {}
extension UInt32: ConfigurationRepresentable {}
extension UInt16: ConfigurationRepresentable {}
extension UInt8: ConfigurationRepresentable {}

extension Double: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a number" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let number = value.real ?? value.integer?.double else { return nil }
    self = number
  }
}

extension URL: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a URL" }
  /// Converts a string to a URL. Foundation accepts nearly any string, so it must also be a URL
  /// according to `trema config check`, and a host must follow `//`.
  public init?(configuration value: ConfigValue) {
    guard let text = value.string, let strict = try? ConfigURL(text), strict.host != .name(""),
      strict.host != nil || !strict.path.isEmpty, let url = URL(string: text)
    else { return nil }
    self = url
  }
}

extension Date: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a date" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    switch value.content {
    case .date(let date): self.init(timeIntervalSinceReferenceDate: date.seconds)
    // JSON has no dates, so dates are strings.
    case .string(let text):
      guard let date = PropertyListDate(parsing: text.utf8) else { return nil }
      self.init(timeIntervalSinceReferenceDate: date.seconds)
    default: return nil
    }
  }
}

extension Data: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "data" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    switch value.content {
    case .data(let bytes): self.init(bytes)
    // JSON has no data, so data is a Base64 string.
    case .string(let text): self.init(base64Encoded: text)
    default: return nil
    }
  }
}

extension Duration: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a duration such as 1h30m" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let text = value.string, let nanoseconds = try? UnitText.nanoseconds(text) else {
      return nil
    }
    self = .nanoseconds(nanoseconds)
  }
}

/// A number of bytes. In a configuration, it is written as `10MB`, `512KiB` or an integer.
public struct ByteCount: Hashable, Sendable, ConfigurationRepresentable {
  /// The size in bytes.
  public var bytes: Int

  /// Creates a size.
  public init(_ bytes: Int) { self.bytes = bytes }

  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a size such as 10MB" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    // An integer has no unit and is a number of bytes. Negative sizes are rejected.
    let found = value.string.flatMap { try? UnitText.bytes($0) } ?? value.integer?.int64
    guard let found, found >= 0, let bytes = Int(exactly: found) else { return nil }
    self.bytes = bytes
  }
}

extension Array: ConfigurationRepresentable where Element: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "an array" }
  /// Returns the innermost value that cannot be converted, its key path and the expected kind.
  public static func mismatch(
    in value: ConfigValue, at path: ConfigKeyPath
  ) -> (value: ConfigValue, path: ConfigKeyPath, expected: String) {
    for (index, element) in (value.array ?? []).enumerated()
    where Element(configuration: element) == nil {
      return Element.mismatch(in: element, at: path.appending(index))
    }
    return (value, path, configurationTitle)
  }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let values = value.array else { return nil }
    // Elements that cannot be converted are dropped and then detected by the count.
    self = values.compactMap(Element.init(configuration:))
    if count != values.count { return nil }
  }
}

extension Dictionary: ConfigurationRepresentable
where Key == String, Value: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a dictionary" }
  /// Returns the innermost value that cannot be converted, its key path and the expected kind.
  public static func mismatch(
    in value: ConfigValue, at path: ConfigKeyPath
  ) -> (value: ConfigValue, path: ConfigKeyPath, expected: String) {
    for entry in value.dictionary?.entries ?? [] where Value(configuration: entry.value) == nil {
      return Value.mismatch(in: entry.value, at: path.appending(entry.key))
    }
    return (value, path, configurationTitle)
  }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let entries = value.dictionary?.entries else { return nil }
    self.init()
    for entry in entries {
      guard let value = Value(configuration: entry.value) else { return nil }
      self[entry.key] = value
    }
  }
}

extension ConfigValue: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "a value" }
  /// Creates a copy.
  public init?(configuration value: ConfigValue) { self = value }
}

extension ConfigurationRepresentable
where Self: RawRepresentable, RawValue: ConfigurationRepresentable {
  /// The expected kind, for error messages.
  public static var configurationTitle: String { "one of the values of \(Self.self)" }
  /// Creates the value from a configuration value, or returns `nil` if it has a different kind.
  public init?(configuration value: ConfigValue) {
    guard let raw = RawValue(configuration: value) else { return nil }
    self.init(rawValue: raw)
  }
}
