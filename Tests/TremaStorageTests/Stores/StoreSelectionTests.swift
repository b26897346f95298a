#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  @testable import TremaStorage

  @Suite struct StoreSelectionTests {
    private let place: VaultPlace

    init() throws { place = try VaultPlace() }

    private func store(
      credentials folder: String?, desktop: (any BlockingSecureStore)?
    ) throws(SecretError) -> any BlockingSecureStore {
      try SecureStores.forProcessEnvironment(vault: place.path, credentials: folder) {
        () throws(SecretError) -> any BlockingSecureStore in
        if let desktop { return desktop }
        throw .noBackend([SecretError.Reason("Secret Service", "no session bus")])
      }
    }

    @Test func `the vault is used in a container, with the mounted key`() throws {
      let folder = place.folder.path
      try place.folder.write(VaultPlace.keyBytes, to: "vault-key")
      #expect(chmod("\(folder)/vault-key", 0o400) == 0)
      let store = try store(credentials: folder, desktop: MemoryStore())
      try store.write(Data([7]), for: .token, access: .standard)
      #expect(try place.store().read(.token) == Data([7]))
    }

    @Test func `the Secret Service is used on a desktop`() throws {
      let memory = MemoryStore()
      #expect(try store(credentials: nil, desktop: memory) as? MemoryStore === memory)
      #expect(try store(credentials: place.folder.path, desktop: memory) as? MemoryStore === memory)
    }

    @Test func `if neither is available, both reasons are reported`() {
      #expect(
        failure { _ = try store(credentials: nil, desktop: nil) }?.description
          == "no secret store can be used: Secret Service: no session bus; vault: "
          + "CREDENTIALS_DIRECTORY is not set, so there is no 'vault-key'")
      #expect(
        failure { _ = try store(credentials: "/none", desktop: nil) }?.description
          == "no secret store can be used: Secret Service: no session bus; vault: "
          + "there is no 'vault-key' in CREDENTIALS_DIRECTORY (/none)")
    }

    @Test func `control characters in names are escaped in messages`() {
      let key = SecretKey("a\u{1B}[2J", service: "b\nc")
      #expect(
        SecretError.notText(key).description == "the secret 'b\\u{A}c/a\\u{1B}[2J' is not UTF-8")
      #expect(
        StoreError.tampered(collection: "a\u{1B}", key: "k\u{7}").description
          == "'k\\u{7}' of 'a\\u{1B}': the value was changed or stored under another key")
      #expect(StoreError.diskFull(path: "/a\rb").description == "/a\\u{D}b: the disk is full")
    }
  }
#endif
