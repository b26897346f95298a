import Foundation
import Testing
import TremaTestSupport

@testable import TremaStorage

/// Two versions of an app that create the same file concurrently.
@Suite struct StoreVersionTests {
  @Test func `a later format that appears while the file is opened is rejected`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    try folder.write([], to: "store.sqlite")
    let other = try Connection(path, displayPath: path, mode: .readWrite, busyTimeout: .seconds(60))
    try other.run("BEGIN IMMEDIATE")
    try other.run("CREATE TABLE trema_later (a ANY) STRICT")
    try other.run("PRAGMA application_id = \(StoreOpening.applicationID)")
    try other.run("PRAGMA user_version = 3")
    // The file is empty to readers now, and locked until the other one is done.
    let opening = Task {
      let store = try await KeyValueStore.open(path, options: .init(busyTimeout: .seconds(60)))
      try store.close()
    }
    try await Task.sleep(for: .milliseconds(300))
    try other.run("COMMIT")
    await #expect(throws: StoreError.newerFormat(found: 3, supported: 2, path: path)) {
      try await opening.value
    }
    let version = try other.first("PRAGMA user_version") { $0.integer(0) }
    #expect(version == 3)
  }
}
