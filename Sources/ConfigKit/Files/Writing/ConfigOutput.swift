import TremaConfigValues
import TremaJSON
import TremaPropertyLists
import TremaSupport

/// The output formats of a merged configuration. The output is deterministic: equal values produce
/// equal bytes on every machine, with keys sorted by their UTF-8 bytes.
package enum ConfigOutput: String, CaseIterable, Sendable {
  /// An XML property list with the layout of `plutil -convert xml1`. Real numbers have the fewest
  /// digits that identify them.
  case xml
  /// A binary property list.
  case binary
  /// JSON. A date is written as `"2026-11-21T06:30:00Z"` and data as Base64, so only a schema
  /// distinguishes them from strings.
  case json
  /// YAML in block style that YAML 1.1 and 1.2 readers interpret identically. A date is written as
  /// `!!timestamp` and data as `!!binary`, and a string that one of the versions would read as a
  /// different type is quoted.
  case yaml

  /// Returns a merged value as the contents of a file.
  ///
  /// - Parameters:
  ///   - value: The value. Removals in its dictionaries are not written.
  ///   - file: The path for diagnostics about a part without a location.
  /// - Throws: A diagnostic at the location of the first part that the format cannot represent:
  ///   `unwritable-character` (most control characters, in XML) or `unwritable-value` (`null` in
  ///   property lists; fractional seconds in XML, JSON and YAML; NaN and infinity in JSON; a
  ///   dictionary that XML uses for a keyed-archive reference).
  package func bytes(of value: ConfigValue, file: String) throws(Diagnostic) -> [UInt8] {
    var limits = ConfigOutputValidator(output: self, fallbackPath: file)
    limits.check(value)
    if let problem = limits.problem { throw problem }
    switch self {
    case .xml: return try PropertyList(value).encodedXML(file: file, reals: .shortest)
    case .binary: return PropertyList(value).encodedBinary()
    case .json: return JSONWriter(order: .sorted).bytes(of: JSONValue(value))
    case .yaml: return YAMLConfigWriter.bytes(of: value)
    }
  }
}

extension PropertyList {
  /// Converts a value that can be represented completely.
  fileprivate init(_ value: ConfigValue) {
    let content: Value =
      switch value.content {
      case .dictionary(let dictionary):
        .dictionary(dictionary.entries.map { Entry($0.key, PropertyList($0.value)) })
      case .array(let values): .array(values.map { PropertyList($0) })
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .boolean(let boolean): .boolean(boolean)
      case .date(let date): .date(date)
      case .data(let bytes): .data(bytes)
      // ``ConfigOutputValidator`` has already rejected `null`.
      case .null: .dictionary([])
      }
    self.init(content)
  }
}

extension JSONValue {
  /// Converts a value that can be represented completely.
  fileprivate init(_ value: ConfigValue) {
    let content: Content =
      switch value.content {
      case .dictionary(let dictionary):
        .object(
          JSONObject(
            dictionary.entries.map { JSONObject.Member($0.key, JSONValue($0.value)) }))
      case .array(let values): .array(values.map { JSONValue($0) })
      case .string(let text): .string(text)
      case .integer(let number): Self.number(number)
      // ``ConfigOutputValidator`` has already rejected non-finite numbers.
      case .real(let number): JSONNumber(number).map(Content.number) ?? .null
      case .boolean(let boolean): .bool(boolean)
      case .date(let date): .string(date.description)
      case .data(let bytes): .string(Base64.encoded(bytes))
      case .null: .null
      }
    self.init(content)
  }

  /// Returns an integer as a JSON number.
  private static func number(_ number: WholeNumber) -> Content {
    if let unsigned = number.uint64 { return .number(JSONNumber(unsigned)) }
    return .number(JSONNumber(Int(number.int64 ?? 0)))
  }
}
