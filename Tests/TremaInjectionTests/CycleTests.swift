import Foundation
import Testing
import TremaInjection
import TremaSupport

private enum Ring {
  static let session: Key<Int> = Key<Int>(.singleton, named: "session", file: "C.swift", line: 1) {
    r in try r(http)
  }
  static let http: Key<Int> = Key<Int>(.perRequest, named: "http", file: "C.swift", line: 2) { r in
    try r(auth)
  }
  static let auth: Key<Int> = Key<Int>(.singleton, named: "auth", file: "C.swift", line: 3) { r in
    try r(session)
  }
  static let entry = Key<Int>(.singleton, named: "entry") { r in try r(session) }
}

private enum Pair {
  static let a: Key<Int> = Key<Int>(.singleton, named: "a") { r in
    sched_yield()
    return try r(b)
  }
  static let b: Key<Int> = Key<Int>(.singleton, named: "b") { r in
    sched_yield()
    return try r(a)
  }
  static let asyncA: AsyncKey<Int> = AsyncKey<Int>(.singleton, named: "asyncA") { r in
    await Task.yield()
    return try await r(asyncB)
  }
  static let asyncB: AsyncKey<Int> = AsyncKey<Int>(.singleton, named: "asyncB") { r in
    await Task.yield()
    return try await r(asyncA)
  }
}

private enum Indirect {
  static let container = Container()
  static let first: Key<Int> = Key<Int>(.singleton, named: "first", file: "C.swift", line: 4) { _ in
    try container(second)
  }
  static let second: Key<Int> = Key<Int>(.singleton, named: "second", file: "C.swift", line: 5) {
    _ in try other(third)
  }
  static let other = Container()
  static let third: Key<Int> = Key<Int>(.singleton, named: "third", file: "C.swift", line: 6) { _ in
    try container(first)
  }
}

@Suite struct CycleTests {
  private let container = Container()

  private static let whole = """
    dependency cycle: session → http → auth → session
      session at C.swift:1
      http at C.swift:2
      auth at C.swift:3
    make one dependency lazy, such as the last: Lazy<Int>, created with resolver.lazy(key)
    """

  @Test func `a cycle is reported with its path and a line for each step`() {
    #expect(text { () throws(ResolutionError) in try container(Ring.session) } == Self.whole)
    // A failed build leaves no state behind, and the path into the cycle is not part of it.
    #expect(text { () throws(ResolutionError) in try container(Ring.session) } == Self.whole)
    #expect(text { () throws(ResolutionError) in try container(Ring.entry) } == Self.whole)
  }

