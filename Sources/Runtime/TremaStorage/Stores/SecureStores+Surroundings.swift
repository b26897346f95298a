#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecureStores {
  /// The credential that holds the key of the vault: exactly 32 bytes.
  public static let vaultKeyName = "vault-key"

  /// The store that fits where the app runs: the Keychain on Apple platforms; on Linux a vault where
  /// the service manager or the container provides its key, else the Secret Service of the desktop.
  ///
  /// What decides is whether the file `vault-key` is in the folder `CREDENTIALS_DIRECTORY`. A store that
  /// was chosen and fails is an error; no other one takes its place.
  ///
  /// - Parameter path: the file of the vault, in a folder that exists.
  /// - Throws: `noBackend`, with a reason for each store that was considered.
  public static func forSurroundings(
    vault path: String
  ) throws(SecretError) -> any BlockingSecureStore {
    #if os(Linux)
      let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
      return try forSurroundings(vault: path, credentials: folder) {
        () throws(SecretError) -> any BlockingSecureStore in try SecretServiceStore()
      }
    #else
      return try platformDefault()
    #endif
  }

  /// The same, on a thread that may wait.
  public static func forSurroundings(
    vault path: String
  ) async throws(SecretError) -> any BlockingSecureStore {
    try await BlockingPool.run { () throws(SecretError) in
      try forSurroundings(vault: path) as any BlockingSecureStore
    }
  }

  #if os(Linux)
    static func forSurroundings(
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
        reason = "CREDENTIALS_DIRECTORY is not set, so that there is no '\(vaultKeyName)'"
      }
      do throws(SecretError) {
        return try open()
      } catch .noBackend(let reasons) {
        throw .noBackend(reasons + [SecretError.Reason("vault", reason)])
      }
    }
  #endif
}
