import Testing
import TremaStorage

/// IDs that SQLite does not distinguish.
@Suite struct RecordIDTests {
  private struct Item<ID: Codable & Hashable & Sendable>: Codable, Identifiable, Sendable {
    var id: ID
  }

  /// A string wrapper that is used as an ID.
  private struct Wrapped: Codable, Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    var rawValue: String
    var description: String { "it" }
  }

  private let store: KeyValueStore

  init() throws { store = try KeyValueStore(inMemory: []) }

  @Test func `a string with a NUL is rejected as an ID`() throws {
    let items = try store.records(Item<Wrapped>.self, named: "items")
    let id = Wrapped(rawValue: "a\0b")
    try items.set(Item(id: Wrapped(rawValue: "a")))
    let refusal = "'it' of 'items': the field id contains a NUL"
    #expect(message { try items.set(Item(id: id)) } == refusal)
    #expect(message { _ = try items.get(id) } == refusal)
    #expect(message { _ = try items.remove(id) } == refusal)
    #expect(try items.get(Wrapped(rawValue: "a"))?.id.rawValue == "a")
  }

  @Test func `IDs above the largest SQLite integer remain distinct`() throws {
    let items = try store.records(Item<UInt64>.self, named: "items")
    let ids: [UInt64] = [0, 1 << 63 - 1, 1 << 63, .max - 1, .max]
    try items.set(ids.map { Item(id: $0) })
    #expect(try items.count() == ids.count)
    for id in ids { #expect(try items.get(id)?.id == id) }
    #expect(try items.remove(.max))
    #expect(try items.get(.max) == nil)
    #expect(try items.count() == ids.count - 1)
  }

  @Test func `an optional string can be an ID`() throws {
    let items = try store.records(Item<String?>.self, named: "items")
    try items.set([Item(id: "5"), Item(id: "x")])
    #expect(try items.get("5")?.id == "5")
    #expect(try items.get("x")?.id == "x")
    #expect(try items.count() == 2)
  }
}