  @Test func `a cycle through calls without a resolver is detected, even across containers`() {
    let found = text { () throws(ResolutionError) in try Indirect.container(Indirect.first) }
    #expect(
      found == """
        dependency cycle: first → second → third → first
          first at C.swift:4
          second at C.swift:5
          third at C.swift:6
        make one dependency lazy, such as the last: Lazy<Int>, created with resolver.lazy(key)
        """)
  }

  @Test func `the suggested fix is one that the key supports`() async throws {
    let container = container
    let slow = await text { () async throws(ResolutionError) in try await container(Pair.asyncA) }
    #expect(
      slow.split(separator: "\n").last
        == "make one dependency lazy, such as the last: AsyncLazy<Int>, created with resolver.lazy(key)"
    )
    try container.addSingleton { () -> any Session in try container.resolve() }
    let typed = text { () throws(ResolutionError) in try container.resolve((any Session).self) }
    #expect(
      typed.hasSuffix(
        """

        make one dependency lazy, such as the last: Lazy<any Session>, created with \
        Lazy((any Session).self)
        """))
    let plain = await MainActor.run {
      do {
        try container.addSingleton { () -> Plain in
          try MainActor.assumeIsolated { () throws in _ = try container.resolve(Plain.self) }
          return Plain()
        }
        return text { () throws(ResolutionError) in
          _ = try container.resolve(Plain.self)
          return 0
        }
      } catch { return "\(error)" }
    }
    #expect(
      plain.split(separator: "\n").last
        == "resolve Plain where it is used, not in a factory or an initializer")
  }

  @Test func `two threads that build each other's dependencies never deadlock`() async throws {
    let errors = LockedValue<[String: Int]>([:])
    for _ in 0..<2_000 {
      let container = Container()
      await withTaskGroup(of: Void.self) { group in
        for key in [Pair.a, Pair.b] {
          group.addTask {
            let message = text { () throws(ResolutionError) in try container(key) }
            errors.withLock {
              $0[message.split(separator: "\n").first.map(String.init) ?? "", default: 0] += 1
            }
          }
        }
      }
    }
    let found = errors.value
    #expect(found.values.reduce(0, +) == 4_000)
    #expect(
      Set(found.keys).isSubset(of: ["dependency cycle: a → b → a", "dependency cycle: b → a → b"]),
      "\(found)")
  }

  @Test func `two tasks that build each other's dependencies never deadlock`() async throws {
    let errors = LockedValue<[String: Int]>([:])
    for _ in 0..<2_000 {
      let container = Container()
      await withTaskGroup(of: Void.self) { group in
        for key in [Pair.asyncA, Pair.asyncB] {
          group.addTask {
            let message = await text { () async throws(ResolutionError) in try await container(key)
            }
            errors.withLock {
              $0[message.split(separator: "\n").first.map(String.init) ?? "", default: 0] += 1
            }
          }
        }
      }
    }
    let found = errors.value
    #expect(found.values.reduce(0, +) == 4_000)
    #expect(
      Set(found.keys).isSubset(of: [
        "dependency cycle: asyncA → asyncB → asyncA", "dependency cycle: asyncB → asyncA → asyncB",
      ]), "\(found)")
  }

  @Test func `a deadlock between threads is detected`() throws {
    // Both factories have begun before either resolves, so no single path reveals the cycle.
    let container = Container()
    let inside = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let keys = LockedValue<(Key<Int>, Key<Int>)?>(nil)
    let a = Key<Int>(.singleton, named: "a") { r in
      inside.0.signal()
      inside.1.wait()
      return try keys.value.map { try r($0.1) } ?? 0
    }
    let b = Key<Int>(.singleton, named: "b") { r in
      inside.1.signal()
      inside.0.wait()
      return try keys.value.map { try r($0.0) } ?? 0
    }
    keys.value = (a, b)
    let messages = LockedValue<[String]>([])
    let done = DispatchGroup()
    for key in [a, b] {
      done.enter()
      Thread.detachNewThread {
        let message = text { () throws(ResolutionError) in try container(key) }
        messages.withLock { $0.append(String(message.prefix { $0 != "\n" })) }
        done.leave()
      }
    }
    done.wait()
    let found = Set(messages.value)
    #expect(
      found == ["dependency cycle: a → b → a"] || found == ["dependency cycle: b → a → b"],
      "\(found)")
  }

  @Test func `an endless chain is an error, not a stack overflow`() throws {
    let message = text { () throws(ResolutionError) in try container(Endless.key, 1) }
    #expect(
      message == """
        more than 128 nested factories, the last of which are \
        next(126) (C.swift:7) → next(127) (C.swift:7) → \
        next(128) (C.swift:7)
        """)
  }

  @Test func `a task that outlives its factory can resolve the factory's key later`() async throws {
    let container = Container()
    let door = Door()
    let late = LockedValue<Task<Int, any Error>?>(nil)
    let key = LockedValue<Key<Int>?>(nil)
    let own = Key<Int>(.singleton, named: "own") { r in
      late.value = Task {
        await door.pass()
        return try key.value.map { try container($0) + r($0) } ?? 0
      }
      return 4
    }
    key.value = own
    #expect(try container(own) == 4)
    door.open()
    #expect(try await late.value?.value == 8)
  }
}

private enum Endless {
  static let key: ArgumentKey<Int, Int> = ArgumentKey<Int, Int>(
    .perRequest, named: "next", file: "C.swift", line: 7
  ) {
    r, n in
    try r(key, n + 1)
  }
}
