import Foundation
import TremaSupport

/// Which environment an app runs in.
enum ConfigurationEnvironment {
  /// The key of the `Info.plist` that the build writes, and the variable that may choose another
  /// environment at launch.
  static let infoKey = "TremaEnvironment"
  static let variable = "TREMA_ENVIRONMENT"

  /// The environment that the base of the bundle is for: it needs no file of its own.
  static func merged(in bundle: Bundle) -> String {
    bundle.object(forInfoDictionaryKey: infoKey) as? String ?? Configuration.production
  }

  /// What the variable says while the app is being worked on, else what the build chose, else
  /// production.
  static func chosen(by bundle: Bundle) -> String {
    if Runtime.isDebug, let name = ProcessInfo.processInfo.environment[variable], !name.isEmpty {
      return name
    }
    return merged(in: bundle)
  }
}
