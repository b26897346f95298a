import Testing
import TremaInjection

private struct Broken: Error {}

@Suite struct BadInputTests {
  private let container = Container()
  private let gateway = Key<any Gateway>.required(
    "payments.gateway", file: "App/Keys.swift", line: 4)

  @Test func `control characters in names are escaped`() {
    let key = Key<Int>.required("a\u{1B}[2J", file: "C.swift", line: 1)
    #expect(
      text { () throws(ResolutionError) in try container(key, file: "T.swift", line: 2) } == """
        no registration for 'Int' (key a\\u{1B}[2J)
        required by root (T.swift:2)
        add: try container.register(key) { … }, where key is the one of C.swift:1
        """)
    let page = ArgumentKey<String, Int>(.singleton, named: "page", file: "C.swift", line: 3) {
      _, name in throw CancellationError()
    }
    #expect(
      text { () throws(ResolutionError) in try container(page, "x\ny") }
        == "the factory of page(x\\u{A}y) (C.swift:3) failed: CancellationError()")
  }

  @Test func `a missing key is reported with its dependents, similar names and a fix`() throws {
    let url = Key<String>(.singleton, named: "payments.gatewayURL") { _ in "" }
    let other = Key<Int>(.singleton, named: "clock") { _ in 1 }
    container.declare(url, other)
    let gateway = gateway
    let checkout = Key<Int>(.singleton, named: "checkout", file: "App/Checkout.swift", line: 31) {
      _ = try $0(gateway)
      return 1
    }
    let screen = Key<Int>(.perRequest, named: "screen", file: "App/Screen.swift", line: 7) {
      try $0(checkout)
    }
    #expect(
      text { () throws(ResolutionError) in try container(checkout) } == """
        no registration for 'any Gateway' (key payments.gateway)
        required by checkout (Checkout.swift:31) ← root
        similar registered keys: payments.gatewayURL
        add: try container.register(key) { … }, where key is the one of Keys.swift:4
        """)
    #expect(
      text { () throws(ResolutionError) in try container(screen) } == """
        no registration for 'any Gateway' (key payments.gateway)
        required by checkout (Checkout.swift:31) ← screen (Screen.swift:7) ← root
        similar registered keys: payments.gatewayURL
        add: try container.register(key) { … }, where key is the one of Keys.swift:4
        """)
    try container.register(gateway) { _ in LiveGateway() }
    #expect(try container(checkout) == 1)
  }

  @Test func `registering after the container is frozen is an error`() throws {
    container.freeze()
    let message = text { () throws(ResolutionError) in
      try container.register(gateway, file: "App/Late.swift", line: 8) { _ in LiveGateway() }
    }
    #expect(
      message == "payments.gateway was registered at Late.swift:8, after the container was frozen")
  }

  @Test func `registering a key twice is an error that names both lines`() throws {
    try container.register(gateway, file: "App/A.swift", line: 1) { _ in LiveGateway() }
    let message = text { () throws(ResolutionError) in
      try container.register(gateway, file: "App/B.swift", line: 2) { _ in LiveGateway() }
    }
    #expect(
      message == """
        payments.gateway is registered twice, at A.swift:1 and at B.swift:2; pass .replace if that is \
        intended
        """)
    let number = Key<Int>.required("number")
    try container.register(number) { _ in 1 }
    #expect(try container(number) == 1)
    try container.register(number, .replace) { _ in 2 }
    #expect(try container(number) == 2)
  }

  @Test func `a scoped key without an open scope is an error`() {
    let key = Key<Int>(.scoped("request"), named: "user", file: "App/User.swift", line: 3) { _ in 1
    }
    let message = text { () throws(ResolutionError) in try container(key) }
    #expect(
      message
        == "no scope 'request' is open for user (User.swift:3); open one with container.scope(\"request\")"
    )
    let other = container.scope("session")
    #expect(text { () throws(ResolutionError) in try other(key) } == message)
  }

  @Test func `a singleton cannot depend on a scoped key`() {
    let user = Key<Int>(.scoped("request"), named: "user", file: "App/User.swift", line: 3) { _ in 1
    }
    let holder = Key<Int>(.singleton) { r in try r(user) }
    let scope = container.scope("request")
    #expect(
      text { () throws(ResolutionError) in try scope(holder) }
        == "no scope 'request' is open for user (User.swift:3); open one with container.scope(\"request\")"
    )
  }

  @Test func `a container that was shut down resolves no keys`() async {
    let key = Key<Int>(.singleton, named: "number") { _ in 1 }
    let scope = container.scope("request")
    await container.shutdown()
    let message = "number was requested at Late.swift:5, after the container was shut down"
    for container in [container, scope] {
      #expect(
        text { () throws(ResolutionError) in
          try container(key, file: "App/Late.swift", line: 5)
        } == message)
    }
  }

  @Test func `a weak value that is not an object is an error`() {
    let key = Key<Int>(.weak, named: "number", file: "App/N.swift", line: 2) { _ in 1 }
    #expect(
      text { () throws(ResolutionError) in try container(key) }
        == "number (N.swift:2) is weak, but the value of 'Int' is not an object")
  }

  @Test func `a factory that throws is retried by the next caller`() throws {
    let counter = Counter()
    let key = Key<Int>(.singleton, named: "number", file: "App/N.swift", line: 2) { _ in
      if counter.next() == 1 { throw Broken() }
      return 6
    }
    #expect(
      text { () throws(ResolutionError) in try container(key) }
        == "the factory of number (N.swift:2) failed: Broken()")
    #expect(try container(key) == 6)
  }

  @Test func `instances are released in reverse order of creation`() async throws {
    let notes = Notes()
    func key(_ name: String, _ needs: [Key<String>]) -> Key<String> {
      Key(.singleton, named: name, onRelease: { notes.add($0) }) { r in
        for need in needs { _ = try r(need) }
        return name
      }
    }
    let log = key("log", [])
    let http = key("http", [log])
    let session = key("session", [http, log])
    let late = AsyncKey<String>(
      .singleton,
      onRelease: {
        await Task.yield()
        notes.add($0)
      }
    ) { _ in "late" }
    _ = try container(session)
    _ = try await container(late)
    await container.shutdown()
    #expect(notes.all == ["late", "session", "http", "log"])
    await container.shutdown()
    #expect(notes.all.count == 4)
  }

  @Test func `an instance completed after the shutdown is released immediately`() async throws {
    let (notes, counter, door) = (Notes(), Counter(), Door())
    let key = AsyncKey<Int>(
      .singleton, named: "database", onRelease: { notes.add("released \($0)") }
    ) {
      _ in
      counter.next()
      await door.pass()
      return 1
    }
    let container = container
    let task = Task {
      await text { () async throws(ResolutionError) in
        try await container(key, file: "App/Early.swift", line: 9)
      }
    }
    await eventually { counter.value == 1 }
    await container.shutdown()
    door.open()
    #expect(
      await task.value
        == "database was requested at Early.swift:9, after the container was shut down")
    await eventually { notes.all == ["released 1"] }
  }

  @Test func `a deinit can call the container that releases it`() async throws {
    final class Asking: Sendable {
      let container: Container
      let key: Key<Int>
      init(_ container: Container, _ key: Key<Int>) {
        (self.container, self.key) = (container, key)
      }
      deinit { _ = try? container(key) }
    }
    let container = container
    let number = Key<Int>(.singleton) { _ in 1 }
    let asking = Key<Asking>(.cached, named: "asking") { _ in Asking(container, number) }
    _ = try container(asking)
    try container.register(asking, .replace) { _ in Asking(container, number) }
    _ = try container(asking)
    await container.reset(asking)
    _ = try container(asking)
    container.cleanup()
    #expect(try container(number) == 1)
  }
}
