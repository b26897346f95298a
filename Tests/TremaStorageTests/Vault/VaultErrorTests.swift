#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  /// Each error of opening or writing a vault, with its message.
  @Suite struct VaultErrorTests {
    private let place: VaultPlace
    private let secret = Data("hunter2".utf8)

    init() throws {
      place = try VaultPlace()
      try place.store().write(secret, for: .token, access: .standard)
    }

    /// Checks that reading and writing fail alike, and the file stays as it is.
    private func expectRefusal(
      _ words: String, of key: VaultKey = VaultPlace.key,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let store = place.store(key)
      let before = FileManager.default.contents(atPath: place.path)
      let found = failure { _ = try store.read(.token) }
      #expect(found?.description == words, sourceLocation: sourceLocation)
      let others = [
        failure { try store.write(Data(), for: .token, access: .standard) },
        failure { try store.delete(.token) }, failure { _ = try store.list("shop") },
        failure { try store.deleteAll(in: "shop") }, failure { try store.rotateDataKey() },
      ]
      #expect(others.allSatisfy { $0 == found }, "\(others)", sourceLocation: sourceLocation)
      #expect(
        FileManager.default.contents(atPath: place.path) == before, sourceLocation: sourceLocation)
    }

    private func change(_ offset: Int) throws {
      var bytes = try place.bytes()
      bytes[offset < 0 ? bytes.count + offset : offset] ^= 1
      try place.put(bytes)
    }

    @Test func `a wrong key or passphrase is rejected`() throws {
      let words = "\(place.path): the passphrase or key does not match this vault"
      try expectRefusal(words, of: .key(Secret([UInt8](repeating: 0, count: 32))))
      try expectRefusal(words, of: .passphrase(Secret("hunter2")))
      let other = try VaultPlace()
      let passphrase = VaultKey.passphrase(Secret("correct"), cost: VaultPlace.cost)
      try other.store(passphrase).write(secret, for: .token, access: .standard)
      for key in [VaultPlace.key, .passphrase(Secret("Correct"))] {
        #expect(failure { _ = try other.store(key).read(.token) } == .wrongKey(path: other.path))
      }
    }

    @Test(arguments: [0, 7, 8, 12, 15, 16, 31, 32, 36, 48, 64, 72, 76, 84, 107, 108, 139])
    func `a damaged header is rejected`(offset: Int) throws {
      try change(offset)
      try expectRefusal("\(place.path): the header is damaged")
    }

    @Test(arguments: [140, 144, 145, 216, 217, 248])
    func `a damaged keyset is rejected`(offset: Int) throws {
      try change(offset)
      try expectRefusal("\(place.path): the keyset is damaged")
    }

    @Test func `changed or moved chunks are rejected`() throws {
      try change(-1)
      try expectRefusal("\(place.path): chunk 0 was changed")
      let large = Data(repeating: 7, count: 200_000)
      let other = try VaultPlace()
      try other.store().write(large, for: .token, access: .standard)
      var bytes = try other.bytes()
      let whole = bytes
      let (start, length) = (140 + 77 + 32, 65536 + 17)
      bytes[start + 2 * length] ^= 0x80
      try other.put(bytes)
      #expect(
        failure { _ = try other.store().read(.token) } == .tampered(chunk: 2, path: other.path))
      bytes = whole
      let first = bytes[start..<start + length]
      bytes.replaceSubrange(start + length..<start + 2 * length, with: first)
      try other.put(bytes)
      #expect(
        failure { _ = try other.store().read(.token) } == .tampered(chunk: 1, path: other.path))
    }

    @Test func `a vault truncated at any length is rejected`() throws {
      let bytes = try place.bytes()
      for count in 0..<bytes.count {
        try place.put(Array(bytes[..<count]))
        #expect(failure { _ = try place.store().read(.token) } == .truncated(path: place.path))
      }
      try expectRefusal("\(place.path): the file is truncated")
    }

    @Test func `trailing bytes are rejected`() throws {
      try place.put(place.bytes() + [0])
      try expectRefusal("\(place.path): the body is damaged")
    }

    @Test func `a file that is not a vault is rejected`() throws {
      try place.put(Array("# a text that is longer than the first bytes of a vault".utf8))
      try expectRefusal("\(place.path): the header is damaged")
      try place.put([UInt8](try place.bytes().prefix(0)) + [0x89, 0x54, 0x52])
      try expectRefusal("\(place.path): the file is truncated")
    }

    /// The header and keyset of one version with the body of another, all sealed with the right key.
    @Test func `a mix of two versions of a vault is rejected`() throws {
      let old = try place.bytes()
      try place.store().write(Data("hunter3".utf8), for: .token, access: .standard)
      let new = try place.bytes()
      let start = 140 + 77 + 32
      try place.put(Array(new[..<start] + old[start...]))
      try expectRefusal("\(place.path): chunk 0 was changed")
      try place.put(Array(new[..<140] + old[140...]))
      try expectRefusal("\(place.path): the passphrase or key does not match this vault")
    }

    @Test func `a rollback to an older version is rejected`() throws {
      let old = try place.bytes()
      try place.store().write(Data("hunter3".utf8), for: .token, access: .standard)
      try place.put(old)
      try expectRefusal("\(place.path): the file was replaced with an older version")
    }

    @Test func `an empty passphrase and an excessive cost are rejected`() throws {
      try expectRefusal("the passphrase is empty", of: .passphrase(Secret("")))
      let words =
        "the cost of hashing the passphrase is too high: 11 passes over 65536 KiB; "
        + "at most 10 passes over 1048576 KiB"
      try expectRefusal(
        words, of: .passphrase(Secret("x"), cost: VaultCost(passes: 11, kibibytes: 65536)))
      try expectRefusal(
        "a cost of 0 passes over 65536 KiB is not supported here",
        of: .passphrase(Secret("x"), cost: VaultCost(passes: 0, kibibytes: 65536)))
      #expect(
        failure { try place.store().changePassphrase(to: Secret("")) } == .emptyPassphrase)
    }

    @Test func `a key of the wrong length is rejected`() throws {
      try expectRefusal("a key must have 32 bytes, not 3", of: .key(Secret([1, 2, 3])))
    }

    @Test func `a file mode that is too permissive is rejected`() throws {
      try place.put(place.bytes(), mode: 0o640)
      try expectRefusal(
        "\(place.path): users other than its owner have access (mode 640); run chmod go= \(place.path)"
      )
    }

    @Test func `a file of another owner is rejected`() throws {
      if geteuid() == 0 {
        #expect(chown(place.path, 65534, 65534) == 0)
        try expectRefusal("\(place.path): is owned by another user")
      } else {
        let store = VaultStore(path: "/etc/hostname", key: VaultPlace.key)
        #expect(
          failure { _ = try store.read(.token) }?.description
            == "/etc/hostname: is owned by another user")
      }
    }

    @Test func `a link, a folder and a missing folder are rejected`() throws {
      let link = place.folder.path + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.path)
      try place.store().write(secret, for: .token, access: .standard)
      let store = VaultStore(path: link, key: VaultPlace.key)
      #expect(
        failure { _ = try store.read(.token) }?.description
          == "\(link): it is a symbolic link; use the path of the file, "
          + "\(realPath(place.path)) (error 40)")
      let folder = VaultStore(path: place.folder.path, key: VaultPlace.key)
      #expect(
        failure { _ = try folder.read(.token) }?.description
          == "\(place.folder.path): it is not a regular file (error 22)")
      let missing = VaultStore(path: place.folder.path + "/no/vault", key: VaultPlace.key)
      #expect(try missing.read(.token) == nil)
      #expect(
        failure { try missing.write(secret, for: .token, access: .standard) }?.description
          == "\(place.folder.path)/no/vault: No such file or directory (error 2)")
      let odd = VaultStore(path: place.path + "\0x", key: VaultPlace.key)
      #expect(
        failure { _ = try odd.read(.token) }?.description
          == "\(place.path)\\u{0}x: Invalid argument (error 22)")
    }

    @Test func `a file or secrets beyond the size limit are rejected`() throws {
      let limit = 64 * 1024 * 1024
      #expect(truncate(place.path, limit + 1) == 0)
      #expect(
        failure { _ = try place.store().read(.token) }?.description
          == "\(place.path): a file of 67108865 bytes, more than 67108864, is not supported here")
      let other = try VaultPlace()
      let error = failure {
        try other.store().write(Data(count: limit), for: .token, access: .standard)
      }
      #expect(
        error?.description
          == "\(other.path): 67126314 bytes, more than 67108864, is not supported here")
      #expect(try other.names() == ["secrets.vault.lock"])
    }

    @Test func `access levels that a vault cannot guarantee are rejected`() throws {
      #expect(
        failure { try place.store().write(secret, for: .token, access: .biometrics) }?.description
          == "biometrics is not supported here")
    }
  }
#endif
