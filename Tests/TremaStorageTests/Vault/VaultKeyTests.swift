#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  /// The sources of a vault's key, and their errors.
  @Suite struct VaultKeyTests {
    private let place: VaultPlace
    private let keyPath: String

    init() throws {
      place = try VaultPlace()
      keyPath = place.folder.path + "/key"
      try place.store().write(Data([1]), for: .token, access: .standard)
    }

    private func putKey(_ bytes: [UInt8], mode: Int) throws {
      try place.folder.write(bytes, to: "key")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keyPath)
    }

    private func words(_ key: VaultKey) -> String? {
      failure { _ = try place.store(key).read(.token) }?.description
    }

    @Test func `a key file must be accessible only by its owner`() throws {
      let key = VaultKey.file(keyPath)
      #expect(
        words(key) == "no secret store can be used: vault: there is no key file \(keyPath)")
      for mode in [0o600, 0o400] {
        try putKey(VaultPlace.keyBytes, mode: mode)
        #expect(try place.store(key).read(.token) == Data([1]))
      }
      for (mode, text) in [(0o640, "640"), (0o604, "604"), (0o610, "610")] {
        try putKey(VaultPlace.keyBytes, mode: mode)
        #expect(
          words(key) == "\(keyPath): users other than its owner have access (mode \(text)); "
            + "run chmod go= \(keyPath)")
      }
      try putKey(VaultPlace.keyBytes + [10], mode: 0o600)
      #expect(words(key) == "a key must have 32 bytes, not 33")
      try putKey([], mode: 0o600)
      #expect(words(key) == "a key must have 32 bytes, not 0")
      #expect("\(key)" == "the key in \(keyPath)")
    }

    @Test func `a key file of another owner is rejected`() throws {
      try putKey(VaultPlace.keyBytes, mode: 0o600)
      let path = geteuid() == 0 ? keyPath : "/etc/hostname"
      if geteuid() == 0 { #expect(chown(keyPath, 65534, 65534) == 0) }
      #expect(words(.file(path)) == "\(path): is owned by another user")
    }

    @Test func `a credential of the service manager can be the key`() throws {
      let folder = place.folder.path
      let key = VaultKey.credential("key", folder: folder)
      let set = "start the service with LoadCredential="
      let start = "no secret store can be used: vault: "
      #expect(
        words(key) == "\(start)there is no credential 'key' in \(folder); \(set)key:FILE")
      // An access list that lets a service's user read appears as a right of the group.
      for mode in [0o400, 0o440] {
        try putKey(VaultPlace.keyBytes, mode: mode)
        #expect(try place.store(key).read(.token) == Data([1]))
      }
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link", withDestinationPath: "key")
      #expect(
        try place.store(.credential("link", folder: folder)).read(.token) == Data([1]))
      #expect(
        words(.file("\(folder)/link"))
          == "\(folder)/link: it is a symbolic link; use the path of the file, "
          + "\(realPath("\(folder)/key")) (error 40)")
      try putKey(VaultPlace.keyBytes, mode: 0o444)
      #expect(
        words(key) == "\(keyPath): users other than its owner have access (mode 444); "
          + "run chmod go= \(keyPath)")
      for name in ["", ".", "..", "../key"] {
        #expect(
          words(.credential(name, folder: folder))
            == "\(start)'\(name)' is not a valid credential name")
      }
    }

    @Test func `the credentials folder is taken from the service manager`() async throws {
      try putKey(VaultPlace.keyBytes, mode: 0o400)
      let folder = place.folder.path
      let path = place.path
      await #expect(processExitsWith: .success) {
        [folder = folder as String, path = path as String] in
        let store = VaultStore(path: path, key: .credential("key"))
        unsetenv("CREDENTIALS_DIRECTORY")
        let error = failure { _ = try store.read(.token) }
        #expect(
          error?.description == "no secret store can be used: vault: CREDENTIALS_DIRECTORY is "
            + "not set; start the service with LoadCredential=key:FILE")
        setenv("CREDENTIALS_DIRECTORY", folder, 1)
        let found = try store.read(.token)
        #expect(found == Data([1]))
      }
    }

    @Test func `the key can be stored in another store`() throws {
      let memory = MemoryStore()
      let name = SecretKey("vault", service: "shop")
      let key = VaultKey.stored(name, in: memory)
      #expect(
        words(key)
          == "no secret store can be used: vault: the other store has no key 'shop/vault'")
      try memory.write(Data(VaultPlace.keyBytes), for: name, access: .standard)
      #expect(try place.store(key).read(.token) == Data([1]))
    }
  }
#endif
