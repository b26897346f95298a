#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  /// A folder with a vault in it, and its key.
  func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  struct VaultPlace {
    static let keyBytes = [UInt8](1...32)
    static let key = VaultKey.key(Secret(keyBytes))
    /// A minimal cost, because resistance to guessing is not tested.
    static let cost = VaultCost(passes: 1, kibibytes: 64)

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path + "/secrets.vault" }

    /// The timeout is sufficient for any loaded machine.
    func store(
      _ key: VaultKey = VaultPlace.key, lockTimeout: Duration = .seconds(120)
    ) -> VaultStore {
      VaultStore(path: path, key: key, lockTimeout: lockTimeout)
    }

    func bytes() throws -> [UInt8] { try folder.read("secrets.vault") }

    /// Replaces the file, with the mode of a vault.
    func put(_ bytes: [UInt8], mode: Int = 0o600) throws {
      try folder.write(bytes, to: "secrets.vault")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
  }

  extension SecretKey {
    static let token = SecretKey("token", service: "shop")
  }

  /// Returns the thrown error, to compare its message.
  func failure(_ body: () throws -> Void) -> SecretError? {
    do {
      try body()
      return nil
    } catch {
      return error as? SecretError
    }
  }
#endif
