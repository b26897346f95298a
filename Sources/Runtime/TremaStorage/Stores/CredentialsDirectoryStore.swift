import TremaSecrets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TremaSupport

/// A read-only store for secrets that systemd, a container or another parent process has placed in
/// a folder.
///
/// A secret is a file named `service_name`, which is how systemd names the files if
/// `LoadCredential=com.example.shop:/etc/shop` refers to a folder (systemd.exec(5)). A key's
/// service must therefore not contain `_`, and no part of a key may contain `/`.
public final class CredentialsDirectoryStore: BlockingSecureStore {
  /// The name of the store in errors.
  private static let name = "credentials directory"
  /// The folder's absolute path.
  private let folder: String

  /// Creates a store.
  ///
  /// - Parameter folder: The folder's absolute path; `nil` to use the `CREDENTIALS_DIRECTORY`
  ///   environment variable.
  /// - Throws: ``SecretError/noBackend(_:)`` with the reason if there is no such folder.
  public convenience init(folder: String? = nil) throws(SecretError) {
    try self.init(
      folder: folder, variable: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"])
  }

  /// Creates a store with the value of the environment variable.
  init(folder: String?, variable: String?) throws(SecretError) {
    guard let folder = folder ?? variable, !folder.isEmpty else {
      throw Self.noBackend(
        "CREDENTIALS_DIRECTORY is not set; start the process as a service with LoadCredential=,"
          + " or specify the folder")
    }
    guard folder.hasPrefix("/") else { throw Self.noBackend("\(folder) is not an absolute path") }
    self.folder = folder
    try checkFolder()
  }

  /// Returns the secret for a key, or `nil` if there is none.
  ///
  /// - Throws: ``SecretError/invalidKey(_:reason:)`` for a key that cannot be a file name,
  ///   ``SecretError/insecurePermissions(path:mode:)``, ``SecretError/denied(_:)``.
  public func read(_ key: SecretKey) throws(SecretError) -> Data? {
    let path = "\(folder)/\(try Self.file(of: key))"
    do throws(CredentialFile.Failure) {
      return try CredentialFile.read(path)
    } catch .system(ENOENT) {
      // A missing folder is reported as an error, not as a missing secret.
      try checkFolder()
      return nil
    } catch {
      throw error.secretError(path)
    }
  }

  /// Always throws ``SecretError/readOnly(_:)``: the folder belongs to the service manager.
  public func write(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) throws(SecretError) {
    throw .readOnly("the \(Self.name)")
  }

  /// Verifies that a secret is missing. Removing a missing secret is not an error.
  ///
  /// - Returns: `false`.
  /// - Throws: ``SecretError/readOnly(_:)`` if there is a secret.
  @discardableResult
  public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    if try read(key) != nil { throw .readOnly("the \(Self.name)") }
    return false
  }

  /// Returns the keys of a service, sorted.
  public func list(_ service: String) throws(SecretError) -> [SecretKey] {
    let prefix = try Self.file(of: SecretKey("", service: service))
    let names: [String]
    do throws(CredentialFile.Failure) {
      names = try CredentialFile.names(in: folder)
    } catch {
      try checkFolder()
      throw error.secretError(folder)
    }
    return names.filter { $0.utf8.starts(with: prefix.utf8) }
      .map { String(decoding: $0.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) }
      .map { SecretKey($0, service: service) }
      .sorted()
  }

  /// Verifies that a service has no secrets. Removing none is not an error.
  ///
  /// - Throws: ``SecretError/readOnly(_:)`` if there are secrets.
  public func deleteAll(in service: String) throws(SecretError) {
    if try !list(service).isEmpty { throw .readOnly("the \(Self.name)") }
  }

  /// Throws `noBackend` if the folder is missing.
  private func checkFolder() throws(SecretError) {
    guard CredentialFile.isFolder(folder) else { throw Self.noBackend("\(folder) is not a folder") }
  }

  /// Returns the error for a store that cannot be used.
  private static func noBackend(_ reason: String) -> SecretError {
    .noBackend([SecretError.Reason(name, reason)])
  }

  /// Returns a key's file name.
  ///
  /// - Throws: `invalidKey` for a key that cannot be a file name.
  private static func file(of key: SecretKey) throws(SecretError) -> String {
    let file = "\(key.service)_\(key.name)"
    if key.service.utf8.contains(UInt8(ascii: "_")) {
      throw .invalidKey(
        key, reason: "a service must not contain '_', which ends it in a file name")
    }
    if file.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) {
      throw .invalidKey(key, reason: "a file name must not contain '/' or NUL")
    }
    if file.utf8.count > 255 {
      throw .invalidKey(key, reason: "a file name must not be longer than 255 bytes")
    }
    return file
  }
}

extension CredentialsDirectoryStore: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(Self.name) \(folder)" }
}
