import Foundation
import Testing
import TremaStorage
import TremaTestSupport

/// Custom statements, links and tables.
@Suite struct RawSQLTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  @Test func `a migration whose transaction has ended is not recorded`() throws {
    let steps = [
      KeyValueStore.Migration(
        1, "CREATE TABLE own (a INTEGER PRIMARY KEY) STRICT; INSERT INTO own VALUES (1)")
    ]
    let ending = KeyValueStore.Migration(2, named: "ends its transaction") { transaction in
      try transaction.execute("INSERT INTO own VALUES (2)")
      try? transaction.execute("INSERT OR ROLLBACK INTO own VALUES (1)")
    }
    #expect(
      message { _ = try KeyValueStore(path, migrations: steps + [ending]) }
        == "UNIQUE constraint failed: own.a (SQLite error 1555)")
    let store = try KeyValueStore(path, migrations: steps)
    #expect(try store.rows("SELECT a FROM own").map(\.values) == [[1]])
    #expect(try store.rows("SELECT number FROM trema_migrations").map(\.values) == [[1]])
  }

  @Test func `a savepoint is rejected, and readers see later changes`() throws {
    let store = try KeyValueStore(path)
    try store["a"].set("x", 1)
    let refusal =
      "BEGIN, SAVEPOINT, COMMIT, ROLLBACK, ATTACH, DETACH and PRAGMA are reserved for the store"
      + " (SQLite error 23)"
    #expect(message { _ = try store.rows("SAVEPOINT s") } == refusal)
    #expect(message { try store.execute("SAVEPOINT s") } == refusal)
    #expect(try store["a"].get("x") == 1)
    try store["a"].set("x", 2)
    #expect(try store["a"].get("x") == 2)
  }

  @Test func `a dangling link is rejected, and its target is not created`() throws {
    let target = folder.path + "/target.sqlite"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(message { _ = try KeyValueStore(path) } == "\(path): unable to open database file")
    #expect(!FileManager.default.fileExists(atPath: target))
    // A link to a store is followed.
    try KeyValueStore(target)["a"].set("x", 1)
    #expect(try KeyValueStore(path)["a"].get("x") == 1)
  }

  @Test func `any busy timeout can be set`() throws {
    for time in [Duration.seconds(Int64.max), .seconds(-1), .seconds(Int64.min)] {
      let store = try KeyValueStore(path, options: .init(busyTimeout: time))
      try store["a"].set("x", 1)
      #expect(try store["a"].get("x") == 1)
    }
  }

  @Test func `tables without row IDs or with a rowid column are recovered`() async throws {
    let store = try KeyValueStore(
      path,
      migrations: [
        KeyValueStore.Migration(
          1,
          """
          CREATE TABLE own (name TEXT PRIMARY KEY, count INTEGER) STRICT, WITHOUT ROWID;
          CREATE TABLE named (a TEXT, rowid TEXT) STRICT;
          """)
      ])
    try store.execute("INSERT INTO own VALUES ('a', 1), ('b', 2), ('c', 3)")
    try store.execute("INSERT INTO named (a, rowid) VALUES ('a', 'x'), ('b', 'y')")
    try store.close()
    let recovery = try await KeyValueStore.recover(path)
    #expect(recovery.incomplete == [])
    #expect(recovery.rows["own"] == 3)
    #expect(recovery.rows["named"] == 2)
  }
}
