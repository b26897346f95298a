import Foundation
import Testing
import TremaSecrets
import TremaStorage
import TremaSupport
import TremaTestSupport

private struct Theme: Codable, Equatable, Sendable {
  var name: String
  var size: Int
}

struct Guest: Codable, Identifiable, Sendable {
  var id: Int
  var name: String
  var age: Int

  static let age = KeyValueStore.Field<Guest, Int>("age", \.age)
  static let name = KeyValueStore.Field<Guest, String>("name", \.name)
}

/// The examples of the guide.
@Suite struct KeyValueGuideTests {
  private let folder: TemporaryFolder
  private let path: String
  private let shown = LockedValue<[Theme?]>([])

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  private func show(_ theme: Theme?) { shown.withLock { $0.append(theme) } }

  @Test func `values, batches and changes are stored and observed`() async throws {
    let store = try KeyValueStore(path)
    let settings = store["settings"]
    try settings.set("theme", Theme(name: "dark", size: 14))
    let theme = try settings.get("theme", as: Theme.self)
    let keys = try settings.keys(prefix: "th")
    try settings.update("launches", default: 0) { $0 += 1 }
    for try await theme in settings.observe("theme", as: Theme.self) {
      show(theme)
      break
    }
    try settings.remove("theme")
    #expect(theme == Theme(name: "dark", size: 14))
    #expect(shown.value == [theme])
    #expect(keys == ["theme"])
    #expect(try settings.keys() == ["launches"])

    try await store.batch { transaction in
      try transaction["accounts"].update("ada", default: 0) { $0 -= 5 }
      try transaction["accounts"].update("alan", default: 0) { $0 += 5 }
    }
    #expect(try store["accounts"].values(as: Int.self).map(\.value) == [-5, 5])
  }

  @Test func `records are stored, found, updated and observed`() async throws {
    let store = try KeyValueStore(path)
    let guests = try store.records(Guest.self, named: "guests", fields: Guest.age, Guest.name)
    try guests.set(Guest(id: 1, name: "Ada", age: 36))
    let adults = try guests.find(
      where: \.age >= 18 && \.name != "Eve", sort: [.by(\.name)], limit: 20)
    let some = try guests.find(where: .hasPrefix(\.name, "A") || .isIn(\.age, 30..<40))
    let own = try guests.find(sql: "age > ? AND name LIKE ?", [18, "%d%"])
    try await store.batch { try guests.within($0).update(1) { $0.age += 1 } }
    let rows = try store.rows("SELECT count(*) AS n FROM records_guests WHERE age > ?", [18])
    #expect([adults, some, own].map { $0.map(\.age) } == [[36], [36], [36]])
    #expect(try guests.get(1)?.age == 37)
    #expect(rows.first?["n"] == 1)
    let watched = try guests.observe(where: \.age >= 18, sort: [.by(\.age)])
    var seen = watched.makeAsyncIterator()
    #expect(try await seen.next()?.count == 1)
  }

  @Test func `migrations, backups, damage and sealing are handled`() async throws {
    let migrations = [
      KeyValueStore.Migration(
        1, "CREATE TABLE visits (day TEXT NOT NULL, count INTEGER NOT NULL) STRICT"),
      KeyValueStore.Migration(2, named: "first visit") { transaction in
        try transaction.execute("INSERT INTO visits VALUES (?, ?)", ["2026-01-01", 1])
      },
    ]
    let migrated = try KeyValueStore(path, migrations: migrations)
    #expect(try migrated.rows("SELECT * FROM visits").map(\.values) == [["2026-01-01", 1]])

    let store = migrated
    try await store.verify()
    try await store.backup(to: path + ".backup")
    #expect(
      try KeyValueStore(path + ".backup", migrations: migrations).rows("SELECT * FROM visits").count
        == 1)
    try store.close()
    try folder.write(Array("no database".utf8), to: "broken.sqlite")
    await #expect(throws: StoreError.self) { try await open(folder.path + "/broken.sqlite") }

    let sealedPath = folder.path + "/sealed.sqlite"
    let key = [UInt8](repeating: 7, count: 32)
    let sealed = try KeyValueStore(sealedPath, sealing: Secret(key))
    try sealed["a"].set("x", 1)
    #expect(try sealed["a"].get("x") == 1)
  }

  private func open(_ path: String) async throws {
    do {
      _ = try KeyValueStore(path)
    } catch .corrupt(let report) {
      print(report)
      let recovery = try await KeyValueStore.recover(path)
      print(recovery.rows, recovery.incomplete, recovery.damagedPath)
    }
  }
}
