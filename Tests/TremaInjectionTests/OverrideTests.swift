import Testing
import TremaInjection

@Suite struct OverrideTests {
  private let container = Container()
  private let counter = Counter()

  private struct Client: Sendable {
    let session: any Session
    let number: Int
  }

  @Test func `a key with an argument is resolved and can be overridden`() throws {
    let page = ArgumentKey<Int, String>.required("page")
    let missing = #expect(throws: ResolutionError.self) { try container(page, 1) }
    #expect(missing.map { "\($0)".hasPrefix("no registration for 'String' (key page)") } == true)
    try container.register(page) { _, number in "page \(number)" }
    let pages = try [container(page, 1), container(page, 2)]
    #expect(pages == ["page 1", "page 2"])
    let fake = try container.overriding {
      $0.register(page) { _, number in "fake \(number)" }
    } operation: {
      try container(page, 1)
    }
    #expect(fake == "fake 1")
    let real = try container(page, 1)
    #expect(real == "page 1")
  }

  @Test func `keys that depend on an overridden key are rebuilt, and others are shared`()
    async throws
  {
    let counter = counter
    let session = Key<any Session>(.singleton) { _ in LiveSession() }
    let http = Key<Client>(.singleton, named: "http") { r in
      Client(session: try r(session), number: counter.next())
    }
    let shop = Key<Client>(.singleton, named: "shop") { r in try r(http) }
    let clock = Key<Int>(.singleton, named: "clock") { _ in counter.next() }
    #expect(try container(shop).session.name == "live")
    #expect(try container(clock) == 2)
    try container.overriding {
      $0[session] = LiveSession("fake")
    } operation: { () throws in
      #expect(try container(shop).session.name == "fake")
      #expect(try container(http).number == 3)
      #expect(try container(shop).number == 3)
      #expect(try container(clock) == 2)
    }
    #expect(try container(shop).session.name == "live")
    #expect(try container(http).number == 1)
  }

  @Test func `an instance built under an override is shared if it uses no overridden key`() throws {
    let counter = counter
    let session = Key<any Session>(.singleton) { _ in LiveSession() }
    let base = Key<Int>(.singleton, named: "base") { _ in counter.next() }
    let clock = Key<Int>(.singleton, named: "clock") { r in try r(base) * 10 }
    let http = Key<Client>(.singleton, named: "http") { r in
      Client(session: try r(session), number: try r(base))
    }
    try container.overriding {
      $0[session] = LiveSession("fake")
    } operation: { () throws in
      #expect(try container(clock) == 10)
      #expect(try container(http).session.name == "fake")
    }
    #expect(try container(clock) == 10)
    #expect(try container(base) == 1)
    #expect(try container(http).session.name == "live")
    #expect(try container(http).number == 1)
  }

  @Test func `overrides apply only to child tasks`() async throws {
    let container = container
    let session = Key<any Session>(.singleton) { _ in LiveSession() }
    let database = AsyncKey<String>(.singleton, named: "database") { r in try r(session).name }
    #expect(try await container(database) == "live")
    try await container.overriding {
      $0[session] = LiveSession("fake")
    } operation: { () async throws in
      #expect(try await container(database) == "fake")
      #expect(try await Task { try await container(database) }.value == "fake")
      async let child = container(database)
      #expect(try await child == "fake")
      #expect(try await Task.detached { try await container(database) }.value == "live")
      #expect(inject(session, in: container).name == "fake")
      #expect(try Lazy(session, in: container)().name == "fake")
    }
    try await container.overriding {
      $0[database] = "given"
      $0.register(session) { _ in LiveSession("made") }
    } operation: { () async throws in
      #expect(try await container(database) == "given")
      #expect(try container(session).name == "made")
      try container.overriding {
        $0[session] = LiveSession("inner")
      } operation: { () throws in
        #expect(try container(session).name == "inner")
      }
    }
    #expect(try container(session).name == "live")
  }

  @Test func `an override in one task is not visible in another`() async throws {
    let container = container
    let session = Key<any Session>(.singleton) { _ in LiveSession() }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          await container.overriding {
            $0[session] = LiveSession("\(number)")
          } operation: {
            await Task.yield()
            #expect((try? container(session))?.name == "\(number)")
          }
        }
      }
    }
  }

  @Test func `a type that is a key can be overridden`() throws {
    try container.register((any Session).self, scope: .singleton) { _ in LiveSession() }
    #expect(try container.resolve((any Session).self).name == "live")
    try container.overriding {
      $0[(any Session).self] = LiveSession("fake")
    } operation: { () throws in
      #expect(try container.resolve((any Session).self).name == "fake")
    }
  }

  @Test func `shared instances are not built with another task's overrides`() throws {
    // The factory resolves through the container; its instance was shared before the reset.
    let container = container
    let session = Key<any Session>(.singleton) { _ in LiveSession() }
    let name = Key<String>(.cached, named: "name") { _ in try container(session).name }
    #expect(try container(name) == "live")
    try container.overriding {
      $0[session] = LiveSession("fake")
    } operation: { () throws in
      #expect(try container(name) == "fake")
    }
    #expect(try container(name) == "live")
  }
}
