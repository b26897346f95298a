import Foundation
import Testing
import TremaStorage
import TremaTestSupport

@Suite struct ObservationTests {
  private let store: KeyValueStore

  init() throws { store = try KeyValueStore(inMemory: []) }

  @Test func `an observation yields the current value and each change`() async throws {
    let space = store["space"]
    var seen = space.observe("key", as: Int.self).makeAsyncIterator()
    #expect(try await seen.next() == .some(nil))
    try space.set("key", 1)
    #expect(try await seen.next() == 1)
    // Neither another key nor the same value is a change.
    try space.set("other", 1)
    try space.set("key", 1)
    try space.set("key", 2)
    #expect(try await seen.next() == 2)
    try space.set("key", 3)
    try space.set("key", 4)
    #expect(try await seen.next() == 4)
    try space.removeAll()
    #expect(try await seen.next() == .some(nil))
  }

  @Test func `a change between canonically equivalent strings is observed`() async throws {
    let space = store["space"]
    try space.set("key", "\u{E9}")
    var seen = space.observe("key", as: String.self).makeAsyncIterator()
    #expect(try await seen.next() == "\u{E9}")
    try space.set("key", "e\u{301}")
    let text = try await seen.next().flatMap { $0 }
    #expect(text.map { Array($0.utf8) } == Array("e\u{301}".utf8))
  }

  @Test func `keys and records are observed for changes by any writer`() async throws {
    let people = try store.records(Person.self, named: "people", fields: Person.age)
    var keys = store["space"].observeKeys(prefix: "a").makeAsyncIterator()
    var adults = try people.observe(where: \.age >= 18, sort: [.by(\.age)]).makeAsyncIterator()
    #expect(try await keys.next() == [])
    #expect(try await adults.next() == [])
    try await store.batch { transaction in
      try transaction["space"].set("b", 1)
      try transaction["space"].set("a", 1)
      try people.within(transaction).set(Person(id: 1, name: "Ada", age: 36))
      try people.within(transaction).set(Person(id: 2, name: "Kid", age: 6))
    }
    #expect(try await keys.next() == ["a"])
    #expect(try await adults.next()?.map(\.id) == [1])
    try people.update(2) { $0.age = 18 }
    #expect(try await adults.next()?.map(\.id) == [2, 1])
    // SQLite's hook does not report a table that is emptied at once.
    try store.execute("DELETE FROM records_people")
    #expect(try await adults.next() == [])
  }

  @Test func `changes that a batch rolls back are not observed`() async throws {
    struct Stop: Error {}
    var seen = store["space"].observe("key", as: Int.self).makeAsyncIterator()
    #expect(try await seen.next() == .some(nil))
    #expect(throws: Stop.self) {
      try store.batch { transaction in
        try transaction["space"].set("key", 1)
        throw Stop()
      }
    }
    try store["space"].set("key", 2)
    #expect(try await seen.next() == 2)
  }

  @Test
  func `an observation ends with the store, with its task, and after an error`() async throws {
    var seen = store["space"].observe("key", as: Int.self).makeAsyncIterator()
    _ = try await seen.next()
    try store["space"].set("key", "no number")
    await #expect(throws: StoreError.decoding(collection: "space", key: "key", path: "")) {
      _ = try await seen.next()
    }
    #expect(try await seen.next() == nil)

    let other = store["space"].observeKeys()
    let watching = Task {
      var count = 0
      for try await _ in other { count += 1 }
      return count
    }
    watching.cancel()
    #expect(try await watching.value <= 1)

    var last = store["space"].observeKeys().makeAsyncIterator()
    #expect(try await last.next() == ["key"])
    try store.close()
    #expect(try await last.next() == nil)
    var late = store["space"].observeKeys().makeAsyncIterator()
    await #expect(throws: StoreError.closed) { _ = try await late.next() }
  }

  @Test func `emptying one table is observed even if another is written`() async throws {
    let people = try store.records(Person.self, named: "people", fields: Person.age)
    try people.set(Person(id: 1, name: "Ada", age: 36))
    var seen = try people.observe().makeAsyncIterator()
    #expect(try await seen.next()?.count == 1)
    try await store.batch { transaction in
      try people.within(transaction).removeAll()
      try transaction["space"].set("key", 1)
    }
    #expect(try await seen.next()?.count == 0)
  }

  @Test func `record collection names are case-insensitive for observation`() async throws {
    let people = try store.records(Person.self, named: "People", fields: Person.age)
    let same = try store.records(Person.self, named: "people", fields: Person.age)
    var seen = try same.observe().makeAsyncIterator()
    #expect(try await seen.next()?.count == 0)
    try people.set(Person(id: 1, name: "Ada", age: 36))
    #expect(try await seen.next()?.count == 1)
  }
}
