import Foundation
import Testing
import TremaStorage
import TremaTestSupport

/// Invalid files, and their errors.
@Suite struct StoreFaultTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  private func opening(_ migrations: [KeyValueStore.Migration] = []) -> String? {
    message { _ = try KeyValueStore(path, migrations: migrations) }
  }

  private func sqlite(_ sql: String) async throws {
    let verdict = try await Judge(name: "sqlite3", package: "sqlite3").runAside([path, sql])
    #expect(verdict.complaint == "")
  }

  @Test func `invalid paths are rejected`() throws {
    #expect(message { _ = try KeyValueStore("") } == ": the path is empty or contains a NUL")
    #expect(
      message { _ = try KeyValueStore("a\0b") } == "a\\u{0}b: the path is empty or contains a NUL")
    let missing = folder.path + "/no/store"
    #expect(
      message { _ = try KeyValueStore(missing) } == "\(missing): No such file or directory")
    #expect(
      message { _ = try KeyValueStore(missing, options: .init(access: .readOnly)) }
        == "\(missing): unable to open database file")
  }

  @Test func `a store in a read-only folder can be read`() async throws {
    do {
      let store = try KeyValueStore(path)
      try store["own"].set("key", 1)
    }
    #expect(chmod(path, 0o644) == 0 && chmod(folder.path, 0o755) == 0)
    await #expect(processExitsWith: .success) {
      [path = path as String, folder = folder.path as String] in
      // Root may write everywhere.
      if geteuid() == 0 {
        #expect(setuid(65534) == 0)
      } else {
        #expect(chmod(folder, 0o555) == 0)
      }
      defer { chmod(folder, 0o755) }
      let store = try KeyValueStore(path, options: .init(access: .readOnly))
      #expect(try store["own"].get("key", as: Int.self) == 1)
      #expect(
        message { try store["own"].set("key", 2) } == "\(path): the store is read-only")
    }
  }

  @Test func `only the owner has access to a store's files`() throws {
    let store = try KeyValueStore(path)
    try store["a"].set("x", 1)
    for end in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + end)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(end)")
    }
  }

  @Test func `a file that is not a database is left unchanged`() throws {
    let text = Array("Dear diary, today I was not a database at all.".utf8)
    try folder.write(text, to: "store.sqlite")
    #expect(opening() == "\(path): the file is damaged: file is not a database")
    #expect(try folder.read("store.sqlite") == text)
    #expect(
      message { try KeyValueStore.recover(path) }
        == "\(path): the file is damaged: file is not a database")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    #expect(try folder.read("store.sqlite") == text)
  }

  @Test func `a folder instead of a file is reported`() throws {
    let cause = "\(folder.path): it is a folder; pass the path of a file inside it"
    for access in [KeyValueStore.Access.readWrite, .readOnly] {
      let found = message {
        _ = try KeyValueStore(folder.path, options: .init(access: access))
      }
      #expect(found == cause)
    }
    #expect(
      message { _ = try KeyValueStore(folder.path + "/") }
        == "\(folder.path)/: it is a folder; pass the path of a file inside it")
  }

  @Test func `a database of another program is left unchanged`() async throws {
    try await sqlite("CREATE TABLE own (a); PRAGMA user_version = 5")
    let before = try folder.read("store.sqlite")
    #expect(opening() == "\(path): is a database of another program")
    #expect(try folder.read("store.sqlite") == before)
    try await sqlite("DROP TABLE own; PRAGMA application_id = 7")
    #expect(opening() == "\(path): is a database of another program")
  }

  @Test func `an empty file becomes a store`() throws {
    try folder.write([], to: "store.sqlite")
    let options = KeyValueStore.Options(access: .readOnly)
    #expect(
      message { _ = try KeyValueStore(path, options: options) }
        == "\(path): is a database of another program")
    #expect(opening() == nil)
  }

  @Test func `a later format is rejected`() async throws {
    try KeyValueStore(path).close()
    try await sqlite("PRAGMA user_version = 3")
    let before = try folder.read("store.sqlite")
    #expect(
      opening() == "\(path): format 3 is newer than 2, the newest that this version reads")
    #expect(try folder.read("store.sqlite") == before)
  }

  @Test func `migrations are applied once, in order and atomically`() throws {
    let first = KeyValueStore.Migration(1, "CREATE TABLE dishes (name TEXT NOT NULL) STRICT;")
    let second = KeyValueStore.Migration(
      2, "ALTER TABLE dishes ADD price REAL; INSERT INTO dishes VALUES ('Soup', 7.5);")
    let third = KeyValueStore.Migration(5, named: "menu") { transaction in
      try transaction["menu"].set("count", transaction.rows("SELECT * FROM dishes").count)
    }
    let broken = KeyValueStore.Migration(6, "INSERT INTO dishes VALUES ('Bread', 1.0); NONSENSE")
    struct Refusal: Error, CustomStringConvertible { let description = "too early" }
    let refusing = KeyValueStore.Migration(6, named: "refuses") { _ in throw Refusal() }
    #expect(opening([first]) == nil)
    #expect(opening([first, second, third]) == nil)
    #expect(
      opening([first, second, third, broken])
        == #"migration 6: near "NONSENSE": syntax error"#)
    #expect(opening([first, second, third, refusing]) == "migration 6: too early")
    let store = try KeyValueStore(path, migrations: [first, second, third])
    #expect(
      try store.rows("SELECT * FROM dishes").map(\.values) == [["Soup", 7.5]])
    #expect(try store["menu"].get("count") == 1)
    try store.close()

    #expect(
      opening([first, second])
        == "\(path): migration 5 is newer than 2, the newest that this app knows")
    #expect(
      opening() == "\(path): migration 5 is newer than 0, the newest that this app knows")
    #expect(
      opening([first, KeyValueStore.Migration(2, "SELECT 1"), third])
        == "migration 2 was changed after it was applied to this file")
    #expect(
      opening([first, third])
        == "migration 2 was changed after it was applied to this file")
    #expect(
      opening([first, second, KeyValueStore.Migration(3, "SELECT 1"), third])
        == "migration 3 was changed after it was applied to this file")
    #expect(opening([first, second, third]) == nil)
    let options = KeyValueStore.Options(access: .readOnly)
    #expect(
      message {
        _ = try KeyValueStore(
          path, options: options,
          migrations: [first, second, third, KeyValueStore.Migration(7, "SELECT 1")])
      } == "\(path): the store is read-only")
  }

  @Test func `concurrent openings of one file apply each migration once`() async throws {
    let path = path
    let migrations = [
      KeyValueStore.Migration(1, "CREATE TABLE own (a ANY) STRICT"),
      KeyValueStore.Migration(2, "INSERT INTO own VALUES (1)"),
    ]
    // Repeated, because one opener may find a file that another one is creating.
    for round in 0..<10 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            _ = try await KeyValueStore.open("\(path)\(round)", migrations: migrations)
          }
        }
        try await group.waitForAll()
      }
      let store = try KeyValueStore("\(path)\(round)", migrations: migrations)
      #expect(try store.rows("SELECT count(*) FROM own").map(\.values) == [[1]])
    }
  }

  @Test func `an undecodable value is reported by its key, without its content`() throws {
    struct Order: Codable, Equatable {
      struct Line: Codable, Equatable { var dish: String, count: Int }
      var lines: [Line]
      var note: String?
    }
    struct Wrong: Codable { var lines: [[String: String]], owner: String }
    let orders = try KeyValueStore(inMemory: [])["orders"]
    func reading<Value: Decodable>(_ key: String, as type: Value.Type) -> String? {
      message { _ = try orders.get(key, as: type) }
    }
    try orders.set("a", Wrong(lines: [["dish": "s3cret"]], owner: "s3cret"))
    #expect(
      reading("a", as: Order.self)
        == "'a' of 'orders': 'lines[0].count' does not have the expected type")
    try orders.set("b", ["lines": "s3cret"])
    #expect(
      reading("b", as: Order.self) == "'b' of 'orders': 'lines' does not have the expected type")
    #expect(reading("b", as: Int.self) == "'b' of 'orders': it does not have the expected type")
    #expect(reading("b", as: Data.self) == "'b' of 'orders': it does not have the expected type")
    try orders.set("c", Data([1]))
    #expect(reading("c", as: Order.self) == "'c' of 'orders': it does not have the expected type")
    #expect(
      message { try orders.set("d", ["x": Double.nan]) }
        == "'d' of 'orders': 'x' cannot be encoded")
    #expect(try orders.keys() == ["a", "b", "c"])
  }

  @Test func `misusing a batch or a closed store is an error`() throws {
    let store = try KeyValueStore(path)
    var kept: KeyValueStore.Transaction?
    try store.batch { transaction in
      kept = transaction
      try transaction["a"].set("x", 1)
      #expect(
        message { try store["a"].set("x", 2) }
          == "inside a batch, use its transaction instead of the store")
      #expect(message { try store.batch { _ in } } == "\(StoreError.insideBatch)")
    }
    let over = "a transaction can be used only inside its batch, on the thread that runs it"
    #expect(message { try kept?["a"].set("x", 3) } == over)
    #expect(try store["a"].get("x") == 1)
    try store.close()
    #expect(message { try store["a"].set("x", 3) } == "the store was closed")
    #expect(message { _ = try store["a"].get("x", as: Int.self) } == "the store was closed")
    #expect(message { try store.close() } == "the store was closed")
  }

  @Test func `a transaction cannot be used on another thread`() async throws {
    let store = try KeyValueStore(path)
    try await store.batch { transaction in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(throws: StoreError.batchEnded) { try transaction["a"].set("x", 1) }
        done.signal()
      }
      done.wait()
    }
    #expect(try store["a"].keys() == [])
  }

  @Test func `a damaged file is reported and kept, and readable entries are recovered`()
    async throws
  {
    let store = try KeyValueStore(path, options: .init(durability: .relaxed))
    let people = try store.records(Person.self, named: "people", fields: Person.age)
    try await store.batch { transaction in
      for number in 0..<2000 {
        try transaction["n"].set("key \(number)", String(repeating: "\(number) ", count: 20))
        try people.within(transaction).set(Person(id: number, name: "p", age: number))
      }
    }
    try store.close()
    var bytes = try folder.read("store.sqlite")
    let pages = bytes.count / 4096
    for page in (pages / 3)..<(pages / 3 + 3) {
      for index in page * 4096..<(page + 1) * 4096 { bytes[index] = 0xA5 }
    }
    try folder.write(bytes, to: "store.sqlite")

    let damaged = try KeyValueStore(path)
    let error = #expect(throws: StoreError.self) { try damaged.verify() }
    guard case .corrupt(let report) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(report.path == path)
    #expect(report.findings.first?.hasPrefix("*** in database main ***") == true)
    #expect(
      message { _ = try damaged["n"].values(as: String.self) }?
        .hasPrefix("\(path): the file is damaged: *** in database main ***") == true)
    try damaged.close()
    #expect(try folder.read("store.sqlite") == bytes)

    let recovery = try await KeyValueStore.recover(path)
    #expect(recovery.damagedPath == path + ".damaged")
    #expect(try folder.read("store.sqlite.damaged") == bytes)
    #expect(!recovery.incomplete.isEmpty)
    let saved = try KeyValueStore(path)
    try await saved.verify()
    let again = try saved.records(Person.self, named: "people", fields: Person.age)
    let (values, persons) = (try saved["n"].values(as: String.self), try again.find())
    #expect(recovery.rows["trema_values"] == values.count)
    #expect(recovery.rows["records_people"] == persons.count)
    #expect(values.count + persons.count < 4000)
    #expect(values.count + persons.count > 2000)
    for (key, value) in values {
      #expect(value == String(repeating: key.dropFirst(4) + " ", count: 20))
    }
    for person in persons {
      #expect(person == Person(id: person.id, name: "p", age: person.id))
    }
    #expect(try again.count(where: \.age >= 0) == persons.count)
  }

  @Test func `a backup is a store and overwrites no existing file`() async throws {
    let store = try KeyValueStore(path)
    try store["a"].set("x", 1)
    let target = folder.path + "/backup.sqlite"
    let isOver = Task {
      for number in 0..<200 { try store["b"].set("x", number) }
    }
    try await store.backup(to: target)
    #expect(message { try store.backup(to: target) } == "\(target): already exists")
    try await isOver.value
    let copy = try KeyValueStore(target)
    try await copy.verify()
    #expect(try copy["a"].get("x") == 1)
    try copy.close()
    let missing = folder.path + "/no/backup.sqlite"
    #expect(
      message { try store.backup(to: missing) }?.hasSuffix(": No such file or directory") == true)
    try store.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "backup.sqlite", "store.sqlite",
      ])
    let memory = try KeyValueStore(inMemory: [])
    try memory["a"].set("x", 5)
    try await memory.backup(to: target + "2")
    #expect(try KeyValueStore(target + "2")["a"].get("x") == 5)
  }
}
