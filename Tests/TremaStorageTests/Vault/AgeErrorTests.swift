#if os(Linux)
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  /// Rejected files and the reported reasons.
  @Suite struct AgeErrorTests {
    private let identity = AgeIdentity()
    private let plain = [UInt8](repeating: 7, count: 70_000)

    private func sealed() throws -> [UInt8] {
      try AgeFile.seal(plain, for: [identity.recipient])
    }

    private func words(_ file: [UInt8]) -> String {
      do {
        _ = try AgeFile.open(file, with: [identity])
        return "opened"
      } catch {
        return error.description
      }
    }

    private func words(_ text: String) -> String { words(Array(text.utf8)) }

    /// A valid header with the caller's stanzas.
    private func file(_ stanzas: [AgeHeader.Stanza]) -> [UInt8] {
      AgeHeader(stanzas, fileKey: [UInt8](repeating: 1, count: 16)).bytes
        + [UInt8](repeating: 0, count: 32)
    }

    @Test func `a file that was changed or is for another recipient is rejected`() throws {
      let file = try sealed()
      #expect(throws: AgeError.noMatch) { try AgeFile.open(file, with: [AgeIdentity()]) }
      #expect(throws: AgeError.noMatch) { try AgeFile.open(file, with: []) }
      #expect(throws: AgeError.noMatch) { try AgeFile.open(file, passphrase: Secret("x")) }
      #expect(
        AgeError.noMatch.description
          == "the age file is for another recipient, or the passphrase is wrong")
      var changed = file
      changed[changed.count - 1] ^= 1
      #expect(words(changed) == "chunk 1 of the age file was changed")
      changed = file
      changed[file.count - 70_000] ^= 1
      #expect(words(changed) == "chunk 0 of the age file was changed")
      #expect(words(file + [0]) == "chunk 1 of the age file was changed")
      // An added stanza changes the header.
      let end = try #require(file.firstIndex(of: UInt8(ascii: "\n"))) + 1
      let added = Array("-> other x\nAAAA\n".utf8)
      changed = Array(file[..<end] + added + file[end...])
      #expect(words(changed) == "the header of the age file was changed")
    }

    @Test func `a truncated file is rejected`() throws {
      let file = try sealed()
      let header = file.count - 16 - 65552 - (70_000 - 65536 + 16)
      for count in [30, header - 1, header, header + 31, header + 16 + 65552] {
        #expect(words(Array(file[..<count])) == "the age file is truncated", "\(count)")
      }
      #expect(
        words(Array(file[..<(file.count - 1)])) == "chunk 1 of the age file was changed"
      )
    }

    @Test func `another version is rejected`() {
      #expect(
        words("age-encryption.org/v2\n-> X25519 a\n\n--- \n")
          == "'age-encryption.org/v2' is not the supported version, age-encryption.org/v1")
    }

    @Test(arguments: [
      ("", "it has no first line"),
      ("age-encryption.org/v1", "it has no first line"),
      (
        "age-encryption.org/v1\n-> grün\n\n",
        "a line of its header has an empty or invalid argument"
      ),
      ("age-encryption.org/v1\n-> a\nAAé\n", "a line of its header is not base64"),
      ("hello\n", "it does not begin with age-encryption.org/v1"),
      ("age-encryption.org/v1\n--- AAAA\n", "a line of its header is malformed"),
      ("age-encryption.org/v1\nX\n", "a line of its header is malformed"),
      (
        "age-encryption.org/v1\n--- AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
        "it has no recipient"
      ),
      (
        "age-encryption.org/v1\n-> X25519  a\n\n",
        "a line of its header has an empty or invalid argument"
      ),
      ("age-encryption.org/v1\n-> \n\n", "a line of its header has an empty or invalid argument"),
      (
        "age-encryption.org/v1\n-> a\r\n\n", "a line of its header has an empty or invalid argument"
      ),
      ("age-encryption.org/v1\n-> a\nAAA=\n", "a line of its header is not base64"),
      ("age-encryption.org/v1\n-> a\nA\n", "a line of its header is not base64"),
      ("age-encryption.org/v1\n-> a\nAB\n", "a line of its header is not base64"),
      (
        "age-encryption.org/v1\n-> a\n\(String(repeating: "A", count: 65))\n",
        "a line of its header is too long"
      ),
      (
        "-----BEGIN AGE ENCRYPTED FILE-----\nAA\n-----END AGE ENCRYPTED FILE-----\n",
        "its armour is not base64 in lines of 64 characters"
      ),
      (
        "-----BEGIN AGE ENCRYPTED FILE-----\nAAAA\n\n-----END AGE ENCRYPTED FILE-----\n",
        "its armour is not base64 in lines of 64 characters"
      ),
      (
        "-----BEGIN AGE ENCRYPTED FILE-----\nAAAA\n-----END AGE-----\n",
        "its armour has an invalid first or last line"
      ),
    ])
    func `a file that is not an age file is rejected`(text: String, reason: String) {
      #expect(words(text) == "this is not an age file: \(reason)")
    }

    @Test func `a header that is not text is rejected`() {
      #expect(
        words(Array("age-encryption.org/v1\n-> a\n".utf8) + [0xFF, 0x0A])
          == "this is not an age file: a line of its header is not base64")
    }

    @Test func `malformed stanzas are rejected`() {
      func stanza(_ words: String, _ count: Int) -> [UInt8] {
        file([
          AgeHeader.Stanza(
            arguments: words.split(separator: " ").map(String.init),
            body: [UInt8](repeating: 0, count: count))
        ])
      }
      let share = String(repeating: "A", count: 43)
      for (line, count) in [("X25519", 32), ("X25519 AAAA", 32), ("X25519 \(share)", 31)] {
        #expect(
          words(stanza(line, count)) == "this is not an age file: an X25519 line is malformed")
      }
      #expect(
        words(stanza("X25519 \(share)", 32))
          == "this is not an age file: an X25519 line has a weak key")
      let salt = String(repeating: "A", count: 22)
      func opened(_ file: [UInt8]) -> AgeError? {
        do {
          _ = try AgeFile.open(file, passphrase: Secret("x"))
          return nil
        } catch {
          return error
        }
      }
      for line in [
        "scrypt", "scrypt \(salt)", "scrypt \(salt) 018", "scrypt \(salt) 0", "scrypt AAAA 8",
      ] {
        #expect(opened(stanza(line, 32)) == .malformed("a scrypt line is malformed"))
      }
      let dear = opened(stanza("scrypt \(salt) 21", 32))
      #expect(
        dear?.description
          == "the age file requires 2^21 rounds for its passphrase; the maximum is 2^20")
      #expect(opened(stanza("scrypt \(salt) 8", 32)) == .noMatch)
      let two = [
        AgeHeader.Stanza(arguments: ["scrypt"], body: []), .init(arguments: ["a"], body: []),
      ]
      #expect(opened(file(two)) == .malformed("it has both a passphrase and other recipients"))
    }

    @Test func `input that cannot be sealed is rejected`() {
      #expect(throws: AgeError.noRecipients) { try AgeFile.seal([], for: []) }
      #expect(throws: AgeError.emptyPassphrase) { try AgeFile.seal([], passphrase: Secret("")) }
      #expect(throws: AgeError.costTooHigh(exponent: 21, limit: 20)) {
        try AgeFile.seal([], passphrase: Secret("x"), exponent: 21)
      }
      let zero = AgeRecipient(key: [UInt8](repeating: 0, count: 32))
      #expect(throws: AgeError.notAKey("the recipient is a weak key")) {
        try AgeFile.seal([], for: [zero])
      }
      #expect(AgeError.noRecipients.description == "an age file requires at least one recipient")
      #expect(AgeError.emptyPassphrase.description == "the passphrase is empty")
      #expect(AgeError.noMemory.description == "there is not enough memory to hash the passphrase")
    }

    @Test func `invalid recipients and identities are rejected`() throws {
      let recipient = "\(identity.recipient)"
      #expect(try AgeRecipient(recipient) == identity.recipient)
      var random = SeededGenerator(seed: 173)
      for _ in 0..<500 {
        var letters = Array(recipient.utf8)
        let place = random.number(0...letters.count - 1)
        letters[place] = random.pick(Array("qpzry9x8gf2tvdw0s3jn54khce6mua7lbio1AQ".utf8))
        let text = String(decoding: letters, as: UTF8.self)
        guard text != recipient else { continue }
        #expect(
          throws: AgeError.notAKey(
            "a recipient must begin with age1 and be copied without changes")
        ) { try AgeRecipient(text) }
      }
      let secret = identity.text.revealed
      for text in ["", "age1", recipient, secret.lowercased(), String(secret.dropLast())] {
        #expect(
          throws: AgeError.notAKey(
            "an identity must begin with AGE-SECRET-KEY-1 and be copied without changes")
        ) { try AgeIdentity(Secret(text)) }
      }
    }

    @Test func `no damaged file out of 2,000 opens with different contents`() throws {
      let sample = try AgeFile.seal([1, 2, 3], for: [identity.recipient])
      let armored = AgeArmor.encoded(sample)
      var random = SeededGenerator(seed: 2000)
      for round in 0..<2000 {
        let file = round % 2 == 0 ? sample : armored
        let bytes = Mutation.of(file, [[0], Array("\n".utf8), Array("-> ".utf8)], &random)
        do {
          let opened = try AgeFile.open(bytes, with: [identity])
          #expect(opened == [1, 2, 3])
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
#endif
