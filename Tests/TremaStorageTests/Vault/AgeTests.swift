#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  extension Judge {
    fileprivate static let age = Judge(name: "age", package: "age")
    fileprivate static let ageKeygen = Judge(name: "age-keygen", package: "age")
  }

  /// Files that are exchanged with `age` in both directions.
  @Suite struct AgeTests {
    private let place: VaultPlace
    private let folder: TemporaryFolder
    private static let lengths = [0, 1, 65_536, 65_537, 131_072]

    init() throws {
      place = try VaultPlace()
      folder = place.folder
    }

    private static func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    private func age(_ words: [String], input: [UInt8] = []) async throws -> [UInt8] {
      let verdict = try await Judge.age.runAside(words, input: input, in: folder)
      try #require(verdict.status == 0, "\(verdict.complaint)")
      return verdict.output
    }

    /// An identity of `age-keygen`, and the path of its file.
    private func identity(_ name: String = "key") async throws -> (AgeIdentity, String) {
      let path = "\(folder.path)/\(name)"
      let verdict = try await Judge.ageKeygen.runAside(["-o", path])
      try #require(verdict.status == 0, "\(verdict.complaint)")
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      let line = try #require(text.split(separator: "\n").last)
      let identity = try AgeIdentity(Secret(String(line)))
      #expect(text.contains("# public key: \(identity.recipient)\n"))
      #expect(identity.text.revealed == line)
      return (identity, path)
    }

    @Test(arguments: [false, true])
    func `age opens files that Trema seals for recipients`(isArmored: Bool) async throws {
      let (first, firstPath) = try await identity("first")
      let (second, secondPath) = try await identity("second")
      for (number, length) in Self.lengths.enumerated() {
        let file = try AgeFile.seal(
          Self.bytes(length), for: [first.recipient, second.recipient], isArmored: isArmored)
        let path = number % 2 == 0 ? firstPath : secondPath
        #expect(try await age(["-d", "-i", path], input: file) == Self.bytes(length))
        #expect(
          try AgeFile.open(file, with: [number % 2 == 0 ? second : first]) == Self.bytes(length))
      }
    }

    @Test(arguments: [false, true])
    func `Trema opens files that age seals for recipients`(isArmored: Bool) async throws {
      let identity = AgeIdentity()
      let other = AgeIdentity()
      for length in Self.lengths {
        let words = ["-r", "\(other.recipient)", "-r", "\(identity.recipient)"]
        let file = try await age(words + (isArmored ? ["-a"] : []), input: Self.bytes(length))
        #expect(try AgeFile.open(file, with: [AgeIdentity(), identity]) == Self.bytes(length))
      }
    }

    @Test func `age accepts an identity that Trema generated`() async throws {
      let identity = AgeIdentity()
      try folder.write(Array("\(identity.text.revealed)\n".utf8), to: "own")
      let file = try AgeFile.seal(Self.bytes(9), for: [identity.recipient])
      #expect(try await age(["-d", "-i", "\(folder.path)/own"], input: file) == Self.bytes(9))
      #expect("\(identity)" == "the identity of \(identity.recipient)")
      var text = ""
      dump(identity, to: &text)
      #expect(!text.uppercased().contains("SECRET"))
    }

    @Test func `age and Trema open each other's passphrase files`() async throws {
      let script = URL(fileURLWithPath: VaultScript.path).deletingLastPathComponent()
        .appendingPathComponent("age_passphrase.py").path
      func typed(_ words: String...) async throws {
        let verdict = try await Judge.python.runAside(
          [script, "correct horse", "age"] + words, in: folder)
        try #require(verdict.status == 0, "\(verdict.complaint)")
      }
      let passphrase = Secret("correct horse")
      try folder.write(
        AgeFile.seal(Self.bytes(70_000), passphrase: passphrase, exponent: 10), to: "ours.age")
      try await typed("-d", "-o", "opened", "ours.age")
      #expect(try folder.read("opened") == Self.bytes(70_000))
      try folder.write(Self.bytes(9), to: "plain")
      try await typed("-p", "-a", "-o", "theirs.age", "plain")
      let theirs = try folder.read("theirs.age")
      #expect(try AgeFile.open(theirs, passphrase: passphrase) == Self.bytes(9))
      #expect(throws: AgeError.noMatch) {
        try AgeFile.open(folder.read("ours.age"), passphrase: Secret("wrong"))
      }
    }

    @Test func `a vault is exported as an age file and imported again`() async throws {
      let (identity, path) = try await identity()
      let store = place.store()
      for (name, text) in [("token", "hunter2"), ("grün", "/+")] {
        try store.write(
          Data(text.utf8), for: SecretKey(name, service: "shop"), access: .standard)
      }
      let file = try store.exportAge(for: [identity.recipient])
      let text = String(decoding: try await age(["-d", "-i", path], input: file), as: UTF8.self)
      #expect(
        text == #"[{"data":"Lys=","name":"grün","service":"shop"},"#
          + #"{"data":"aHVudGVyMg==","name":"token","service":"shop"}]"#)
      let other = try VaultPlace()
      try other.store().importAge(file, with: [identity])
      #expect(try other.store().read(.token) == Data("hunter2".utf8))
      #expect(try other.store().list("shop").count == 2)
      // An equal secret is not a conflict, and a missing one is added.
      try other.store().delete(.token)
      try other.store().importAge(file, with: [identity])
      try other.store().write(Data([1]), for: .token, access: .standard)
      try other.store().delete(SecretKey("grün", service: "shop"))
      let clash = failure { try other.store().importAge(file, with: [identity]) }
      #expect(clash?.description == "secrets already exist: shop/token; nothing was written")
      #expect(try other.store().list("shop") == [.token])
      try other.store().importAge(file, with: [identity], isReplacing: true)
      #expect(try other.store().read(.token) == Data("hunter2".utf8))
      let sealed = try store.exportAge(passphrase: Secret("x"), exponent: 8, isArmored: true)
      let third = try VaultPlace()
      try third.store().importAge(sealed, passphrase: Secret("x"))
      #expect(try third.store().list("shop").count == 2)
      for (bytes, words) in [
        ("{}", "it does not contain a JSON array of secrets"),
        (
          #"[{"data":"","name":"a","service":"b"},{"data":"","name":"a","service":"b"}]"#,
          "it contains 'b/a' twice"
        ),
      ] {
        let bad = try AgeFile.seal(Array(bytes.utf8), for: [identity.recipient])
        let error = failure { try third.store().importAge(bad, with: [identity]) }
        #expect(error?.description == "this is not an age file: \(words)")
      }
    }
  }
#endif
