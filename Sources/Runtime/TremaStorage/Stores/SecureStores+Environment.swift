#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecureStores {
  /// The name of the credential that contains the vault's key, exactly 32 bytes.
  public static let vaultKeyName = "vault-key"

  /// Returns the store that fits the environment of the process.
  ///
  /// On Apple platforms, this is the Keychain. On Linux, it is a vault if the service manager or
  /// the container provides its key as the `vault-key` file in the folder `CREDENTIALS_DIRECTORY`;
  /// otherwise, it is the desktop's Secret Service. If the chosen store fails, its error is thrown;
  /// there is no fallback to a different store.
  ///
  /// - Parameter path: The path of the vault file, in an existing folder.
  /// - Throws: ``SecretError/noBackend(_:)`` with a reason for each store that was considered.
  public static func forProcessEnvironment(
    vault path: String
  ) throws(SecretError) -> any BlockingSecureStore {
    #if os(Linux)
      let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
      return try forProcessEnvironment(vault: path, credentials: folder) {
        () throws(SecretError) -> any BlockingSecureStore in try SecretServiceStore()
      }
    #else
      return try platformDefault()
    #endif
  }

  /// Returns the store that fits the environment of the process, on a blocking thread.
  ///
  /// - Parameter path: The path of the vault file, in an existing folder.
  /// - Throws: ``SecretError/noBackend(_:)`` with a reason for each store that was considered.
  public static func forProcessEnvironment(
    vault path: String
  ) async throws(SecretError) -> any BlockingSecureStore {
    try await BlockingPool.run { () throws(SecretError) in
      try forProcessEnvironment(vault: path) as any BlockingSecureStore
    }
  }

  #if os(Linux)
    /// Chooses the store, given a credentials folder.
    ///
    /// - Parameter open: Opens the desktop's store.
    static func forProcessEnvironment(
      vault path: String, credentials folder: String?,
      desktop open: () throws(SecretError) -> any BlockingSecureStore
    ) throws(SecretError) -> any BlockingSecureStore {
      let reason: String
      if let folder {
        if FileManager.default.fileExists(atPath: "\(folder)/\(vaultKeyName)") {
          return VaultStore(path: path, key: .credential(vaultKeyName, folder: folder))
        }
        reason = "there is no '\(vaultKeyName)' in CREDENTIALS_DIRECTORY (\(folder))"
      } else {
        reason = "CREDENTIALS_DIRECTORY is not set, so there is no '\(vaultKeyName)'"
      }
      do throws(SecretError) {
        return try open()
      } catch .noBackend(let reasons) {
        throw .noBackend(reasons + [SecretError.Reason("vault", reason)])
      }
    }
  #endif
}
