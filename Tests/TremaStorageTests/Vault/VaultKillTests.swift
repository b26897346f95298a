#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaTestSupport

  @testable import TremaStorage

  /// Processes that write to one vault, and are killed at any moment.
  @Suite struct VaultKillTests {
    private struct Lost: Error, CustomStringConvertible {
      let description: String
    }

    /// Starts a judge, and kills it some moments after its first output.
    ///
    /// - Returns: Its last line.
    private static func kill(
      _ path: String, _ name: String, after microseconds: Int
    ) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: VaultJudge.path)
      process.arguments = [path, name]
      let output = Pipe()
      process.standardOutput = output
      // waitUntilExit() may notice the end half a second later.
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      var said = output.fileHandleForReading.readData(ofLength: 1)
      usleep(UInt32(microseconds))
      Foundation.kill(process.processIdentifier, SIGKILL)
      end.wait()
      guard process.terminationReason == .uncaughtSignal else {
        throw Lost(description: "\(name) ended by itself")
      }
      said += output.fileHandleForReading.readDataToEndOfFile()
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
      guard let last = lines.last else { throw Lost(description: "\(name) said nothing") }
      return String(last)
    }

    /// - Returns: The number of kills between two steps of a write.
    private static func killed(
      _ count: Int, _ place: VaultPlace, _ name: String, seed: UInt64
    ) throws -> Int {
      var generator = SeededGenerator(seed: seed)
      let key = SecretKey(name, service: "judge")
      var interrupted = 0
      for _ in 0..<count {
        guard let said = Int(try kill(place.path, name, after: generator.number(0...4000))) else {
          throw Lost(description: "\(name) said something else")
        }
        let hasLitter = access(place.path + ".new", F_OK) == 0
        let text = try place.store().read(key).map { String(decoding: $0, as: UTF8.self) }
        // One more may have been stored, and its writer killed before it could report it.
        guard let kept = text.flatMap({ Int($0) }), kept == said || kept == said + 1 else {
          throw Lost(description: "\(name) said \(said), and there is \(text ?? "nothing")")
        }
        interrupted += hasLitter || kept != said ? 1 : 0
      }
      return interrupted
    }

    @Test func `200 killed writers, two at a time, lose no stored secret`() async throws {
      let places = [try VaultPlace(), try VaultPlace()]
      let interrupted = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 0..<4 {
          group.addTask {
            try await withCheckedThrowingContinuation { continuation in
              // Waiting for them would take a thread from all tests.
              Thread.detachNewThread {
                continuation.resume(
                  with: Result {
                    try Self.killed(
                      50, places[writer % 2], "writer\(writer)", seed: UInt64(writer))
                  })
              }
            }
          }
        }
        return try await group.reduce(0, +)
      }
      // Otherwise no kill interrupted a write, and nothing is proven.
      #expect(interrupted > 0)
      for place in places {
        #expect(try place.store().list("judge").count == 2)
        try place.store().write(Data(), for: .token, access: .standard)
        #expect(try place.names() == ["secrets.vault", "secrets.vault.lock"])
      }
    }

    @Test
    func `a process killed during a key change leaves the old key or the new one`() async throws {
      let place = try VaultPlace()
      try place.store().write(Data([1]), for: .token, access: .standard)
      let new = VaultKey.key(Secret([UInt8](repeating: 0, count: 32)))
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              var generator = SeededGenerator(seed: 30)
              for _ in 0..<30 {
                _ = try Self.kill(place.path, "--change", after: generator.number(0...8000))
                do {
                  #expect(try place.store().read(.token) == Data([1]))
                } catch SecretError.wrongKey {
                  #expect(try place.store(new).read(.token) == Data([1]))
                  // The interrupted process continues.
                  try place.store(new).changeKey(to: VaultPlace.key)
                }
              }
            })
        }
      }
    }
  }
#endif
