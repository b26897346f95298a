#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  /// Vaults that PyNaCl and argon2-cffi open and create according to the format documentation.
  enum VaultScript {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Judges/vault.py").path
    static let key = ["key", VaultPlace.keyBytes.hexadecimal]

    static func run(_ words: [String], input: [UInt8] = []) async throws -> Judge.Verdict {
      let verdict = try await Judge.environmentPython.runAside([path] + words, input: input)
      try #require(verdict.status == 0, "\(verdict.complaint)")
      return verdict
    }

    struct Found: Decodable {
      var counter: Int
      var secrets: [[String]]
    }

    static func open(_ path: String, _ key: [String]) async throws -> Found {
      let verdict = try await run(["open", path] + key)
      return try JSONDecoder().decode(Found.self, from: Data(verdict.output))
    }

    static func make(
      _ secrets: [[String]], at path: String, _ key: [String] = VaultScript.key,
      _ options: String...
    ) async throws {
      let input = [UInt8](try JSONEncoder().encode(secrets))
      _ = try await run(["make", path] + key + options, input: input)
    }
  }

  @Suite struct VaultJudgeTests {
    private let place: VaultPlace
    private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    init() throws { place = try VaultPlace() }

    @Test func `PyNaCl opens a vault sealed by Trema`() async throws {
      let store = place.store()
      try store.write(Data([0, 255]), for: .token, access: .standard)
      try store.write(large, for: SecretKey("grün", service: ""), access: .standard)
      try await store.rotateDataKey()
      let found = try await VaultScript.open(place.path, VaultScript.key)
      #expect(found.counter == 3)
      #expect(
        found.secrets == [["", "grün", large.base64EncodedString()], ["shop", "token", "AP8="]])
    }

    @Test func `argon2-cffi derives the same key from a passphrase`() async throws {
      let passphrase = "pässword with a space"
      let store = place.store(
        .passphrase(Secret(passphrase), cost: VaultCost(passes: 2, kibibytes: 1024)))
      try store.write(Data([1]), for: .token, access: .standard)
      let found = try await VaultScript.open(place.path, ["passphrase", passphrase])
      #expect(found.secrets == [["shop", "token", "AQ=="]])
    }

    @Test func `Trema opens and updates a vault sealed by PyNaCl`() async throws {
      let secrets = [["shop", "token", "AP8="], ["bank", "grün", large.base64EncodedString()]]
      try await VaultScript.make(secrets, at: place.path)
      let store = place.store()
      #expect(try store.read(.token) == Data([0, 255]))
      #expect(try store.read(SecretKey("grün", service: "bank")) == large)
      try store.write(Data([1]), for: .token, access: .standard)
      let found = try await VaultScript.open(place.path, VaultScript.key)
      #expect(found.counter == 42)
      #expect(found.secrets.first == secrets.last)
      try await VaultScript.make(secrets, at: place.path, ["passphrase", "grün"])
      #expect(try place.store(.passphrase(Secret("grün"))).read(.token) == Data([0, 255]))
    }

    @Test func `a retired key opens the body and is removed by the next write`() async throws {
      try await VaultScript.make(
        [["shop", "token", "AP8="]], at: place.path, VaultScript.key, "--retired")
      func header() throws -> VaultHeader { try VaultHeader(place.bytes(), path: place.path) }
      #expect(try header().keyCount == 2)
      #expect(try header().dataKeyNumber == 6)
      let store = place.store()
      #expect(try store.read(.token) == Data([0, 255]))
      try await store.changeKey(to: .key(Secret([UInt8](repeating: 9, count: 32))))
      #expect(try header().keyCount == 2)
      #expect(try store.read(.token) == Data([0, 255]))
      try store.write(Data([1]), for: .token, access: .standard)
      #expect(try header().keyCount == 1)
      #expect(try header().dataKeyNumber == 7)
      #expect(try store.read(.token) == Data([1]))
    }

    @Test func `a body without its last chunk is reported as truncated`() async throws {
      try await VaultScript.make(
        [["shop", "token", "AP8="]], at: place.path, VaultScript.key, "--no-last")
      #expect(
        failure { _ = try place.store().read(.token) } == .truncated(path: place.path))
    }

    @Test func `a later format is reported, and the file is left unchanged`() async throws {
      try await VaultScript.make([], at: place.path, VaultScript.key, "--version", "2")
      let bytes = try place.bytes()
      let store = place.store()
      let error = SecretError.newerFormat(found: 2, supported: 1, path: place.path)
      #expect(failure { _ = try store.read(.token) } == error)
      #expect(failure { try store.write(Data(), for: .token, access: .standard) } == error)
      #expect(failure { try store.changeKey(to: VaultPlace.key) } == error)
      #expect(try place.bytes() == bytes)
      #expect(
        "\(error)"
          == "\(place.path): format 2 is newer than 1, the newest that this version reads")
    }

    @Test(arguments: [
      ("11", "64", "11 passes over 64 KiB"), ("1", "1048577", "1 passes over 1048577 KiB"),
    ])
    func `a key derivation that is too expensive is not run`(
      passes: String, kibibytes: String, words: String
    ) async throws {
      try await VaultScript.make(
        [], at: place.path, ["passphrase", "x"], "--cost", passes, kibibytes)
      let error = failure { _ = try place.store(.passphrase(Secret("x"))).read(.token) }
      #expect(error == .costTooHigh("\(words); at most 10 passes over 1048576 KiB"))
      #expect(
        error?.description == "the cost of hashing the passphrase is too high: \(words); "
          + "at most 10 passes over 1048576 KiB")
    }
  }

  extension Collection<UInt8> {
    var hexadecimal: String {
      map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
#endif
