internal import Foundation
internal import TremaSupport

/// The paths of bundles that texts were asked of: on Linux asking a bundle takes longer than all the
/// rest of a look-up.
enum BundlePaths {
  private struct Known {
    // Kept, so that no other bundle takes its address.
    var bundle: Bundle
    var path: String
  }

  private static let known = LockedValue<[ObjectIdentifier: Known]>([:])

  /// More than an app has; whoever makes a bundle for each call does not fill the memory.
  private static let most = 100

  static func path(of bundle: Bundle) -> String {
    let identity = ObjectIdentifier(bundle)
    if let path = known.withLock({ $0[identity]?.path }) { return path }
    let path = bundle.bundlePath
    let dropped = known.withLock { known -> [ObjectIdentifier: Known] in
      let isFull = known.count >= most
      defer { known[identity] = Known(bundle: bundle, path: path) }
      guard isFull else { return [:] }
      let all = known
      known = [:]
      return all
    }
    // Letting go of bundles runs code of Foundation: not under the lock.
    withExtendedLifetime(dropped) {}
    return path
  }
}
