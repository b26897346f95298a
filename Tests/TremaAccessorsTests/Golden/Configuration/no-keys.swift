// Generated from Configuration.plist.
// Do not edit: change the configuration and regenerate this file.

import Foundation

/// The configuration of the app.
public struct Nothing: Hashable, Sendable {
  public init() {}
}

extension Nothing {
  /// The environment `production`.
  public static let production = Nothing()

  /// The only environment in this file.
  public static var current: Nothing { production }

  /// Returns the values of an environment, or `nil` if this build does not contain it.
  public static func named(_ environment: String) -> Nothing? {
    switch environment {
    case "production": production
    default: nil
    }
  }

  /// Values for tests. Each string equals its key, and URLs have the host `mock.invalid`, which
  /// does not exist.
  public static let mock = Nothing()
}

extension Nothing: Decodable {
  public init(from decoder: any Decoder) throws {}
}
