import Foundation
import TremaConfigValues

extension Configuration {
  /// The shared configuration with the lookup of GirdersSwift, where the caller casts the values.
  @available(*, deprecated, message: "use Configuration.shared, whose lookups specify the type")
  public static var sharedInstance: Untyped { Untyped(configuration: shared) }

  /// A configuration with values of any type: `Configuration.sharedInstance["host"] as? String`.
  public struct Untyped {
    /// The configuration used to look up values.
    let configuration: Configuration

    /// The configuration's environment.
    public var environment: String { configuration.environment }

    /// The value for a key or path as a Foundation object: `String`, `NSNumber`, `Date`, `Data`, or
    /// an array or dictionary of these; `nil` if there is none.
    public subscript(key: String) -> Any? { configuration[key].map(\.foundation) }
  }
}

extension ConfigValue {
  /// The value as a property list object. An integer above `Int64.max` becomes a real number.
  fileprivate var foundation: Any {
    switch content {
    case .string(let text): text
    case .boolean(let flag): NSNumber(value: flag)
    case .integer(let number):
      number.int64.map { NSNumber(value: $0) } ?? NSNumber(value: number.double)
    case .real(let number): NSNumber(value: number)
    case .date(let date): Date(timeIntervalSinceReferenceDate: date.seconds)
    case .data(let bytes): Data(bytes)
    case .array(let values): values.map(\.foundation)
    case .dictionary(let dictionary):
      Dictionary(
        dictionary.entries.map { ($0.key, $0.value.foundation) }, uniquingKeysWith: { $1 })
    case .null: NSNull()
    }
  }
}
