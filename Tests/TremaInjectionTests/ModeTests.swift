import Testing
import TremaInjection

/// The factories that apply in tests and previews.
@Suite struct ModeTests {
  private let container = Container()

  private let plain = Key<any Session>(
    .singleton, named: "plain", file: "App/Keys.swift", line: 1
  ) { _ in LiveSession() }
  private let full = Key<any Session>(.singleton, named: "full") { _ in LiveSession() }
    .forTests { _ in LiveSession("test") }
    .forPreviews { _ in LiveSession("preview") }

  @Test func `a live factory in a test is an error that names the key and its path`() throws {
    let plain = plain
    let shop = Key<String>(.singleton, named: "shop", file: "App/Shop.swift", line: 2) { r in
      try r(plain).name
    }
    // The app's existing instance is not visible.
    #expect(try container(shop) == "live")
    let found = container.testing {
      $0.useLive(shop)
    } operation: {
      text { () throws(ResolutionError) in try container(shop, file: "T/ShopTests.swift", line: 9) }
    }
    #expect(
      found == """
        the live factory of 'any Session' (key plain (Keys.swift:1)) must not run in a test
        required by shop (Shop.swift:2) ← the test (ShopTests.swift:9)
        override the key, give it a value with forTests { … }, or allow it with useLive(key)
        """)
    #expect(try container(shop) == "live")
  }

  @Test func `a registered factory is live, even for a type or a key without a factory`() throws {
    let gateway = Key<Int>.required("gateway")
    try container.register(gateway, file: "App/Main.swift", line: 3) { _ in 1 }
    try container.register(Int.self, scope: .singleton, file: "App/Main.swift", line: 4) { _ in 2 }
    try container.testing { () throws in
      let key = text { () throws(ResolutionError) in try container(gateway) }
      #expect(key.hasPrefix("the live factory of 'Int' (key gateway (Main.swift:3)) must not run"))
      let type = text { () throws(ResolutionError) in try container.resolve(Int.self) }
      #expect(type.hasPrefix("the live factory of 'Int' (key Int (Main.swift:4)) must not run"))
      try container.overriding {
        $0[gateway] = 5
        $0.useLive(Int.self)
      } operation: { () throws in
        #expect(try container(gateway) == 5)
        #expect(try container.resolve(Int.self) == 2)
      }
    }
  }

  @Test func `a registration within a test is live and is removed after the test`() throws {
    let (plain, full) = (plain, full)
    let gateway = Key<Int>.required("gateway")
    try container.register(plain) { _ in LiveSession("app") }
    #expect(try container(plain).name == "app")
    try container.testing { () throws in
      try container.register(plain, .replace, file: "T/A.swift", line: 5) { _ in LiveSession("a") }
      try container.register(gateway) { _ in 1 }
      try container.register(Int.self, scope: .singleton) { _ in 2 }
      let refused = text { () throws(ResolutionError) in try container(plain) }
      #expect(
        refused.hasPrefix("the live factory of 'any Session' (key plain (A.swift:5)) must not run"))
      try container.overriding {
        $0.useLive(plain, gateway)
        $0.useLive(Int.self)
      } operation: { () throws in
        #expect(try container(plain).name == "a")
        #expect(try container(gateway) == 1)
        #expect(try container.resolve(Int.self) == 2)
      }
      let twice = text { () throws(ResolutionError) in
        try container.register(plain, file: "T/A.swift", line: 6) { _ in LiveSession() }
      }
      #expect(
        twice
          == "plain is registered twice, at A.swift:5 and at A.swift:6; pass .replace if that is intended"
      )
      try container.register(full, .replace) { _ in LiveSession("b") }
      #expect(try container(full).name == "test")
    }
    #expect(try container(plain).name == "app")
    #expect(try container(full).name == "live")
    let missing = text { () throws(ResolutionError) in try container(gateway) }
    #expect(missing.hasPrefix("no registration for 'Int' (key gateway)"))
    // The next test starts without these registrations.
    try container.testing { () throws in
      try container.register(gateway) { _ in 3 }
    }
  }

  @Test func `an override takes precedence over a registration in the same test`() throws {
    let plain = plain
    try container.testing {
      $0[plain] = LiveSession("fake")
    } operation: { () throws in
      try container.register(plain) { _ in LiveSession("app") }
      #expect(try container(plain).name == "fake")
    }
  }

  @Test func `a nested override builds with the test's registrations`() throws {
    let base = Key<Int>(.singleton, named: "base") { _ in 1 }.liveInTests()
    let other = Key<Int>(.singleton, named: "other") { _ in 10 }.liveInTests()
    let sum = Key<Int>(.singleton, named: "sum") { r in try r(base) }.liveInTests()
    #expect(try container(sum) == 1)
    try container.testing { () throws in
      try container.register(sum, .replace) { r in try r(base) + r(other) }
      try container.overriding {
        $0[other] = 20
      } operation: { () throws in
        #expect(try container(sum) == 21)
      }
      #expect(try container(sum) == 11)
    }
    #expect(try container(sum) == 1)
  }

  @Test func `a detached task leaves the test unless its container is in test mode`() async throws {
    let (container, full) = (container, full)
    let names = try await container.testing { () async throws in
      let child = try await Task { try container(full).name }.value
      let detached = try await Task.detached { try container(full).name }.value
      return [child, detached]
    }
    #expect(names == ["test", "live"])
  }

  @Test func `each kind of key has values for tests and previews`() async throws {
    let slow = AsyncKey<String>(.singleton, named: "slow") { _ in "live" }
      .forTests { _ in "test" }.forPreviews { _ in "preview" }
    let page = ArgumentKey<Int, String>(.singleton, named: "page") { _, n in "live \(n)" }
      .forTests { _, n in "test \(n)" }.forPreviews { _, n in "preview \(n)" }
    func names() async throws -> [String] {
      try await [container(full).name, container(slow), container(page, 3)]
    }
    #expect(try await names() == ["live", "live", "live 3"])
    let tested = try await container.testing { () async throws in try await names() }
    #expect(tested == ["test", "test", "test 3"])
    container.use(.preview)
    #expect(try await names() == ["preview", "preview", "preview 3"])
    #expect(try container(plain).name == "live")
    container.use(.live)
    #expect(try await names() == ["live", "live", "live 3"])
  }

  @Test func `the mode of a container applies to detached tasks`() async throws {
    let (container, plain, full) = (container, plain, full)
    container.use(.test)
    let (refused, given) = await Task.detached {
      (
        text { () throws(ResolutionError) in try container(plain) },
        try? container(full).name
      )
    }.value
    #expect(refused.hasPrefix("the live factory of 'any Session' (key plain"))
    #expect(given == "test")
  }

  @Test func `instances are not shared between tests`() async throws {
    let container = container
    let counter = Counter()
    let key = Key<Int>(.singleton, named: "number") { _ in counter.next() }.liveInTests()
    let scoped = Key<Int>(.scoped("user"), named: "scoped") { _ in counter.next() }.liveInTests()
    #expect(try container(key) == 1)
    for number in 2...3 {
      try container.testing { () throws in
        #expect(try container(key) == number)
        #expect(try container(key) == number)
        try container.overriding({ _ in }) { () throws in #expect(try container(key) == number) }
      }
    }
    await container.testing { () async in
      let closed = text { () throws(ResolutionError) in try container(scoped) }
      #expect(closed.hasPrefix("no scope 'user' is open"))
      await container.withScope("user") { #expect((try? $0(scoped)) == 4) }
    }
    #expect(try container(key) == 1)
  }
}
