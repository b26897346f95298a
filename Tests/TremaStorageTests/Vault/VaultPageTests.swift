#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaStorage
  import TremaTestSupport

  /// The examples of Documentation/Storage/Vault.md.
  @Suite struct VaultPageTests {
    @Test func `secrets are stored and exchanged`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/vault"
      let (typed, new, bytes) = ("correct", "horse", [UInt8](1...32))
      let otherStore = MemoryStore()
      // Passphrases of the page are quick to derive here.
      let made = VaultStore(
        path: path, key: .passphrase(Secret(typed), cost: VaultCost(passes: 1, kibibytes: 8)))
      try await made.set("old", for: SecretKey("other", service: "com.example.shop"))

      let store = VaultStore(path: path, key: .passphrase(Secret(typed)))
      try await store.set("t0k3n", for: SecretKey("refresh-token", service: "com.example.shop"))
      let token = try await store.string(
        for: SecretKey("refresh-token", service: "com.example.shop"))
      #expect(token == "t0k3n")

      let keys: [VaultKey] = [
        .passphrase(Secret(typed), cost: .standard),
        .key(Secret(bytes)),
        .file("/etc/shop/vault.key"),
        .credential("vault-key"),
        .stored(SecretKey("vault", service: "com.example.shop"), in: otherStore),
      ]
      #expect(
        keys.map(\.description) == [
          "a passphrase", "a key of 32 bytes", "the key in /etc/shop/vault.key",
          "the credential 'vault-key'", "the key 'com.example.shop/vault' of another store",
        ])

      try await store.changePassphrase(to: Secret(new))
      try await store.rotateDataKey()

      let key = AgeIdentity()
      let (recipient, identity) = ("\(key.recipient)", key.text.revealed)
      let other = VaultStore(path: folder.path + "/other", key: .key(Secret(bytes)))
      let file = try store.exportAge(for: [AgeRecipient(recipient)])
      try other.importAge(file, with: [AgeIdentity(Secret(identity))])
      #expect(try await other.keys(in: "com.example.shop").count == 2)
    }

    @Test func `the page shows the code that is compiled here`() throws {
      let page = try PageBlocks(page: "Storage/Vault.md")
      #expect(page.blocks.count == 4)
      let source = try PageBlocks.source(of: #filePath)
      for block in page.blocks { #expect(source.contains(block), "\(block)") }
    }
  }
#endif
