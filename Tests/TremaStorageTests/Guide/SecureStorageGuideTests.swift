import Foundation
import Testing
import TremaStorage
import TremaSupport
import TremaTestSupport

struct AuditedStore: BlockingSecureStore {
  let store: any BlockingSecureStore
  let report: @Sendable (String) -> Void

  func read(_ key: SecretKey) throws(SecretError) -> Data? {
    report("read \(key)")
    return try store.read(key)
  }

  func write(_ data: Data, for key: SecretKey, access: SecretAccess) throws(SecretError) {
    report("write \(key)")
    try store.write(data, for: key, access: access)
  }

  func delete(_ key: SecretKey) throws(SecretError) -> Bool {
    report("delete \(key)")
    return try store.delete(key)
  }

  func list(_ service: String) throws(SecretError) -> [SecretKey] { try store.list(service) }

  func deleteAll(in service: String) throws(SecretError) {
    report("delete all of \(service)")
    try store.deleteAll(in: service)
  }
}

/// The examples of the guide.
@Suite struct SecureStorageGuideTests {
  private struct Login: Codable { var name: String }

  /// Stores of the tests that replace the platform's.
  private enum SecureStores {
    static func platformDefault() async throws -> any BlockingSecureStore { MemoryStore() }
    static func forProcessEnvironment(
      vault path: String
    ) async throws -> any BlockingSecureStore { MemoryStore() }

    #if os(Linux)
      static func firstUsable(
        _ candidates: (() throws -> any BlockingSecureStore)...
      ) throws -> any BlockingSecureStore { MemoryStore() }
    #endif

    static func migrate(
      from source: any SecureStore, to target: any SecureStore, services: [String],
      removeSource: Bool, dryRun: Bool
    ) async throws(SecretError) -> SecretMigration {
      try await TremaStorage.SecureStores.migrate(
        from: source, to: target, services: services, removeSource: removeSource, dryRun: dryRun)
    }
  }

  @Test func `a store reads, writes, lists and removes secrets`() async throws {
    let token = "t"
    let store = try await SecureStores.platformDefault()
    let key = SecretKey("refresh-token", service: "com.example.shop")
    try await store.set(token, for: key)
    let kept = try await store.string(for: key)
    try await store.set(
      value: Login(name: "ada"), for: SecretKey("login", service: "com.example.shop"))
    for key in try await store.keys(in: "com.example.shop") { print(key) }
    try await store.remove(key)
    try await store.removeAll(in: "com.example.shop")
    #expect(kept == "t")
    #expect(try await store.keys(in: "com.example.shop").isEmpty)
  }

  #if os(Linux)
    @Test func `the first usable store is chosen in order`() throws {
      let store = try SecureStores.firstUsable(
        { try SecretServiceStore() },
        { try CredentialsDirectoryStore() })
      #expect(store is MemoryStore)
    }
  #endif

  @Test func `the store depends on the process environment`() async throws {
    let store = try await SecureStores.forProcessEnvironment(vault: "/var/lib/shop/secrets.vault")
    #expect(store is MemoryStore)
  }

  @Test func `a custom store needs five functions`() async throws {
    let notes = LockedValue<[String]>([])
    let store = AuditedStore(store: MemoryStore()) { note in notes.withLock { $0.append(note) } }
    let key = SecretKey("a", service: "s")
    try await store.set("x", for: key)
    #expect(try await store.string(for: key) == "x")
    #expect(try await store.keys(in: "s") == [key])
    #expect(try await store.remove(key))
    try await store.removeAll(in: "s")
    #expect(notes.value == ["write s/a", "read s/a", "delete s/a", "delete all of s"])
  }

  @Test func `secrets are moved to another store`() async throws {
    let old = MemoryStore()
    let new = MemoryStore()
    try await old.set("x", for: SecretKey("a", service: "com.example.shop"))
    let moved = try await SecureStores.migrate(
      from: old, to: new, services: ["com.example.shop"], removeSource: true, dryRun: false)
    #expect(moved.removed.map(\.name) == ["a"])
  }

  @Test func `the methods of SecureStorage still work`() throws {
    let store = MemoryStore()
    let photo = Data([1])
    let storage = SecureStorage(store, service: "com.example.shop")
    try storage.save(string: "s3cret", forKey: "password")
    let password = try storage.string(forKey: "password")
    try storage.save(data: photo, forKey: "photo")
    try storage.removeString(forKey: "password")
    try storage.clearSecureStorage()
    #expect(password == "s3cret")
    #expect(try store.list("com.example.shop") == [])
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let page = try PageBlocks(page: "Storage/SecureStorage.md")
    #expect(page.blocks.count == 6)
    let source = try PageBlocks.source(of: #filePath)
    for block in page.blocks { #expect(source.contains(block), "\(block)") }
  }

  @Test func `the platforms page names every file that needs Apple frameworks`() throws {
    let page = try Self.text("Documentation/Platforms.md")
    let modules = ["Security", "os", "Combine", "LocalAuthentication"]
    let files = try #require(
      FileManager.default.enumerator(
        at: Self.root.appendingPathComponent("Sources").resolvingSymlinksInPath(),
        includingPropertiesForKeys: nil))
    var found = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard modules.contains(where: { text.contains("canImport(\($0))") }) else { continue }
      found += 1
      let path = file.path.components(separatedBy: "/Sources/").last ?? ""
      #expect(page.contains("`Sources/\(path)`"), "\(path)")
    }
    #expect(found >= 5)
  }
}
