#if os(Linux)
  import Foundation
  import Testing
  import TremaSupport
  import TremaTestSupport

  @testable import TremaStorage

  @Suite struct FileLockTests {
    @Test func `a waiter whose lock file was removed waits for the new one`() async throws {
      let place = try VaultPlace()
      let (path, seen) = (place.path, LockedValue<[String]>([]))
      try await aside {
        let (second, third) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (isIn, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try FileLock.hold(for: path, until: .now + .seconds(60)) { () throws(SecretError) in
          Thread.detachNewThread {
            try? FileLock.hold(for: path, until: .now + .seconds(60)) { () throws(SecretError) in
              seen.withLock { $0.append("second") }
            }
            second.signal()
          }
          while FileManager.default.contents(atPath: path + ".lock")?.last != UInt8(ascii: "w") {
            usleep(500)
          }
          unlink(path + ".lock")
          Thread.detachNewThread {
            try? FileLock.hold(for: path, until: .now + .seconds(60)) { () throws(SecretError) in
              isIn.signal()
              mayGo.wait()
              seen.withLock { $0.append("third") }
            }
            third.signal()
          }
          isIn.wait()
        }
        // It polls every millisecond; nothing signals that it does not acquire the lock.
        _ = second.wait(timeout: .now() + .milliseconds(200))
        mayGo.signal()
        third.wait()
        if seen.value.count < 2 { second.wait() }
      }
      #expect(seen.value == ["third", "second"])
    }
  }
#endif
