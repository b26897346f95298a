import Foundation
import Testing
import TremaStorage
import TremaTestSupport

struct Person: Codable, Identifiable, Equatable, Sendable {
  struct Address: Codable, Equatable, Sendable { var city: String }

  var id: Int
  var name: String
  var age: Int
  var weight = 70.1
  var nick: String?
  var joined = Date(timeIntervalSinceReferenceDate: 700_000_000.123)
  var address = Address(city: "Bern")

  static let age = KeyValueStore.Field<Person, Int>("age", \.age)
  static let name = KeyValueStore.Field<Person, String>("name", \.name)
  static let weight = KeyValueStore.Field<Person, Double>("weight", \.weight)
  static let nick = KeyValueStore.Field<Person, String?>("nick", \.nick)
  static let joined = KeyValueStore.Field<Person, Date>("joined", \.joined)
  static let city = KeyValueStore.Field<Person, String>("address.city", \.address.city)
}

@Suite struct RecordsTests {
  private let store: KeyValueStore
  private let people: KeyValueStore.Records<Person>

  init() throws {
    store = try KeyValueStore(inMemory: [])
    people = try Self.people(of: store)
    try people.set([
      Person(id: 1, name: "Ada", age: 36, nick: "Countess"),
      Person(id: 2, name: "Alan", age: 41, weight: 0.1 + 0.2, address: .init(city: "London")),
      Person(id: 3, name: "Grace", age: 85, nick: "Amazing"),
      Person(id: 4, name: "Edsger", age: 17),
      Person(id: 10, name: "e\u{301}va", age: 18),
      Person(id: 11, name: "\u{E9}va", age: 19),
    ])
  }

  private static func people(of store: KeyValueStore) throws -> KeyValueStore.Records<Person> {
    try store.records(
      named: "people", fields: Person.age, Person.name, Person.weight, Person.nick, Person.joined,
      Person.city)
  }

  private func ids(
    _ condition: KeyValueStore.Condition<Person>?, sort: [KeyValueStore.Order<Person>] = [],
    limit: Int? = nil
  ) throws -> [Int] {
    try people.find(where: condition, sort: sort, limit: limit).map(\.id)
  }

  @Test func `records are stored under their ID`() throws {
    #expect(try people.get(1)?.name == "Ada")
    #expect(try people.get(5) == nil)
    #expect(try people.update(1) { $0.age += 1 }?.age == 37)
    #expect(try people.update(5) { $0.age += 1 } == nil)
    #expect(try people.get(1) == Person(id: 1, name: "Ada", age: 37, nick: "Countess"))
    #expect(try people.remove(1))
    #expect(try people.remove(1) == false)
    #expect(try people.count() == 5)
  }

  @Test func `records are queried by conditions on their fields`() throws {
    #expect(try ids(\.age >= 18) == [1, 2, 3, 10, 11])
    #expect(try ids(\.age > 18) == [1, 2, 3, 11])
    #expect(try ids(\.age < 18) == [4])
    #expect(try ids(\.age <= 18) == [4, 10])
    #expect(try ids(\.age == 41) == [2])
    #expect(try ids(\.age != 41) == [1, 3, 4, 10, 11])
    #expect(try ids(\.age > 30 && \.age < 50) == [1, 2])
    #expect(try ids(\.age < 18 || \.name == "Ada") == [1, 4])
    #expect(try ids(!(\.age < 18 || \.name == "Ada")) == [2, 3, 10, 11])
    #expect(try ids(.isIn(\.age, 18...41)) == [1, 2, 10, 11])
    #expect(try ids(.isIn(\.age, 18..<41)) == [1, 10, 11])
    #expect(try ids(.isIn(\.age, [17, 85])) == [3, 4])
    #expect(try ids(.isIn(\.age, [])) == [])
    #expect(try ids(.hasPrefix(\.name, "A")) == [1, 2])
    #expect(try ids(.hasPrefix(\.nick, "A")) == [3])
    #expect(try ids(\.nick == nil) == [2, 4, 10, 11])
    #expect(try ids(\.nick != nil) == [1, 3])
    #expect(try ids(\.nick > "B") == [1])
    #expect(try ids(!(\.nick > "B")) == [2, 3, 4, 10, 11])
    #expect(try ids(\.address.city == "London") == [2])
    #expect(try people.count(where: \.age >= 18) == 5)
    #expect(try people.removeAll(where: \.age >= 18) == 5)
    #expect(try ids(nil) == [4])
  }

