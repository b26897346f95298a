/// Functions that select a store. A store that cannot be used is never silently replaced with a
/// different one.
public enum SecureStores {
  /// Returns the platform's store: the Keychain, or the Secret Service on Linux. On Linux, the call
  /// blocks while it connects.
  ///
  /// - Throws: ``SecretError/noBackend(_:)`` with the reasons if the store cannot be used.
  public static func platformDefault() throws(SecretError) -> any BlockingSecureStore {
    #if canImport(Security)
      return KeychainStore()
    #elseif os(Linux)
      return try platformDefault { () throws(SecretError) -> any BlockingSecureStore in
        try SecretServiceStore()
      }
    #else
      throw .noBackend([
        SecretError.Reason("platform", "it has no supported store"), vaultReason,
      ])
    #endif
  }

  /// Returns the platform's store, on a blocking thread.
  ///
  /// - Throws: ``SecretError/noBackend(_:)`` with the reasons if the store cannot be used.
  public static func platformDefault() async throws(SecretError) -> any BlockingSecureStore {
    try await BlockingPool.run { () throws(SecretError) in
      try platformDefault() as any BlockingSecureStore
    }
  }

  /// Opens a store, and adds the hint about a vault to the reasons if it cannot be used.
  static func platformDefault(
    _ open: () throws(SecretError) -> any BlockingSecureStore
  ) throws(SecretError) -> any BlockingSecureStore {
    do throws(SecretError) {
      return try open()
    } catch .noBackend(let reasons) {
      throw .noBackend(reasons + [vaultReason])
    }
  }

  /// The reason that a vault is not considered.
  private static let vaultReason = SecretError.Reason(
    "vault", "it requires a passphrase or a key, so it is never chosen automatically; open one")

  /// Returns the first usable store, in the order given by the app.
  ///
  ///     let store = try SecureStores.firstUsable(
  ///       { try SecretServiceStore() }, { try CredentialsDirectoryStore() })
  ///
  /// The closures throw any error, because Swift does not infer the typed error of a closure
  /// argument, and Swift 6.3 crashes on some closures that specify it.
  ///
  /// - Throws: ``SecretError/noBackend(_:)`` with the reasons of all stores if none can be used.
  ///   Any other error is thrown immediately: a locked or damaged store exists, and its secrets
  ///   would be missing in a different store.
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
