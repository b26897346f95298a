import Foundation
import Testing
import TremaTestSupport

@testable import TremaStorage

/// Checksums of unsealed values.
@Suite struct ChecksumTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  private func text(_ number: Int) -> String { "value \(number) of the store" }

  /// The bytes of a store with 40 values in a few pages.
  private func bytes() throws -> [UInt8] {
    let store = try KeyValueStore(path, options: .init(durability: .relaxed))
    try store.batch { transaction in
      for number in 0..<40 { try transaction["a"].set("key \(number)", text(number)) }
    }
    try store.close()
    return try folder.read("store.sqlite")
  }

  @Test func `every flipped bit of a value is reported with its key`() throws {
    var bytes = try bytes()
    let value = Array(text(7).utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: value) })
    for index in start..<start + value.count {
      for bit in 0..<8 {
        bytes[index] ^= 1 << bit
        try folder.write(bytes, to: "store.sqlite")
        bytes[index] ^= 1 << bit
        let store = try KeyValueStore(path, options: .init(durability: .relaxed))
        let damaged = StoreError.damaged(collection: "a", key: "key 7")
        #expect(throws: damaged) { try store["a"].get("key 7", as: String.self) }
        #expect(throws: damaged) { try store["a"].values(as: String.self) }
        #expect(throws: damaged) {
          try store["a"].update("key 7", default: "") { $0 += "!" }
        }
        #expect(try store["a"].get("key 8") == text(8))
        try store.close()
      }
    }
    #expect(
      StoreError.damaged(collection: "a", key: "key 7").description
        == "'key 7' of 'a': the value does not match its checksum; the file is damaged")
  }

  @Test func `no flipped bit of the file changes a value silently`() throws {
    var bytes = try bytes()
    var damages = 0
    for index in stride(from: 0, to: bytes.count, by: 67) {
      bytes[index] ^= 1 << UInt8(index % 8)
      try folder.write(bytes, to: "store.sqlite")
      bytes[index] ^= 1 << UInt8(index % 8)
      for end in ["-wal", "-shm"] { unlink(path + end) }
      guard let store = try? KeyValueStore(path, options: .init(durability: .relaxed)) else {
        continue
      }
      for number in 0..<40 {
        do {
          let value = try store["a"].get("key \(number)", as: String.self)
          #expect(value == nil || value == text(number), "byte \(index)")
        } catch .damaged { damages += 1 } catch {}
      }
      for (key, value) in (try? store["a"].values(as: String.self)) ?? [] {
        #expect("key \(value.split(separator: " ")[1])" == key, "byte \(index)")
      }
    }
    #expect(damages > 10)
  }

  /// A store as made by the first version.
  private func makeOldStore() throws {
    try folder.write([], to: "store.sqlite")
    let old = try Connection(path, displayPath: path, mode: .readWrite, busyTimeout: .seconds(5))
    try old.run("PRAGMA journal_mode = WAL")
    for sql in [
      """
      CREATE TABLE trema_values (
        namespace TEXT NOT NULL, key TEXT NOT NULL, value ANY NOT NULL,
        PRIMARY KEY (namespace, key)) STRICT
      """,
      "CREATE TABLE trema_migrations (number INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT",
      """
      CREATE TABLE trema_seal (id INTEGER PRIMARY KEY CHECK (id = 1), value BLOB NOT NULL) STRICT
      """,
      "PRAGMA application_id = \(StoreOpening.applicationID)", "PRAGMA user_version = 1",
      "INSERT INTO trema_values VALUES ('a', 'x', '1'), ('a', 'y', '2')",
    ] { try old.run(sql) }
  }

  private func isChecked(_ store: KeyValueStore, _ key: String) throws -> Bool {
    try store.rows("SELECT checksum IS NOT NULL AS n FROM trema_values WHERE key = ?", [.text(key)])
      .first?["n"] == 1
  }

  @Test func `a store without checksums opens, and writes add them`() throws {
    try makeOldStore()
    let before = try folder.read("store.sqlite")
    let reading = try KeyValueStore(path, options: .init(access: .readOnly))
    #expect(try reading["a"].get("x") == 1)
    #expect(try reading["a"].values(as: Int.self).map(\.value) == [1, 2])
    try reading.close()
    #expect(try folder.read("store.sqlite") == before)

    let store = try KeyValueStore(path)
    #expect(try store["a"].values(as: Int.self).map(\.value) == [1, 2])
    #expect(try !isChecked(store, "x"))
    try store["a"].set("x", 3)
    #expect(try isChecked(store, "x"))
    #expect(try !isChecked(store, "y"))
    try store.close()
    let other = try Connection(path, displayPath: path, mode: .readOnly, busyTimeout: .seconds(5))
    #expect(try other.first("PRAGMA user_version") { $0.integer(0) } == 2)
    #expect(try KeyValueStore(path)["a"].values(as: Int.self).map(\.value) == [3, 2])
  }

  @Test func `recovered entries without checksums get them when written`() throws {
    try makeOldStore()
    #expect(try KeyValueStore.recover(path).rows["trema_values"] == 2)
    let store = try KeyValueStore(path)
    try store["a"].set("x", 3)
    #expect(try store["a"].values(as: Int.self).map(\.value) == [3, 2])
    #expect(try isChecked(store, "x"))
  }

  @Test func `a value changed by SQL has no checksum`() throws {
    let store = try KeyValueStore(path)
    for key in ["x", "y", "z"] { try store["a"].set(key, 1) }
    try store.execute("UPDATE trema_values SET value = '2' WHERE key = 'x'")
    try store.execute("UPDATE trema_values SET key = 'b' WHERE key = 'y'")
    try store.execute("UPDATE trema_values SET value = '1' WHERE key = 'z'")
    try store.execute("INSERT INTO trema_values (namespace, key, value) VALUES ('a', 'c', '4')")
    #expect(try store["a"].values(as: Int.self).map(\.value) == [1, 4, 2, 1])
    #expect(
      try ["x", "b", "c", "z"].map { try isChecked(store, $0) } == [false, false, false, true])
  }

  @Test func `checksum values are stable, as part of the format`() throws {
    let store = try KeyValueStore(inMemory: [])
    try store["settings"].set("theme", "dark")
    try store["settings"].set("", Data())
    try store["é"].set("photo", Data(0..<40))
    let sums = try store.rows("SELECT checksum FROM trema_values ORDER BY rowid").map {
      $0["checksum"]
    }
    #expect(sums == [-906_966_968, 741_740_871, 316_014_183])
  }
}
