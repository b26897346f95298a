import Foundation
import Testing
import TremaStorage
import TremaSupport

/// A store in memory that stops at some call, as in a killed process, and records its changes.
private final class StoppingStore: BlockingSecureStore {
  let inner: MemoryStore
  let calls = LockedValue<[String]>([])
  private let left: LockedValue<Int>
  private let changesWhatItKeeps: Bool

  init(_ inner: MemoryStore = MemoryStore(), changes: Int = .max, forgery: Bool = false) {
    self.inner = inner
    left = LockedValue(changes)
    changesWhatItKeeps = forgery
  }

  private func change(_ call: String) throws(SecretError) {
    if left.add(-1) <= 0 { throw .diskFull(path: "/full") }
    calls.withLock { $0.append(call) }
  }

  func read(_ key: SecretKey) throws(SecretError) -> Data? { try inner.read(key) }
  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError) {
    try change("write \(key)")
    try inner.write(
      changesWhatItKeeps ? data + [0] : data, for: key,
      access: SecretAccess(access.availability))
  }
  func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    try change("delete \(key)")
    return try inner.delete(key)
  }
  func list(_ service: String) throws(SecretError) -> [SecretKey] { try inner.list(service) }
  func deleteAll(in service: String) throws(SecretError) { try inner.deleteAll(in: service) }
}

@Suite struct MigrationTests {
  private static func key(_ name: String, _ service: String = "shop") -> SecretKey {
    SecretKey(name, service: service)
  }
  private static let keys = [key("x", "bank"), key("a"), key("b"), key("c")]

  private static func filled() async throws -> MemoryStore {
    let store = MemoryStore()
    for key in keys { try await store.set("secret \(key.name)", for: key) }
    try await store.set("stays", for: key("a", "elsewhere"))
    return store
  }

  private static func contents(_ store: any SecureStore) async throws -> [String] {
    var contents: [String] = []
    for service in ["bank", "elsewhere", "shop"] {
      for key in try await store.keys(in: service) {
        contents.append("\(key) \(try await store.string(for: key) ?? "")")
      }
    }
    return contents
  }

  private static let moved = [
    "bank/x secret x", "shop/a secret a", "shop/b secret b", "shop/c secret c",
  ]
  private static let services = ["shop", "bank"]

  @Test func `copying leaves the source store unchanged`() async throws {
    let source = StoppingStore(try await Self.filled())
    let target = MemoryStore()
    let result = try await SecureStores.migrate(from: source, to: target, services: Self.services)
    #expect(result.copied == Self.keys)
    #expect(result.alreadyPresent == [] && result.removed == [])
    #expect(try await Self.contents(target) == Self.moved)
    #expect(source.calls.value == [])
  }

  @Test func `moving removes secrets only after all are written and verified`() async throws {
    let source = StoppingStore(try await Self.filled())
    let target = MemoryStore()
    let result = try await SecureStores.migrate(
      from: source, to: target, services: Self.services, removeSource: true)
    #expect(result.copied == Self.keys)
    #expect(result.removed == Self.keys)
    #expect(try await Self.contents(target) == Self.moved)
    #expect(try await Self.contents(source) == ["elsewhere/a stays"])
  }

  @Test(arguments: [false, true])
  func `a dry run changes nothing and reports planned changes`(removeSource: Bool) async throws {
    let source = StoppingStore(try await Self.filled())
    let target = StoppingStore()
    try await target.inner.set("secret b", for: Self.key("b"))
    let result = try await SecureStores.migrate(
      from: source, to: target, services: Self.services, removeSource: removeSource, dryRun: true)
    #expect(result.copied == [Self.keys[0], Self.keys[1], Self.keys[3]])
    #expect(result.alreadyPresent == [Self.key("b")])
    #expect(result.removed == (removeSource ? Self.keys : []))
    #expect(source.calls.value == [] && target.calls.value == [])
  }