  @Test func `fractions, dates and strings are compared exactly`() throws {
    #expect(try ids(\.weight == 0.1 + 0.2) == [2])
    #expect(try ids(\.weight == 0.3) == [])
    let moment = Date(timeIntervalSinceReferenceDate: 700_000_000.123)
    #expect(try ids(\.joined == moment).count == 6)
    #expect(try ids(\.name == "\u{E9}va") == [11])
    #expect(try ids(\.name == "e\u{301}va") == [10])
  }

  @Test func `records are sorted, and limited to the requested number`() throws {
    #expect(try ids(nil, sort: [.by(\.age)]) == [4, 10, 11, 1, 2, 3])
    #expect(try ids(nil, sort: [.by(\.age, .descending)], limit: 2) == [3, 2])
    #expect(try ids(nil, sort: [.by(\.address.city), .by(\.age)]) == [4, 10, 11, 1, 3, 2])
    #expect(try ids(nil, limit: 0) == [])
    #expect(try people.find(limit: 2, offset: 2).map(\.id) == [3, 4])
    #expect(try people.find(offset: 4).map(\.id) == [10, 11])
  }

  @Test func `a condition uses the index of its field`() throws {
    for condition in ["age > 5", "name >= 'a' AND name < CAST(x'62' AS TEXT)", "age IS 5"] {
      let rows = try store.rows(
        "EXPLAIN QUERY PLAN SELECT _id FROM records_people WHERE " + condition)
      let name = condition.split(separator: " ")[0]
      guard case .text(let detail)? = rows.first?["detail"] else {
        Issue.record("no plan")
        return
      }
      #expect(detail.contains("USING INDEX records_people.\(name)"), "\(detail)")
    }
  }

