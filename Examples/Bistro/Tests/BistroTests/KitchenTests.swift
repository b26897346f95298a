import Foundation
import Testing
import TremaRuntime

@testable import Bistro

/// Tests of the composed app with a mock transport. They run serially, because they share the log
/// system.
@Suite(.serialized) struct KitchenTests {
  private let container: Container

  init() throws {
    var environment = AppConfiguration.mock
    environment.api.host = try #require(URL(string: "https://kitchen.example"))
    environment.logLevel = .debug
    container = try Container.bistro(environment)
  }

  /// Requests the sold-out dishes from a kitchen that returns `response`, and captures the log.
  private func soldOut(
    _ response: MockResponse
  ) async throws -> (soldOut: Result<Set<Dish>, any Error>, requests: [String], log: [String]) {
    let transport = MockTransport(.on(.get, "https://kitchen.example/sold-out.json", response))
    let (levels, handlers) = (LogSystem.shared.levels, LogSystem.shared.handlers)
    let memory = MemoryHandler()
    LogSystem.shared.handlers = [memory]
    defer {
      LogSystem.shared.levels = levels
      LogSystem.shared.handlers = handlers
    }
    let dishes: Result<Set<Dish>, any Error> = try await container.overriding {
      $0[Keys.transport] = transport
    } operation: {
      let kitchen = try container(Keys.kitchen)
      do { return .success(try await kitchen.soldOut()) } catch { return .failure(error) }
    }
    return (
      dishes, transport.requests.map(\.head.target),
      memory.records.map { "\($0.level) \($0.label): \($0.message)" }
    )
  }

  @Test func `the request uses the host of the configuration`() async throws {
    let result = try await soldOut(.json(text: #"["dumplings", "goulash"]"#))
    #expect(try result.soldOut.get() == [.dumplings])
    #expect(result.requests == ["https://kitchen.example/sold-out.json"])
  }

  @Test func `requests are logged at the level of the configuration`() async throws {
    let log = try await soldOut(.json(text: #"["dumplings", "goulash"]"#)).log
    try #require(log.count == 4)
    #expect(log[0] == "debug net: → GET https://kitchen.example/sold-out.json")
    #expect(log[1].hasPrefix("info net: ← 200 GET https://kitchen.example/sold-out.json"))
    #expect(log[2] == "warning kitchen: unknown dish: goulash")
    #expect(log[3] == "info kitchen: sold out: dumplings")
  }

  @Test func `a production build logs only errors`() async throws {
    var production = try container(Keys.environment)
    production.logLevel = .error
    let environment = production
    try await container.overriding {
      $0[Keys.environment] = environment
    } operation: {
      #expect(try await soldOut(.json(text: #"["tart"]"#)).log.isEmpty)
      let log = try await soldOut(.failure(.cannotConnect)).log
      #expect(log.count == 1)
      #expect(log.first?.hasPrefix("error net: ✗ GET https://kitchen.example") == true)
    }
  }

  @Test func `a server error is thrown instead of an empty list`() async throws {
    let result = try await soldOut(.status(503))
    let error = #expect(throws: NetworkError.self) { try result.soldOut.get() }
    #expect(error?.status == .serviceUnavailable)
    #expect(result.log.contains { $0.hasPrefix("warning net: ← 503") })
  }

  @Test func `an error names the server that cannot be reached`() async throws {
    let result = try await soldOut(.failure(.cannotConnect, "connection refused"))
    let error = #expect(throws: NetworkError.self) { try result.soldOut.get() }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("GET https://kitchen.example/sold-out.json"))
    #expect(message.contains("connection refused"))
  }

  @Test func `the staff signs in with the stored token`() async throws {
    let (store, transport) = (MemoryStore(), MockTransport(.any(.json(text: "[]"))))
    try await container.overriding {
      $0[Keys.secureStore] = store
      $0[Keys.transport] = transport
    } operation: {
      let kitchen = try container(Keys.kitchen)
      await #expect(throws: Kitchen.MissingToken.self) { try await kitchen.soldOut(asStaff: true) }
      try await store.set("t0k3n", for: Kitchen.staffToken)
      _ = try await kitchen.soldOut(asStaff: true)
      _ = try await kitchen.soldOut()
    }
    #expect(transport.requests.map(\.head.fields[.authorization]) == ["Bearer t0k3n", nil])
  }

  @Test func `all dependencies are registered`() async throws {
    #expect(await container.validate(.declared, roots: [Keys.kitchen]).isEmpty)
  }
}