  @Test(arguments: [false, true])
  func `a conflict is thrown before anything is written`(dryRun: Bool) async throws {
    let source = StoppingStore(try await Self.filled())
    let target = StoppingStore()
    for name in ["c", "b"] { try await target.inner.set("other", for: Self.key(name)) }
    let error = await #expect(throws: SecretError.self) {
      try await SecureStores.migrate(
        from: source, to: target, services: Self.services, removeSource: true, dryRun: dryRun)
    }
    #expect(
      error.map { "\($0)" } == "secrets already exist: shop/b, shop/c; nothing was written")
    #expect(source.calls.value == [] && target.calls.value == [])
  }

  @Test func `an interrupted migration loses nothing and continues when called again`() async throws
  {
    // Four writes, the probe written and removed, four removed.
    for changes in 0...5 {
      try await Self.stop(source: .max, target: changes)
    }
    for changes in 0...3 {
      try await Self.stop(source: changes, target: .max)
    }
  }

  private static func stop(source: Int, target: Int) async throws {
    let old = try await filled()
    let new = MemoryStore()
    await #expect(throws: SecretError.diskFull(path: "/full")) {
      try await SecureStores.migrate(
        from: StoppingStore(old, changes: source), to: StoppingStore(new, changes: target),
        services: services, removeSource: true)
    }
    for key in keys {
      let kept = try [old.read(key), new.read(key)].compactMap { $0 }
      #expect(!kept.isEmpty && kept.allSatisfy { $0 == Data("secret \(key.name)".utf8) })
    }
    _ = try await SecureStores.migrate(
      from: old, to: new, services: services, removeSource: true)
    #expect(try await contents(new) == moved)
    #expect(try await contents(old) == ["elsewhere/a stays"])
  }

  @Test
  func `a secret that fails verification is an error, and nothing is removed`() async throws {
    let source = StoppingStore(try await Self.filled())
    let error = await #expect(throws: SecretError.self) {
      try await SecureStores.migrate(
        from: source, to: StoppingStore(forgery: true), services: Self.services,
        removeSource: true)
    }
    #expect(
      error.map { "\($0)" }
        == "the new store returns a different value for 'bank/x'; nothing was removed")
    #expect(source.calls.value == [])
  }

  @Test func `moving a store into itself is rejected`() async throws {
    let store = try await Self.filled()
    let before = try await Self.contents(store)
    let text = "both stores are the same; nothing was removed"
    for (source, target) in [
      (store, store), (LayeredStore(MemoryStore(), store), store),
      (store, LayeredStore(store, MemoryStore())),
    ] as [(any SecureStore, any SecureStore)] {
      let error = await #expect(throws: SecretError.self) {
        try await SecureStores.migrate(
          from: source, to: target, services: Self.services, removeSource: true)
      }
      #expect(error.map { "\($0)" } == text)
      #expect(try await Self.contents(store) == before)
    }
  }

  @Test func `a layer can be moved into the layer above it`() async throws {
    let source = try await Self.filled()
    let upper = MemoryStore()
    _ = try await SecureStores.migrate(
      from: source, to: LayeredStore(upper, source), services: Self.services, removeSource: true)
    #expect(try await Self.contents(upper) == Self.moved)
    #expect(try await Self.contents(source) == ["elsewhere/a stays"])
  }

  @Test func `an error of either store is rethrown unchanged`() async throws {
    let locked = FailingStore(error: .locked("the Keychain", isRetryable: true))
    let source = try await Self.filled()
    for (from, to) in [(locked, source), (source, locked)]
      as [(any SecureStore, any SecureStore)]
    {
      await #expect(throws: locked.error) {
        try await SecureStores.migrate(from: from, to: to, services: Self.services)
      }
    }
    // Biometrics are not dropped either.
    await #expect(throws: SecretError.unsupported("biometrics")) {
      try await SecureStores.migrate(
        from: source, to: MemoryStore(), services: Self.services, access: .biometrics,
        removeSource: true)
    }
    #expect(try await Self.contents(source).count == 5)
  }
}
