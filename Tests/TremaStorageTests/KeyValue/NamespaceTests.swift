import Foundation
import Testing
import TremaStorage
import TremaTestSupport

struct Dish: Codable, Equatable, Sendable {
  var name = "Soup"
  var price = 7.5
  var tags = ["warm"]
}

@Suite struct NamespaceTests {
  private let store: KeyValueStore
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    store = try KeyValueStore(
      folder.path + "/store.sqlite", options: .init(durability: .relaxed))
  }

  @Test func `stored values are returned, and nil for missing ones`() throws {
    let menu = store["menu"]
    #expect(try menu.get("soup", as: Dish.self) == nil)
    try menu.set("soup", Dish())
    try menu.set("count", 3)
    try menu.set("open", true)
    try menu.set("name", "Käse")
    try menu.set("empty", "")
    try menu.set("photo", Data([0, 255]))
    try menu.set("nothing", Data())
    #expect(try menu.get("soup") == Dish())
    #expect(try menu.get("count") == 3)
    #expect(try menu.get("open") == true)
    #expect(try menu.get("name") == "Käse")
    #expect(try menu.get("empty") == "")
    #expect(try menu.get("photo") == Data([0, 255]))
    #expect(try menu.get("nothing") == Data())
    #expect(try menu.remove("soup"))
    #expect(try menu.remove("soup") == false)
    #expect(try menu.get("soup", as: Dish.self) == nil)
  }

  @Test func `the last value is kept after the store is reopened`() throws {
    try store["menu"].set("soup", Dish())
    try store["menu"].set("soup", Dish(name: "Broth"))
    try store.close()
    let again = try KeyValueStore(folder.path + "/store.sqlite")
    #expect(try again["menu"].get("soup") == Dish(name: "Broth"))
  }

  @Test func `namespaces are independent`() throws {
    try store["a"].set("key", 1)
    try store["b"].set("key", 2)
    #expect(try store["a"].get("key") == 1)
    #expect(try store["a"].removeAll() == 1)
    #expect(try store["b"].get("key") == 2)
  }

  @Test func `keys with a common prefix are returned in byte order`() throws {
    let space = store["space"]
    for key in ["user/2", "user/10", "user", "users", "user/é", "user0", "usez", "", "🦊", "user/"] {
      try space.set(key, key)
    }
    #expect(try space.keys(prefix: "user/") == ["user/", "user/10", "user/2", "user/é"])
    #expect(
      try space.keys() == [
        "", "user", "user/", "user/10", "user/2", "user/é", "user0", "users", "usez", "🦊",
      ])
    #expect(try space.keys(prefix: "🦊") == ["🦊"])
    #expect(try space.values(prefix: "user/1", as: String.self).map(\.value) == ["user/10"])
    #expect(try space.removeAll(prefix: "user/") == 4)
    #expect(try space.keys(prefix: "user") == ["user", "user0", "users"])
  }

  @Test func `unusual keys are stored like any other key`() throws {
    let keys = [
      "", " ", "\0", "a\0", "a\0b", "a", "'", "\"", "'; DROP TABLE trema_values; --", "%", "_",
      "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "👩‍👩‍👧", "\u{FFFF}", "\u{10FFFF}", "\n", "NULL", "0",
      String(repeating: "k", count: 10_000),
    ]
    for name in ["ordinary", "\0", "'\"", "\u{E9}", "e\u{301}"] {
      for (number, key) in keys.enumerated() { try store[name].set(key, number) }
      for (number, key) in keys.enumerated() { #expect(try store[name].get(key) == number) }
      let found = try store[name].keys().map { Array($0.utf8) }
      #expect(found == keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(try store[name].keys(prefix: "a\0") == ["a\0", "a\0b"])
    }
  }

  @Test func `an update reads and writes atomically`() throws {
    let space = store["space"]
    #expect(try space.update("count", default: 10) { $0 += 1 } == 11)
    #expect(try space.update("count", default: 10) { $0 += 1 } == 12)
    #expect(try space.update("dish", as: Dish.self) { $0?.name = "x" } == nil)
    #expect(try space.update("dish") { $0 = Dish() } == Dish())
    #expect(try space.update("dish", as: Dish.self) { $0 = nil } == nil)
    #expect(try space.get("dish", as: Dish.self) == nil)
  }

  @Test func `a batch is written atomically`() throws {
    struct Stop: Error {}
    let result = try store.batch { transaction in
      try transaction["a"].set("x", 1)
      #expect(try transaction["a"].get("x") == 1)
      // The value is invisible to others so far.
      #expect(try store["a"].get("x", as: Int.self) == nil)
      try transaction["b"].update("y", default: 0) { $0 += 5 }
      return "done"
    }
    #expect(result == "done")
    #expect(try store["a"].get("x") == 1)
    #expect(throws: Stop.self) {
      try store.batch { transaction in
        try transaction["a"].set("x", 2)
        throw Stop()
      }
    }
    #expect(try store["a"].get("x") == 1)
    #expect(try store["b"].get("y") == 5)
  }

  @Test func `concurrent tasks lose no updates`() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<50 {
            try store["count"].update("all", default: 0) { $0 += 1 }
            try store["task"].set("\(task)", round)
            #expect(try store["task"].get("\(task)") == round)
            try store.batch { transaction in
              try transaction["left"].update("n", default: 0) { $0 += 1 }
              try transaction["right"].update("n", default: 0) { $0 -= 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store["count"].get("all") == 800)
    #expect(try store["left"].get("n") == 800)
    #expect(try store["right"].get("n") == -800)
  }

  @Test func `sqlite3 reads the store`() async throws {
    try store["menu"].set("soup", Dish())
    try store["menu"].set("photo", Data([1, 2]))
    let sqlite = Judge(name: "sqlite3", package: "sqlite3")
    let verdict = try await sqlite.runAside([
      store.path,
      """
      SELECT namespace, key, value ->> 'name', value FROM trema_values WHERE key = 'soup';
      SELECT hex(value) FROM trema_values WHERE key = 'photo';
      PRAGMA application_id; PRAGMA user_version; PRAGMA journal_mode; PRAGMA integrity_check;
      """,
    ])
    #expect(
      verdict.text == """
        menu|soup|Soup|{"name":"Soup","price":7.5,"tags":["warm"]}
        0102
        1416785249
        2
        wal
        ok

        """)
    #expect(verdict.complaint == "")
  }
}
