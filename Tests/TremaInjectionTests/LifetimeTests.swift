import Testing
import TremaInjection

@Suite struct LifetimeTests {
  private let container = Container()

  @Test func `a singleton is built once`() throws {
    let counter = Counter()
    let key = Key<Int>(.singleton) { _ in counter.next() }
    #expect(try [container(key), container(key), container(key)] == [1, 1, 1])
    #expect(try Container()(key) == 2)
  }

  @Test func `a transient instance is created for each request and need not be Sendable`()
    async throws
  {
    let key = Key<Plain>(.perRequest) { _ in Plain() }
    let mine = try container(key)
    mine.number = 7
    let other = try container(key)
    #expect(other.number == 0)
    // A transient may be sent to another task, because it is not shared.
    let number = await Task.detached {
      other.number += 1
      return other.number
    }.value
    #expect(number == 1)
    #expect(mine.number == 7)
  }

  @Test func `a cached instance is kept until it is reset and is then released`() async throws {
    let (counter, notes) = (Counter(), Notes())
    let key = Key<Int>(.cached, onRelease: { notes.add("released \($0)") }) { _ in counter.next() }
    let single = Key<Int>(.singleton) { _ in counter.next() }
    #expect(try [container(key), container(key)] == [1, 1])
    await container.reset(key)
    #expect(try [container(key), container(key), container(single)] == [2, 2, 3])
    await container.resetCached()
    #expect(try [container(key), container(single)] == [4, 3])
    #expect(notes.all == ["released 1", "released 2"])
  }

  @Test func `a weak instance lives as long as it is referenced`() throws {
    let counter = Counter()
    let key = Key<any Session>(.weak) { _ in LiveSession("\(counter.next())") }
    do {
      let first = try container(key)
      #expect(first.name == "1")
      let second = try container(key)
      #expect(second.name == "1")
      withExtendedLifetime((first, second)) {}
    }
    #expect(try container(key).name == "2")
  }

  @Test func `each open scope has its own instance`() throws {
    let counter = Counter()
    let key = Key<Int>(.scoped("request")) { _ in counter.next() }
    let user = Key<Int>(.perRequest, named: "user") { r in try r(key) * 10 }
    let (first, second) = (container.scope("request"), container.scope("request"))
    #expect(try [first(key), first(key), first(user), second(key)] == [1, 1, 10, 2])
    let inner = first.scope("step")
    #expect(try [inner(key), inner(user)] == [1, 10])
  }

  @Test func `a scope replaces its container during an operation and is then released`()
    async throws
  {
    let (counter, notes) = (Counter(), Notes())
    let key = Key<Int>(.scoped("request"), onRelease: { notes.add("released \($0)") }) { _ in
      counter.next()
    }
    let seen = try await container.withScope("request") { scope in
      [try container(key), try scope(key), try await Task { try container(key) }.value]
    }
    #expect(seen == [1, 1, 1])
    #expect(notes.all == ["released 1"])
  }

  @Test func `a graph instance is shared within one resolution`() throws {
    let counter = Counter()
    let part = Key<Int>(.graph, named: "part") { _ in counter.next() }
    let left = Key<Int>(.perRequest, named: "left") { r in try r(part) }
    let right = Key<Int>(.perRequest, named: "right") { r in try r(part) }
    let whole = Key<[Int]>(.perRequest) { r in [try r(left), try r(right), try r(part)] }
    #expect(try container(whole) == [1, 1, 1])
    #expect(try container(whole) == [2, 2, 2])
    #expect(try container(part) == 3)
  }

  @Test func `each argument has its own instance`() throws {
    let counter = Counter()
    let key = ArgumentKey<String, String>(.singleton, named: "profile") { _, name in
      "\(name) \(counter.next())"
    }
    #expect(
      try [container(key, "a"), container(key, "b"), container(key, "a")] == ["a 1", "b 2", "a 1"])
    let fresh = ArgumentKey<Int, Plain>(.perRequest) { _, number in
      let plain = Plain()
      plain.number = number
      return plain
    }
    #expect(try container(fresh, 5).number == 5)
  }

  @Test func `keys of the same type are distinct`() throws {
    let (first, second) = (
      Key<Int>(.singleton, named: "first") { _ in 1 },
      Key<Int>(.singleton, named: "second") { _ in 2 }
    )
    #expect(try [container(first), container(second)] == [1, 2])
    #expect(first.info.name == "first")
    #expect(Key<any Session>(.singleton) { _ in LiveSession() }.info.name == "session")
  }

  @Test func `a wrapper, a function and a lazy dependency give the same instance`() throws {
    struct Screen { @Injected(Samples.session) var session }
    final class Model: Sendable { let session = inject(Samples.session) }
    let lazy = Lazy(Samples.session)
    let session = try Container.shared(Samples.session) as? LiveSession
    #expect(Screen().session as? LiveSession === session)
    #expect(Model().session as? LiveSession === session)
    #expect(try lazy() as? LiveSession === session)
    let plain = Container()
    #expect(inject(Samples.session, in: plain) as? LiveSession !== session)
  }

  @Test func `a lazy dependency allows two keys to depend on each other`() throws {
    #expect(try container(Circle.first).other().name == "second of first")
  }

  @Test func `lazy dependencies allow cycles of asynchronous, parameterized and type keys`()
    async throws
  {
    #expect(try await container(AsyncCircle.first).other().name == "second of first")
    #expect(try container(ArgumentCircle.first).other().name == "second of first 7")
    let container = container
    try container.register((any Session).self, scope: .singleton) { _ in LiveSession("typed") }
    #expect(try Lazy((any Session).self, in: container)().name == "typed")
    let fresh = Key<Plain>(.perRequest) { _ in Plain() }
    #expect(try Lazy(fresh, in: container)().number == 0)
  }
}

private enum Samples {
  static let session = Key<any Session>(.singleton) { _ in LiveSession() }
}

private enum Circle {
  struct First: Sendable { let other: Lazy<LiveSession> }
  static let first: Key<First> = Key(.singleton) { r in First(other: r.lazy(second)) }
  static let second: Key<LiveSession> = Key(.singleton) { r in
    _ = try r(first)
    return LiveSession("second of first")
  }
}

private enum AsyncCircle {
  struct First: Sendable { let other: AsyncLazy<LiveSession> }
  static let first: AsyncKey<First> = AsyncKey(.singleton) { r in First(other: r.lazy(second)) }
  static let second: AsyncKey<LiveSession> = AsyncKey(.singleton) { r in
    _ = try await r(first)
    return LiveSession("second of first")
  }
}

private enum ArgumentCircle {
  struct First: Sendable { let other: Lazy<LiveSession> }
  static let first: Key<First> = Key(.singleton) { r in First(other: r.lazy(second, 7)) }
  static let second: ArgumentKey<Int, LiveSession> = ArgumentKey(.singleton) { r, number in
    _ = try r(first)
    return LiveSession("second of first \(number)")
  }
}
