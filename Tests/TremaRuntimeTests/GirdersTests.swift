import Foundation
import Testing
import TremaRuntime

private protocol SessionStore: Sendable {}
private struct FileSessionStore: SessionStore {}

/// The examples without networking of the page for users of GirdersSwift; serialized with other
/// tests that change what the process logs.
extension JoinTests {
  @Test func `the migration example for injection works`() {
    defer { Container.cleanup() }
    Container.addSingleton { () -> any SessionStore in FileSessionStore() }
    let store: any SessionStore = Container.resolve()
    #expect(store is FileSessionStore)
  }

  @Test func `the migration example for secure storage works`() throws {
    let store = MemoryStore()
    let storage = SecureStorage(store, service: "com.example.shop")
    try storage.save(string: "t0k3n", forKey: "token")
    let token = try storage.string(forKey: "token")
    try storage.clearSecureStorage()
    #expect(token == "t0k3n")
    #expect(try storage.string(forKey: "token") == nil)
  }

  @Test func `the migration example for logging works`() async {
    let host = "a.example"
    let records = await logged {
      Log.error("no connection to \(host, .public)")
    }
    #expect(records.map(\.message) == ["no connection to a.example"])
  }

  @Test func `the migration example for dates works`() {
    let moment = "2002-05-09T15:21:36Z".parseRFC3339Timestamp()
    let text = moment?.toRFC822String()
    #expect(text == "Thu, 09 May 2002 15:21:36 GMT")
  }
}
