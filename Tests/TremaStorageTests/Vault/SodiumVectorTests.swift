#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  @testable import TremaStorage

  /// Test vectors for libsodium through the functions that the vault uses.
  @Suite struct SodiumVectorTests {
    private static let sunscreen = Array(
      ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
        + "sunscreen would be it.").utf8)
    private static let additional = bytes("50515253c0c1c2c3c4c5c6c7")
    private static let key = [UInt8](0x80...0x9F)

    private static func bytes(_ text: String) -> [UInt8] {
      var digits = text.utf8.makeIterator()
      var bytes: [UInt8] = []
      while let high = digits.next(), let low = digits.next() {
        bytes.append(UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) ?? 0)
      }
      return bytes
    }

    // draft-irtf-cfrg-xchacha-03, appendix A.3.1
    @Test func `XChaCha20-Poly1305 passes the test vectors of its draft`() {
      let nonce = [UInt8](0x40...0x57)
      let sealed = Self.bytes(
        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda"
          + "7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2"
          + "383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49")
      let key = SecretBytes(copying: Self.key)
      #expect(
        AEAD.seal(Self.sunscreen, nonce: nonce, key: key, additional: Self.additional) == sealed)
      #expect(AEAD.open(nonce + sealed, key: key, additional: Self.additional) == Self.sunscreen)
    }

    // RFC 8439, section 2.8.2
    @Test func `ChaCha20-Poly1305 passes the test vectors of its RFC`() {
      let nonce = Self.bytes("070000004041424344454647")
      let sealed = Self.bytes(
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92"
          + "728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585"
          + "808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691")
      #expect(
        ChaCha20Poly1305.seal(
          Self.sunscreen, nonce: nonce, key: Self.key, additional: Self.additional) == sealed)
      #expect(
        ChaCha20Poly1305.open(sealed, nonce: nonce, key: Self.key, additional: Self.additional)
          == Self.sunscreen)
    }

    // RFC 7693, appendix A
    @Test func `BLAKE2b passes the test vectors of its RFC`() {
      #expect(
        BLAKE2b.digest(Array("abc".utf8), length: 64).hexadecimal
          == "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
          + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923")
    }

    // RFC 5869, appendix A.3: the start of what is derived
    @Test func `HKDF passes the test vectors of its RFC`() {
      let secret = [UInt8](repeating: 0x0B, count: 22)
      #expect(
        HMACSHA256.derive(secret, salt: [], info: "").hexadecimal
          == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
    }

    // RFC 7914, section 12: the start of its vector with these parameters
    @Test func `scrypt passes the test vectors of its RFC`() {
      #expect(
        Scrypt.derive(
          Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), exponent: 14
        )?.hexadecimal == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    }

    // RFC 7748, section 6.1
    @Test func `X25519 passes the test vectors of its RFC`() {
      let alice = Self.bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
      let bob = Self.bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
      let (aliceKey, bobKey) = (X25519.publicKey(of: alice), X25519.publicKey(of: bob))
      #expect(
        aliceKey.hexadecimal == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
      #expect(
        bobKey.hexadecimal == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
      let shared = X25519.sharedSecret(alice, bobKey)
      #expect(
        shared?.hexadecimal == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
      #expect(X25519.sharedSecret(bob, aliceKey) == shared)
      #expect(X25519.sharedSecret(alice, [UInt8](repeating: 0, count: 32)) == nil)
    }

    private struct Case: Codable {
      var key = ""
      var nonce = ""
      var additional = ""
      var message = ""
      var sealed = ""
      var altered = ""
    }

    @Test func `300 messages sealed by PyNaCl open, and altered ones do not`() async throws {
      let lines = try await VaultScript.run(["cases", "300"]).text.split(separator: "\n")
      #expect(lines.count == 300)
      for line in lines {
        let given = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
        let key = SecretBytes(copying: Self.bytes(given.key))
        let (nonce, additional) = (Self.bytes(given.nonce), Self.bytes(given.additional))
        let message = Self.bytes(given.message)
        let sealed = nonce + Self.bytes(given.sealed)
        #expect(AEAD.open(sealed, key: key, additional: additional) == message)
        #expect(
          AEAD.openSecret(sealed, key: key, additional: additional)?.copy() == message)
        let altered = nonce + Self.bytes(given.altered)
        #expect(AEAD.open(altered, key: key, additional: additional) == nil)
        #expect(AEAD.openSecret(altered, key: key, additional: additional) == nil)
        #expect(AEAD.open(sealed, key: key, additional: additional + [0]) == nil)
        #expect(AEAD.open(Array(sealed.dropLast()), key: key, additional: additional) == nil)
      }
      let key = SecretBytes.random(AEAD.keyLength)
      for count in 0..<AEAD.overhead {
        #expect(AEAD.open([UInt8](repeating: 0, count: count), key: key) == nil)
        #expect(
          AEAD.openSecret([UInt8](repeating: 0, count: count), key: key, additional: []) == nil)
      }
    }

    @Test func `PyNaCl opens 300 messages sealed by Trema, but not altered ones`() async throws {
      var random = SeededGenerator(seed: 300)
      func some(_ range: ClosedRange<Int>) -> [UInt8] {
        (0..<random.number(range)).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      var lines: [UInt8] = []
      for index in 0..<300 {
        let (key, message, additional) = (some(32...32), some(0...200), some(0...113))
        let secretKey = SecretBytes(copying: key)
        let sealed =
          index % 2 == 0
          ? AEAD.seal(message, key: secretKey, additional: additional)
          : AEAD.seal(SecretBytes(copying: message), key: secretKey, additional: additional)
        var altered = Array(sealed[AEAD.nonceLength...])
        altered[altered.count - 1 - index % 16] ^= 1 << UInt8(index % 8)
        let line = Case(
          key: key.hexadecimal, nonce: sealed[..<AEAD.nonceLength].hexadecimal,
          additional: additional.hexadecimal, message: message.hexadecimal,
          sealed: sealed[AEAD.nonceLength...].hexadecimal, altered: altered.hexadecimal)
        lines += try [UInt8](JSONEncoder().encode(line)) + [UInt8(ascii: "\n")]
      }
      #expect(try await VaultScript.run(["aead"], input: lines).text == "300\n")
    }

    private struct Derivation: Codable {
      var passphrase: String
      var salt: String
      var passes: UInt32
      var kibibytes: UInt32
      var key: String
    }

    // The vector of RFC 9106 has four lanes and a secret, which vaults do not use.
    @Test func `Argon2id agrees with argon2-cffi`() async throws {
      var random = SeededGenerator(seed: 9106)
      var lines: [UInt8] = []
      for _ in 0..<30 {
        func some(_ count: Int) -> [UInt8] {
          (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let (passphrase, salt) = (some(random.number(1...80)), some(16))
        let passes = UInt32(random.number(1...4))
        let kibibytes = UInt32(random.number(8...300))
        let key = try #require(
          Argon2id.derive(
            SecretBytes(copying: passphrase), salt: salt, passes: passes, kibibytes: kibibytes))
        let line = Derivation(
          passphrase: passphrase.hexadecimal, salt: salt.hexadecimal, passes: passes,
          kibibytes: kibibytes, key: key.copy().hexadecimal)
        lines += try [UInt8](JSONEncoder().encode(line)) + [UInt8(ascii: "\n")]
      }
      #expect(try await VaultScript.run(["argon2"], input: lines).text == "30\n")
    }

    @Test func `bytes are compared and erased in full`() {
      #expect(Sodium.areEqual([1, 2], [1, 2]))
      #expect(!Sodium.areEqual([1, 2], [1, 3]))
      #expect(!Sodium.areEqual([1, 2], [1]))
      var bytes: [UInt8] = [1, 2, 3]
      Sodium.erase(&bytes)
      #expect(bytes == [0, 0, 0])
      #expect(Sodium.random(32) != Sodium.random(32))
    }
  }
#endif
