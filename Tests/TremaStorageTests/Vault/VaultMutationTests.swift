#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  @Suite struct VaultMutationTests {
    @Test func `no damaged vault out of 10,000 opens with different contents`() async throws {
      let places = try (0..<3).map { _ in try VaultPlace() }
      let key = SecretKey("token", service: "shop")
      // Two small ones, whose parts may get mixed, and one of two chunks.
      for (place, length) in zip(places, [7, 7, 70_000]) {
        try place.store().write(Data(repeating: 7, count: length), for: key, access: .standard)
      }
      let samples = try places.map { try $0.bytes() }
      var tokens: [[UInt8]] = [[0xFF, 0xFF, 0xFF, 0xFF], [1, 0, 0, 0], VaultHeader.magic]
      for sample in samples { tokens += [Array(sample[..<140]), Array(sample[140..<249])] }
      var random = SeededGenerator(seed: 10_000)
      var (opened, kinds) = (0, Set<String>())
      for round in 0..<10_000 {
        let sample = round % 10 == 0 ? 2 : round % 2
        var bytes = Mutation.of(samples[sample], tokens, &random)
        // A repaired header passes the checksum, as a forged one would.
        if random.once(in: 2), bytes.count >= 140 {
          bytes.replaceSubrange(108..<140, with: BLAKE2b.digest(Array(bytes[..<108])))
          if random.once(in: 2), bytes.count >= 249 {
            bytes.replaceSubrange(217..<249, with: BLAKE2b.digest(Array(bytes[140..<217])))
          }
        }
        do throws(SecretError) {
          let vault = try SealedVault(bytes, path: "x")
            .unwrapped(with: SecretBytes(copying: VaultPlace.keyBytes))
          let records = try vault.records()
          #expect(Array(records.keys) == [key])
          // Its own secret or that of another vault with this key, and no other.
          let lengths = [7, 70_000]
          #expect(
            lengths.contains { Data(repeating: 7, count: $0) == records.data(for: key) })
          opened += 1
        } catch {
          switch error {
          case .damaged(let part, _): kinds.insert("\(part)")
          case .tampered: kinds.insert("tampered")
          case .truncated: kinds.insert("truncated")
          case .wrongKey: kinds.insert("wrongKey")
          case .newerFormat: kinds.insert("newerFormat")
          default: Issue.record("\(error)")
          }
        }
        if round % 500 == 0 { await Task.yield() }
      }
      // A change may restore the original bytes.
      #expect(opened < 50)
      #expect(
        kinds == [
          "header", "keyset", "body", "tampered", "truncated", "wrongKey", "newerFormat",
        ])
    }

    /// Bodies that a forger with the key could write are parsed just as strictly.
    @Test func `malformed bodies are reported as damaged`() throws {
      let good = VaultRecords([.token: Data([1, 2, 3])]).bytes.copy()
      #expect(good.count == 4 + 12 + 4 + 5 + 3)
      var random = SeededGenerator(seed: 7)
      for round in 0..<2000 {
        let bytes =
          round < good.count
          ? Array(good[..<round]) : Mutation.of(good, [[0], [1, 0, 0, 0]], &random)
        do throws(SecretError) {
          let records = try VaultRecords(SecretBytes(copying: bytes), path: "x")
          for key in records.keys { #expect(records.data(for: key) != nil) }
          #expect(round >= good.count)
        } catch {
          #expect(error == .damaged(.body, path: "x"))
        }
      }
      let one = Array(good[4...])
      for bytes in [[2, 0, 0, 0] + one + one, good + [0], [0xFF, 0xFF, 0xFF, 0xFF] + one] {
        #expect(throws: SecretError.damaged(.body, path: "x")) {
          try VaultRecords(SecretBytes(copying: bytes), path: "x")
        }
      }
    }
  }
#endif
