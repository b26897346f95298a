import Foundation
import Testing
import TremaRuntime

@testable import Bistro

/// The app as it is composed, but for the network. In turn, as all log to the same place.
@Suite(.serialized) struct KitchenTests {
  private let container: Container

  init() throws {
    var environment = AppConfiguration.mock
    environment.api.host = try #require(URL(string: "https://kitchen.example"))
    environment.logLevel = .debug
    container = try Container.bistro(environment)
  }

  /// Asks a kitchen whose server answers so, and returns its words and the log.
  private func ask(
    _ answer: MockResponse
  ) async throws -> (soldOut: Result<Set<Dish>, any Error>, requests: [String], log: [String]) {
    let transport = MockTransport(.on(.get, "https://kitchen.example/sold-out.json", answer))
    let (levels, handlers) = (LogSystem.shared.levels, LogSystem.shared.handlers)
    let memory = MemoryHandler()
    LogSystem.shared.handlers = [memory]
    defer {
      LogSystem.shared.levels = levels
      LogSystem.shared.handlers = handlers
    }
    let soldOut: Result<Set<Dish>, any Error> = try await container.overriding {
      $0[Keys.transport] = transport
    } operation: {
      let kitchen = try container(Keys.kitchen)
      do { return .success(try await kitchen.soldOut()) } catch { return .failure(error) }
    }
    return (
      soldOut, transport.requests.map(\.head.target),
      memory.records.map { "\($0.level) \($0.label): \($0.message)" }
    )
  }

  @Test func `the kitchen is asked at the host of the configuration`() async throws {
    let answer = try await ask(.json(text: #"["dumplings", "goulash"]"#))
    #expect(try answer.soldOut.get() == [.dumplings])
    #expect(answer.requests == ["https://kitchen.example/sold-out.json"])
  }

  @Test func `what happens is logged at the level of the configuration`() async throws {
    let log = try await ask(.json(text: #"["dumplings", "goulash"]"#)).log
    try #require(log.count == 4)
    #expect(log[0] == "debug net: → GET https://kitchen.example/sold-out.json")
    #expect(log[1].hasPrefix("info net: ← 200 GET https://kitchen.example/sold-out.json"))
    #expect(log[2] == "warning kitchen: no dish of this menu: goulash")
    #expect(log[3] == "info kitchen: sold out: dumplings")
  }

  @Test func `a production build logs errors alone`() async throws {
    var production = try container(Keys.environment)
    production.logLevel = .error
    let environment = production
    try await container.overriding {
      $0[Keys.environment] = environment
    } operation: {
      #expect(try await ask(.json(text: #"["tart"]"#)).log.isEmpty)
      let log = try await ask(.failure(.cannotConnect)).log
      #expect(log.count == 1)
      #expect(log.first?.hasPrefix("error net: ✗ GET https://kitchen.example") == true)
    }
  }

  @Test func `a server that fails is an error, not an empty list`() async throws {
    let answer = try await ask(.status(503))
    let error = #expect(throws: NetworkError.self) { try answer.soldOut.get() }
    #expect(error?.status == .serviceUnavailable)
    #expect(answer.log.contains { $0.hasPrefix("warning net: ← 503") })
  }

  @Test func `a server that cannot be reached is named`() async throws {
    let answer = try await ask(.failure(.cannotConnect, "nobody listens"))
    let error = #expect(throws: NetworkError.self) { try answer.soldOut.get() }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("GET https://kitchen.example/sold-out.json"))
    #expect(message.contains("nobody listens"))
  }

  @Test func `the staff signs in with what is kept for it`() async throws {
    let (store, transport) = (MemoryStore(), MockTransport(.any(.json(text: "[]"))))
    try await container.overriding {
      $0[Keys.secureStore] = store
      $0[Keys.transport] = transport
    } operation: {
      let kitchen = try container(Keys.kitchen)
      await #expect(throws: Kitchen.Unknown.self) { try await kitchen.soldOut(asStaff: true) }
      try await store.set("t0k3n", for: Kitchen.staffToken)
      _ = try await kitchen.soldOut(asStaff: true)
      _ = try await kitchen.soldOut()
    }
    #expect(transport.requests.map(\.head.fields[.authorization]) == ["Bearer t0k3n", nil])
  }

  @Test func `nothing is missing in the app`() async throws {
    #expect(await container.validate(.declared, roots: [Keys.kitchen]).isEmpty)
  }
}
