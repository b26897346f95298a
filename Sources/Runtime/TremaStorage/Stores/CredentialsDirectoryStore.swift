import TremaSecrets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TremaSupport

/// Secrets that systemd, a container or another starter of the process has put into a folder. They
/// can only be read.
///
/// A secret is a file, `service_name`: what `LoadCredential=com.example.shop:/etc/shop` of systemd makes
/// of a folder with a file for each (systemd.exec(5)). So a service has no `_`, and no name a `/`.
public final class CredentialsDirectoryStore: BlockingSecureStore {
  private static let name = "credentials directory"
  private let folder: String

  /// - Parameter folder: where they are; nil for what `CREDENTIALS_DIRECTORY` says.
  /// - Throws: `noBackend`, and why.
  public convenience init(folder: String? = nil) throws(SecretError) {
    try self.init(
      folder: folder, variable: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"])
  }

  init(folder: String?, variable: String?) throws(SecretError) {
    guard let folder = folder ?? variable, !folder.isEmpty else {
      throw Self.noBackend(
        "CREDENTIALS_DIRECTORY is not set; start the process as a service with LoadCredential=,"
          + " or say which folder")
    }
    guard folder.hasPrefix("/") else { throw Self.noBackend("\(folder) is no absolute path") }
    self.folder = folder
    try checkFolder()
  }

  /// Returns the secret of a key, or `nil` if there is none.
  public func read(_ key: SecretKey) throws(SecretError) -> Data? {
    let path = "\(folder)/\(try Self.file(of: key))"
    do throws(CredentialFile.Failure) {
      return try CredentialFile.read(path)
    } catch .system(ENOENT) {
      // A folder that went away has no secrets either, but that is something else.
      try checkFolder()
      return nil
    } catch {
      throw error.secretError(path)
    }
  }

  /// Throws: the directory belongs to the service manager.
  public func write(
    _ data: Data, for key: SecretKey, access: SecretAccess
  ) throws(SecretError) {
    throw .readOnly("the \(Self.name)")
  }

  /// - Returns: false.
  /// - Throws: `readOnly` when it is there; removing what is not is no harm.
  @discardableResult
  public func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    if try read(key) != nil { throw .readOnly("the \(Self.name)") }
    return false
  }

  /// Returns the keys of a service.
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

  /// Throws: the directory belongs to the service manager.
  public func deleteAll(in service: String) throws(SecretError) {
    if try !list(service).isEmpty { throw .readOnly("the \(Self.name)") }
  }

  private func checkFolder() throws(SecretError) {
    guard CredentialFile.isFolder(folder) else { throw Self.noBackend("\(folder) is no folder") }
  }

  private static func noBackend(_ reason: String) -> SecretError {
    .noBackend([SecretError.Reason(name, reason)])
  }

  private static func file(of key: SecretKey) throws(SecretError) -> String {
    let file = "\(key.service)_\(key.name)"
    if key.service.utf8.contains(UInt8(ascii: "_")) {
      throw .invalidKey(
        key, reason: "a service of credentials has no '_', which ends it in a file name")
    }
    if file.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) {
      throw .invalidKey(key, reason: "the name of a file has no '/' and no NUL")
    }
    if file.utf8.count > 255 {
      throw .invalidKey(key, reason: "the name of a file has 255 bytes at most")
    }
    return file
  }
}

extension CredentialsDirectoryStore: Redacted {
  /// A description for logs and messages.
  public var description: String { "\(Self.name) \(folder)" }
}
