import TremaDiagnostics
import TremaJSON

/// A JSON Schema (2020-12) with the keywords of ours, compiled.
public struct ConfigSchema: Sendable {
  /// What it says statically of each key.
  public let contract: ConfigContract

  /// How values are told apart.
  public enum Kinds: Sendable {
    /// As JSON has them: `1.0` is an integer.
    case json
    /// As property lists have them: a real is never an integer.
    case propertyList
  }

  /// - Returns: no schema when nothing can be checked with it. The problems are its own mistakes:
  ///   wrong values of keywords, references to nothing, patterns that are none.
  public static func compile(
    _ document: JSONValue
  ) -> (schema: ConfigSchema?, problems: [Diagnostic]) {
    (ConfigSchema(contract: ConfigContract([])), [])
  }

  /// All rules that a value breaks, one for each cause.
  public func violations(in value: ConfigValue, as kinds: Kinds) -> [SchemaViolation] { [] }
}
