import Foundation
import Testing
import TremaInjection
import TremaSupport

private struct Broken: Error, CustomStringConvertible { var description: String { "broken" } }

@Suite struct AsyncTests {
  private let container = Container()

  @Test func `a hundred concurrent callers get one instance`() async throws {
    let (counter, door, begun) = (Counter(), Door(), Counter())
    let key = AsyncKey<Int>(.singleton, named: "database", file: "A.swift", line: 1) { _ in
      let number = counter.next()
      await door.pass()
      return number
    }
    #expect(container.ready(key) == nil)
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          begun.next()
          return try await container(key)
        }
      }
      await eventually { begun.value == 100 && counter.value == 1 }
      door.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers == Array(repeating: 1, count: 100))
    #expect(container.ready(key) == 1)
  }

  @Test func `a cancelled caller stops waiting, and the others get the instance`() async throws {
    let (counter, door) = (Counter(), Door())
    let key = AsyncKey<String>(.singleton, named: "database", file: "A.swift", line: 1) { _ in
      counter.next()
      await door.pass()
      return Task.isCancelled ? "cancelled" : "made"
    }
    let first = Task { await text { () async throws(ResolutionError) in try await container(key) } }
    await eventually { counter.value == 1 }
    let second = Task { try await container(key) }
    // The second still waits after a third one, which arrived later, was cancelled.
    let third = Task { await text { () async throws(ResolutionError) in try await container(key) } }
    third.cancel()
    #expect(
      await third.value == "the task that waited for database (A.swift:1) was cancelled")
    await eventually { waiting(container, key) >= 2 }
    first.cancel()
    #expect(
      await first.value == "the task that waited for database (A.swift:1) was cancelled")
    door.open()
    #expect(try await second.value == "made")
    #expect(counter.value == 1)
  }

  @Test func `the build is cancelled when all callers are cancelled`() async throws {
    let (counter, notes, door) = (Counter(), Notes(), Door())
    let key = AsyncKey<Int>(
      .singleton, named: "database", file: "A.swift", line: 1,
      onRelease: { notes.add("released \($0)") }
    ) {
      _ in
      let number = counter.next()
      if number == 1 { await door.pass() }
      notes.add("built \(number), cancelled \(Task.isCancelled)")
      return number
    }
    let only = Task { await text { () async throws(ResolutionError) in try await container(key) } }
    await eventually { counter.value == 1 }
    only.cancel()
    #expect(
      await only.value == "the task that waited for database (A.swift:1) was cancelled")
    #expect(try await container(key) == 2)
    door.open()
    await eventually { notes.all.count == 3 }
    #expect(
      notes.all == ["built 2, cancelled false", "built 1, cancelled true", "released 1"])
    #expect(try await container(key) == 2)
  }

  @Test func `all waiting callers get the same error, and the next call builds again`() async throws
  {
    let (counter, door) = (Counter(), Door())
    let key = AsyncKey<Int>(.singleton, named: "database", file: "A.swift", line: 1) { _ in
      if counter.next() > 1 { return 5 }
      await door.pass()
      throw Broken()
    }
    let tasks = (0..<10).map { _ in
      Task { await text { () async throws(ResolutionError) in try await container(key) } }
    }
    await eventually { waiting(container, key) == 10 }
    door.open()
    for task in tasks {
      #expect(await task.value == "the factory of database (A.swift:1) failed: broken")
    }
    #expect(try await container(key) == 5)
  }

  @Test func `a failure names the dependent keys`() async throws {
    let inner = Key<Int>(.singleton, named: "inner", file: "A.swift", line: 2) { _ in throw Broken()
    }
    let middle = AsyncKey<Int>(.singleton, named: "middle", file: "A.swift", line: 3) { r in
      try r(inner)
    }
    let outer = AsyncKey<Int>(.perRequest, named: "outer", file: "A.swift", line: 4) { r in
      try await r(middle)
    }
    let message = await text { () async throws(ResolutionError) in try await container(outer) }
    #expect(
      message == """
        the factory of inner (A.swift:2) failed: broken
        required by middle (A.swift:3) ← outer (A.swift:4) ← root
        """)
  }

  @Test func `child tasks of a factory can resolve the same key`() async throws {
    let counter = Counter()
    let part = AsyncKey<Int>(.singleton, named: "part") { _ in
      await Task.yield()
      return counter.next()
    }
    let whole = AsyncKey<Int>(.singleton, named: "whole") { r in
      async let left = r(part)
      async let right = r(part)
      return try await left + right
    }
    #expect(try await container(whole) == 2)
    #expect(counter.value == 1)
  }

  @Test func `waiting for a thread that builds does not starve the pool`() async throws {
    // More tasks than the pool has threads; each waits on its thread for the building one.
    for _ in 0..<200 {
      let (container, counter) = (Container(), Counter())
      let base = Key<Int>(.singleton, named: "base") { _ in
        for _ in 0..<20 { sched_yield() }
        return counter.next()
      }
      let slow = AsyncKey<Int>(.singleton, named: "slow") { r in
        await Task.yield()
        return try r(base)
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<16 {
          group.addTask { index % 2 == 0 ? try container(base) : try await container(slow) }
        }
        for try await number in group { #expect(number == 1) }
      }
    }
  }

  @Test func `a factory can run on the main actor`() async throws {
    let key = AsyncKey<Int>(.singleton, named: "title") { @MainActor _ in
      MainActor.assertIsolated()
      return 3
    }
    #expect(try await container(key) == 3)
  }
}
