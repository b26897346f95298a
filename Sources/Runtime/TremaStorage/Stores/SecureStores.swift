/// Which store to use. One that cannot be is never replaced by another in silence.
public enum SecureStores {
  /// The store of the platform: the Keychain, or the Secret Service on Linux. It waits while it
  /// connects to the latter.
  ///
  /// - Throws: `noBackend` when it cannot be used, with the reason of each store that might have been.
  public static func platformDefault() throws(SecretError) -> any BlockingSecureStore {
    #if canImport(Security)
      return KeychainStore()
    #elseif os(Linux)
      return try platformDefault { () throws(SecretError) -> any BlockingSecureStore in
        try SecretServiceStore()
      }
    #else
      throw .noBackend([
        SecretError.Reason("platform", "it has no store that is known here"), vault,
      ])
    #endif
  }

  /// The same, on a thread that may wait.
  public static func platformDefault() async throws(SecretError) -> any BlockingSecureStore {
    try await BlockingPool.run { () throws(SecretError) in
      try platformDefault() as any BlockingSecureStore
    }
  }

  static func platformDefault(
    _ open: () throws(SecretError) -> any BlockingSecureStore
  ) throws(SecretError) -> any BlockingSecureStore {
    do throws(SecretError) {
      return try open()
    } catch .noBackend(let reasons) {
      throw .noBackend(reasons + [vault])
    }
  }

  private static let vault = SecretError.Reason(
    "vault", "it needs a passphrase or a key, so it is never chosen by itself; open one")

  /// The first that can be used, in an order that the app says.
  ///
  ///     let store = try SecureStores.firstUsable(
  ///       { try SecretServiceStore() }, { try CredentialsDirectoryStore() })
  ///
  /// Its closures throw anything, because Swift infers no type of an error for one that is written
  /// in a call, and Swift 6.3 crashes on some that say it.
  ///
  /// - Throws: `SecretError.noBackend` with the reasons of all when none can. Every other error at
  ///   once: a store that is locked, or damaged, is there, and what is kept in it would be missing
  ///   elsewhere.
  public static func firstUsable(
    _ candidates: (() throws -> any BlockingSecureStore)...
  ) throws -> any BlockingSecureStore {
    var reasons: [SecretError.Reason] = []
    for open in candidates {
      do {
        return try open()
      } catch SecretError.noBackend(let more) {
        reasons += more
      }
    }
    throw SecretError.noBackend(reasons)
  }
}