  @Test func `custom SQL binds its values and cannot end its transaction`() throws {
    let hostile = "'; DROP TABLE records_people; --"
    #expect(
      try people.find(sql: "age > ? AND name <> ?", [40, .text(hostile)]).map(\.id) == [2, 3])
    #expect(try people.find(sql: #""address.city" = ? -- comment"#, ["London"]).map(\.id) == [2])
    let counted = try store.rows("SELECT count(*) AS n, max(age) FROM records_people")
    #expect(counted.map(\.names) == [["n", "max(age)"]])
    #expect(counted.map(\.values) == [[6, 85]])
    try store.execute("CREATE TABLE own (a ANY) STRICT; INSERT INTO own VALUES (1), (2);")
    try store.execute("INSERT INTO own VALUES (?)", [.bytes([1, 0])])
    #expect(try store.rows("SELECT a FROM own").map(\.values) == [[1], [2], [.bytes([1, 0])]])
    let refused =
      "BEGIN, SAVEPOINT, COMMIT, ROLLBACK, ATTACH, DETACH and PRAGMA are reserved for the store"
      + " (SQLite error 23)"
    for sql in ["COMMIT", "BEGIN", "ROLLBACK", "ATTACH 'x' AS x", "PRAGMA synchronous = OFF"] {
      #expect(message { try store.execute("INSERT INTO own VALUES (3);" + sql) } == refused)
    }
    #expect(try store.rows("SELECT a FROM own").count == 3)
    #expect(
      message { _ = try store.rows("DELETE FROM own") }
        == "use execute(_:_:) for a statement that writes (SQLite error 8)")
    #expect(
      message { _ = try store.rows("SELECT 1; SELECT 2") }
        == "only one statement can be read at a time (SQLite error 21)")
    #expect(
      message { _ = try store.rows("SELECT ?", []) }
        == "1 values must be bound, not 0 (SQLite error 25)")
    #expect(
      message { _ = try store.rows("SELECT 1\0") }
        == "the SQL contains a NUL; bind values instead (SQLite error 21)")
    #expect(
      message { try store.execute("NONSENSE") }
        == #"near "NONSENSE": syntax error (SQLite error 1)"#)
  }

  @Test func `unknown fields and invalid names are reported`() throws {
    let few = try store.records(Person.self, named: "few", fields: Person.age)
    #expect(
      message { _ = try few.find(where: \.name == "Ada") }
        == "few: a property that is searched or sorted by is not declared as a field")
    #expect(message { _ = try few.find(sort: [.by(\.name)]) }?.hasPrefix("few: ") == true)
    for name in ["", "1a", "a b", "a\"b", "a.b", "é", "_a"] {
      #expect(
        message { _ = try store.records(Person.self, named: name) }
          == "'\(name)' is not a valid name for records or a field; use letters, digits and '_', starting with a letter"
      )
    }
    let twice = KeyValueStore.Field<Person, Int>("AGE", \.age)
    #expect(throws: StoreError.invalidName("AGE")) {
      try store.records(Person.self, named: "x", fields: Person.age, twice)
    }
    let point = KeyValueStore.Field<Person, Int>("a..b", \.age)
    #expect(throws: StoreError.invalidName("a..b")) {
      try store.records(Person.self, named: "x", fields: point)
    }
  }

  @Test func `a NUL is rejected in an indexed field and kept elsewhere`() throws {
    #expect(
      message { try people.set(Person(id: 7, name: "a\0b", age: 1)) }
        == "'7' of 'people': the field name contains a NUL")
    #expect(throws: StoreError.nulInField(collection: "people", key: "", field: "name")) {
      try people.find(where: \.name == "a\0")
    }
    let few = try store.records(Person.self, named: "few", fields: Person.age)
    try few.set(Person(id: 7, name: "a\0b", age: 1))
    #expect(try few.get(7)?.name == "a\0b")
    try people.set(Person(id: 8, name: #"a\u0000"#, age: 1))
    #expect(try ids(\.name == #"a\u0000"#) == [8])
  }

  @Test func `IDs can be strings or other types, and each is distinct`() throws {
    struct Tag: Codable, Identifiable, Equatable, Sendable { var id: String }
    struct Mark: Codable, Identifiable, Equatable, Sendable { var id: UUID }
    let tags = try store.records(Tag.self, named: "tags")
    let texts = ["", "a", "a\0b", "1", "\u{E9}", "e\u{301}", "'", "null"]
    try tags.set(texts.map { Tag(id: $0) })
    #expect(try tags.count() == texts.count)
    for text in texts {
      #expect(try tags.get(text).map { Array($0.id.utf8) } == Array(text.utf8))
    }
    let marks = try store.records(Mark.self, named: "marks")
    let id = UUID()
    try marks.set(Mark(id: id))
    #expect(try marks.get(id) == Mark(id: id))
  }

  @Test func `a field declared later can be used to find earlier records`() async throws {
    let folder = try TemporaryFolder()
    let store = try KeyValueStore(folder.path + "/store")
    let old = try store.records(Person.self, named: "people", fields: Person.age)
    try old.set(Person(id: 1, name: "Ada", age: 36))
    let people = try Self.people(of: store)
    #expect(try people.find(where: \.name == "Ada").map(\.id) == [1])
    try await store.batch { transaction in
      try people.within(transaction).set(Person(id: 2, name: "Alan", age: 41))
      try people.within(transaction).update(1) { $0.age = 1 }
    }
    let verdict = try await Judge(name: "sqlite3", package: "sqlite3").runAside([
      store.path, "SELECT _id, name, age, \"address.city\" FROM records_people ORDER BY age",
    ])
    #expect(verdict.text == "1|Ada|1|Bern\n2|Alan|41|Bern\n")
  }

  @Test func `nil can be among the values of a condition`() throws {
    #expect(try ids(.isIn(\.nick, [nil, "Countess"])) == [1, 2, 4, 10, 11])
    #expect(try ids(!.isIn(\.nick, [nil, "Countess"])) == [3])
    #expect(try ids(.isIn(\.nick, ["Countess"])) == [1])
    #expect(try ids(.isIn(\.nick, [nil])) == [2, 4, 10, 11])
    #expect(try ids(.isIn(\.nick, [])) == [])
  }
}

/// Returns the message of an error; nil if there is none.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
