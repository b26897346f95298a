#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  @Suite struct VaultStoreTests {
    private let place: VaultPlace

    init() throws { place = try VaultPlace() }

    private func key(_ name: String, _ service: String = "shop") -> SecretKey {
      SecretKey(name, service: service)
    }

    @Test func `stored secrets are returned, including to another store`() throws {
      let store = place.store()
      #expect(try store.read(.token) == nil)
      #expect(try place.names().isEmpty, "reading makes nothing")
      try store.write(Data([0, 255, 0]), for: .token, access: .standard)
      try store.write(Data(), for: key("", ""), access: .standard)
      try store.write(Data("grün".utf8), for: key("naïve 🔑", "a/b\0c"), access: .standard)
      let other = place.store()
      #expect(try other.read(.token) == Data([0, 255, 0]))
      #expect(try other.read(key("", "")) == Data())
      #expect(try other.read(key("naïve 🔑", "a/b\0c")) == Data("grün".utf8))
      #expect(try other.read(key("token", "bank")) == nil)
      #expect(try place.names() == ["secrets.vault", "secrets.vault.lock"])
      for name in try place.names() {
        let mode = try FileManager.default.attributesOfItem(
          atPath: "\(place.folder.path)/\(name)")[.posixPermissions]
        #expect(mode as? Int == 0o600)
      }
    }

    @Test func `secrets are replaced, deleted and listed, service by service`() throws {
      let store = place.store()
      for (name, service) in [("b", "shop"), ("a", "shop"), ("a", "bank")] {
        try store.write(Data("1".utf8), for: key(name, service), access: .standard)
      }
      try store.write(Data("2".utf8), for: key("a"), access: .standard)
      #expect(try store.read(key("a")) == Data("2".utf8))
      #expect(try store.list("shop").map(\.name) == ["a", "b"])
      #expect(try store.delete(key("a")))
      let bytes = try place.bytes()
      #expect(try store.delete(key("a")) == false)
      #expect(try place.bytes() == bytes, "nothing is written for nothing")
      try store.deleteAll(in: "shop")
      #expect(try store.list("shop") == [])
      #expect(try store.list("bank").map(\.name) == ["a"])
    }

    @Test func `all functions are available asynchronously`() async throws {
      let store: any SecureStore = place.store()
      try await store.set("grün", for: .token)
      #expect(try await store.string(for: .token) == "grün")
      #expect(try await store.keys(in: "shop") == [.token])
      #expect(try await store.remove(.token))
      try await store.removeAll(in: "shop")
      #expect(try await store.data(for: .token) == nil)
    }

    @Test(arguments: [0, 1, 65_000, 65_494, 65_495, 65_496, 131_072, 300_000])
    func `secrets of any length are stored`(length: Int) throws {
      let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try place.store().write(data, for: .token, access: .standard)
      #expect(try place.store().read(.token) == data)
      // Names, numbers and lengths; every chunk has its tag.
      let body = 4 + 12 + 4 + 5 + length
      let chunks = max(1, (body + 65535) / 65536)
      #expect(try place.bytes().count == 140 + 77 + 32 + body + 17 * chunks)
    }

    @Test func `neither names nor secrets are stored in plaintext`() throws {
      try place.store().write(Data("hunter2hunter2".utf8), for: .token, access: .standard)
      let text = String(decoding: try place.bytes(), as: UTF8.self)
      for word in ["hunter2", "token", "shop"] { #expect(!text.contains(word)) }
      let store = place.store(.passphrase(Secret("correct horse")))
      for text in ["\(store)", "\(VaultPlace.key)", "\(VaultKey.passphrase(Secret("horse")))"] {
        #expect(!text.contains("horse") && !text.contains("1, 2, 3"))
      }
      for secret in [store as Any, VaultPlace.key, SecretBytes(copying: VaultPlace.keyBytes)] {
        var dump = ""
        Swift.dump(secret, to: &dump)
        #expect(dump.split(separator: "\n").count == 1)
      }
    }

    @Test func `a passphrase opens the vault with the cost stored in the file`() throws {
      let passphrase = VaultKey.passphrase(Secret("correct horse"), cost: VaultPlace.cost)
      try place.store(passphrase).write(Data([1]), for: .token, access: .standard)
      let standard = place.store(.passphrase(Secret("correct horse")))
      #expect(try standard.read(.token) == Data([1]))
      try standard.write(Data([2]), for: .token, access: .standard)
      let header = try VaultHeader(place.bytes(), path: place.path)
      guard case .argon2id(VaultPlace.cost, let salt) = header.derivation else {
        Issue.record("another derivation")
        return
      }
      #expect(salt.count == 16)
      #expect(VaultCost.standard == VaultCost(passes: 3, kibibytes: 65536))
    }

    @Test func `a new passphrase rewraps the keys and keeps the body`() async throws {
      let old = VaultKey.passphrase(Secret("old"), cost: VaultPlace.cost)
      let store = place.store(old)
      try store.write(Data([1]), for: .token, access: .standard)
      let before = try place.bytes()
      try await store.changePassphrase(to: Secret("new"), cost: VaultPlace.cost)
      let after = try place.bytes()
      let head = 140 + 77 + 32
      #expect(before[head...] == after[head...])
      #expect(before[..<head] != after[..<head])
      #expect(try store.read(.token) == Data([1]))
      let new = VaultKey.passphrase(Secret("new"), cost: VaultPlace.cost)
      #expect(try place.store(new).read(.token) == Data([1]))
      #expect(failure { _ = try place.store(old).read(.token) } == .wrongKey(path: place.path))
      try await store.changeKey(to: VaultPlace.key)
      #expect(try place.store().read(.token) == Data([1]))
    }

    @Test func `a new data key reseals the vault and replaces the old one`() async throws {
      let store = place.store()
      try await store.rotateDataKey()
      #expect(try place.names() == ["secrets.vault.lock"], "there is nothing to seal")
      try store.write(Data([1]), for: .token, access: .standard)
      func keys() throws -> [UInt32] {
        let header = try VaultHeader(place.bytes(), path: place.path)
        #expect(header.keyCount == 1)
        return [header.dataKeyNumber]
      }
      #expect(try keys() == [1])
      try await store.rotateDataKey()
      try store.rotatedNow()
      #expect(try keys() == [3])
      #expect(try place.store().read(.token) == Data([1]))
    }

    @Test func `concurrent threads of one process lose nothing`() async throws {
      let stores = [place.store(), place.store()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            let key = SecretKey("\(number)", service: "shop")
            try await stores[number % 2].set("\(number)", for: key)
            #expect(try await stores[(number + 1) % 2].string(for: key) == "\(number)")
          }
        }
        try await group.waitForAll()
      }
      #expect(try place.store().list("shop").count == 40)
    }

    @Test func `threads that read during a key change never see a wrong key`() async throws {
      let store = place.store()
      try store.write(Data([1]), for: .token, access: .standard)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for reader in 0..<2 {
          group.addTask {
            for round in 0..<60 {
              if reader == 0 {
                let bytes = [UInt8](repeating: UInt8(round), count: 32)
                try await store.changeKey(to: .key(Secret(bytes)))
              }
              #expect(try await store.data(for: .token) == Data([1]))
            }
          }
        }
        try await group.waitForAll()
      }
    }

    @Test func `files of a killed writer are removed by the next one`() throws {
      try place.folder.write([1, 2, 3], to: "secrets.vault.new")
      try place.store().write(Data([1]), for: .token, access: .standard)
      #expect(try place.names() == ["secrets.vault", "secrets.vault.lock"])
    }
  }

  extension VaultStore {
    /// Rotates with the blocking call, where a task would choose the other.
    fileprivate func rotatedNow() throws { try rotateDataKey() }
  }
#endif
