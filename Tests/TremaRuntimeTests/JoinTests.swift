import Foundation
import Testing
import TremaRuntime

/// The modules of the runtime, combined in one container. The tests are serialized, as they change
/// what the process logs.
@Suite(.serialized) struct JoinTests {
  private let container = Container()
  private let transport = MockTransport(
    .on(.get, "/v1/dishes", .text("soup")), .on(.get, "/dishes", .text("tart")))

  private static func configuration(_ values: ConfigValue) throws -> Configuration {
    try Configuration(values)
  }

  /// Returns the records logged while `operation` runs.
  func logged(_ operation: () async throws -> Void) async rethrows -> [LogRecord] {
    let (levels, handlers) = (LogSystem.shared.levels, LogSystem.shared.handlers)
    let memory = MemoryHandler()
    LogSystem.shared.handlers = [memory]
    defer {
      LogSystem.shared.levels = levels
      LogSystem.shared.handlers = handlers
    }
    try await operation()
    return memory.records
  }

  @Test func `a client is created from the configuration and logs its requests`() async throws {
    let configuration = try Self.configuration([
      "networking": ["baseURL": "https://kitchen.example/v1"],
      "logLevel": "error", "logLevels": ["net": "debug"],
    ])
    let records = try await logged {
      try await container.overriding {
        $0[Keys.configuration] = configuration
        $0[Keys.transport] = transport
      } operation: {
        let client = try container(Keys.httpClient)
        #expect(try await client.send(.get("dishes").text) == "soup")
        try container(Keys.log).info("not at this level")
      }
    }
    #expect(transport.requests.map(\.head.target) == ["https://kitchen.example/v1/dishes"])
    #expect(records.map(\.label) == ["net", "net"])
    #expect(records.map(\.level) == [.debug, .info])
    #expect(records[0].message == "→ GET https://kitchen.example/v1/dishes")
    #expect(records[1].message.hasPrefix("← 200"))
    #expect(records[1].metadata["status"] == .string("200"))
  }

  @Test func `an app without a configuration section still has a client`() async throws {
    let configuration = try Self.configuration(["logLevel": 5])
    _ = try await logged {
      try await container.overriding {
        $0[Keys.configuration] = configuration
        $0[Keys.transport] = transport
      } operation: {
        let client = try container(Keys.httpClient)
        #expect(try await client.send(.get("https://other.example/dishes").text) == "tart")
      }
    }
  }

  @Test func `an invalid configuration is reported by the code that needs it`() throws {
    let broken = try Self.configuration(["logLevel": "loud"])
    container.overriding {
      $0[Keys.configuration] = broken
      $0[Keys.transport] = transport
    } operation: {
      let error = #expect(throws: ResolutionError.self) { try container(Keys.httpClient) }
      #expect(error.map { "\($0)".contains("logLevel") } == true)
      #expect(error.map { "\($0)".contains("loud") } == true)
    }
    let wrong = try Self.configuration(["networking": ["bas": "https://kitchen.example"]])
    container.overriding {
      $0[Keys.configuration] = wrong
      $0[Keys.transport] = transport
    } operation: {
      let error = #expect(throws: ResolutionError.self) { try container(Keys.httpClient) }
      #expect(
        error.map { "\($0)".contains("unknown key 'networking.bas' in the client configuration") }
          == true)
    }
  }

  @Test func `tokens are stored in the secret store`() async throws {
    let store = MemoryStore()
    try await container.overriding {
      $0[Keys.secureStore] = store
      $0[Keys.secretService] = "com.example.kitchen"
    } operation: {
      let tokens = try container(Keys.tokenStore)
      #expect(try await tokens.load() == nil)
      let first = OAuth2Tokens(accessToken: "planted-secret-1", refreshToken: "planted-secret-2")
      try await tokens.save(first)
      #expect(try await tokens.load() == first)
      let key = SecretKey("oauth2-tokens", service: "com.example.kitchen")
      #expect(try await store.keys(in: "com.example.kitchen") == [key])
      #expect(!"\(tokens)".contains("planted"))
      try await store.set("something else", for: key)
      await #expect(throws: SecretError.notDecodable(key, as: "OAuth2Tokens")) {
        try await tokens.load()
      }
      try await tokens.remove()
      #expect(try await store.data(for: key) == nil)
    }
  }

  @Test func `levels follow the published configuration`() async throws {
    let system = LogSystem(handlers: [])
    let following = system.followConfiguration()
    defer { following.cancel() }
    Configuration.publish(try Self.configuration(["logLevel": "verbose"]))
    while system.levels.standard != .verbose { await Task.yield() }
    Configuration.publish(try Self.configuration(["logLevel": "fatal"]))
    while system.levels.standard != .fatal { await Task.yield() }
  }

  @Test func `all keys are declared, and validation finds no errors`() async throws {
    for key in Keys.runtime { container.declare(key) }
    #expect(await container.validate(.declared, roots: Keys.runtime).isEmpty)
    #expect(container.dump(.mermaid).contains("httpClient"))
  }
}
