import Foundation
import Testing
import TremaSecrets
import TremaStorage
import TremaTestSupport

@Suite struct SealedStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key = Secret([UInt8](0..<32))
  private let sqlite = Judge(name: "sqlite3", package: "sqlite3")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  /// Returns the names of the store's files that contain a string. Another process reads the files,
  /// because reading them in this one would release the locks of the store.
  private func files(with text: String) async throws -> [String] {
    let grep = Judge(name: "grep", package: "grep")
    return try await grep.runAside(["-rla", text, "."], in: folder).text
      .split(separator: "\n").map { String($0.dropFirst(2)) }.sorted()
  }

  @Test func `no file contains a plaintext value, and keys are not encrypted`() async throws {
    let store = try KeyValueStore(path, sealing: key)
    let people = try store.records(Person.self, named: "people", fields: Person.age, Person.name)
    try store["login"].set("visible-key", ["token": "hidden-token"])
    try store["login"].set("photo", Data("hidden-bytes".utf8))
    try people.set(
      Person(id: 1, name: "visible-name", age: 36, nick: "hidden-nick"))
    for _ in 0..<2 {
      for text in ["hidden-token", "hidden-bytes", "hidden-nick"] {
        #expect(try await files(with: text) == [])
      }
      #expect(try await files(with: "visible-key").isEmpty == false)
      #expect(try await files(with: "visible-name").isEmpty == false)
      #expect(try await sqlite.runAside([path, "PRAGMA wal_checkpoint"]).status == 0)
    }
    #expect(try store["login"].get("visible-key") == ["token": "hidden-token"])
    #expect(try store["login"].get("photo") == Data("hidden-bytes".utf8))
    #expect(try store["login"].values(prefix: "v", as: [String: String].self).count == 1)
    #expect(try people.find(where: \.age > 30).map(\.nick) == ["hidden-nick"])
    try people.update(1) { $0.age = 20 }
    #expect(try people.find(where: \.age > 30) == [])
    #expect(try people.find(sql: "age = ?", [20]).map(\.id) == [1])
    #expect(try people.get(1)?.nick == "hidden-nick")
    try store.close()
    let again = try KeyValueStore(path, sealing: key)
    #expect(try again["login"].get("visible-key") == ["token": "hidden-token"])
    // A field that is declared later is filled in.
    let nicks = try again.records(Person.self, named: "people", fields: Person.age, Person.city)
    #expect(try nicks.find(where: \.address.city == "Bern").map(\.nick) == ["hidden-nick"])
  }

  @Test
  func `a store opened without a key rejects writes after it is sealed`() throws {
    let open = try KeyValueStore(path)
    let sealed = try KeyValueStore(path, sealing: key)
    try sealed["login"].set("token", "hidden")
    #expect(throws: StoreError.isSealed(path: path)) { try open["login"].set("other", "plain") }
    #expect(throws: StoreError.isSealed(path: path)) {
      try open.execute("DELETE FROM trema_values")
    }
    #expect(try sealed["login"].keys() == ["token"])
    #expect(try sealed["login"].get("token") == "hidden")
  }

  @Test func `a moved or changed row cannot be decrypted`() async throws {
    let store = try KeyValueStore(path, sealing: key)
    try store["a"].set("x", 1)
    try store["a"].set("y", 2)
    let people = try store.records(Person.self, named: "people", fields: Person.age)
    try people.set([Person(id: 1, name: "Ada", age: 36), Person(id: 2, name: "Alan", age: 41)])
    let moving = try await sqlite.runAside([
      path,
      """
      UPDATE trema_values SET value = (SELECT value FROM trema_values WHERE key = 'y')
      WHERE key = 'x';
      INSERT INTO trema_values SELECT 'b', key, value, NULL FROM trema_values WHERE key = 'y';
      UPDATE records_people SET _json = (SELECT _json FROM records_people WHERE _id = 2)
      WHERE _id = 1;
      """,
    ])
    #expect(moving.complaint == "")
    let moved = "the value was changed or stored under another key"
    #expect(message { _ = try store["a"].get("x", as: Int.self) } == "'x' of 'a': \(moved)")
    #expect(message { _ = try store["b"].get("y", as: Int.self) } == "'y' of 'b': \(moved)")
    #expect(message { _ = try people.get(1) } == "'1' of 'people': \(moved)")
    #expect(message { _ = try people.find() } == "'1' of 'people': \(moved)")
    #expect(try store["a"].get("y") == 2)
    #expect(try people.get(2)?.name == "Alan")
    try store.execute("UPDATE trema_values SET value = zeroblob(length(value)) WHERE key = 'y'")
    #expect(message { _ = try store["a"].get("y", as: Int.self) } == "'y' of 'a': \(moved)")
    try store.execute("UPDATE trema_values SET value = '2' WHERE key = 'y'")
    #expect(message { _ = try store["a"].get("y", as: Int.self) } == "'y' of 'a': \(moved)")
  }

  @Test func `only the right key opens a sealed store`() throws {
    let store = try KeyValueStore(path, sealing: key)
    try store["a"].set("x", 1)
    try store.close()
    var other = key.revealed
    other[31] ^= 1
    #expect(
      message { _ = try KeyValueStore(path, sealing: Secret(other)) }
        == "\(path): the values are sealed with another key")
    #expect(
      message { _ = try KeyValueStore(path) }
        == "\(path): the values are sealed, but no key was passed")
    #expect(
      message { _ = try KeyValueStore(path, sealing: Secret([1, 2])) }
        == "a key must have 32 bytes, not 2")
    let options = KeyValueStore.Options(access: .readOnly)
    let reading = try KeyValueStore(path, options: options, sealing: key)
    #expect(try reading["a"].get("x") == 1)

    let open = folder.path + "/open.sqlite"
    try KeyValueStore(open)["a"].set("x", 1)
    #expect(
      message { _ = try KeyValueStore(open, sealing: key) }
        == "\(open): the values are not sealed, but a key was passed")
  }
}
