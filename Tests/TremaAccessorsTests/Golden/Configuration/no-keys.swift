// Generated from Configuration.plist.
// Do not edit: change the configuration and generate again.

import Foundation

/// The configuration of the app.
public struct Nothing: Hashable, Sendable {
  public init() {}
}

extension Nothing {
  /// The environment `production`.
  public static let production = Nothing()

  /// The only environment of this file, whatever its name.
  public static var current: Nothing { production }

  /// The values of an environment; nil if this build does not contain it.
  public static func named(_ environment: String) -> Nothing? {
    switch environment {
    case "production": production
    default: nil
    }
  }

  /// Values for tests. Strings are their keys, and URLs lead to the host `mock.invalid`, which does
  /// not exist.
  public static let mock = Nothing()
}

extension Nothing: Decodable {
  public init(from decoder: any Decoder) throws {}
}
