import Testing
import TremaInjection

@Suite struct ValidationTests {
  private let container = Container()

  private func required(_ name: String, _ line: Int) -> Key<Int> {
    .required(name, file: "App/Keys.swift", line: line)
  }

  @Test func `all errors are reported together`() async throws {
    let (url, port) = (required("url", 1), required("port", 2))
    let request = Key<Int>(.scoped("request"), named: "request", file: "A.swift", line: 3) { _ in 1
    }
    let client = Key<Int>(
      .singleton, named: "client", requires: [url, port], file: "A.swift", line: 4
    ) { r in try r(url) + r(port) }
    let holder = Key<Int>(.singleton, named: "holder", file: "A.swift", line: 5) { r in
      try r(request)
    }
    let lonely = Key<Int>(.singleton, named: "lonely", file: "A.swift", line: 6) { _ in 1 }
    let twin = Key<Int>(.singleton, named: "lonely", file: "A.swift", line: 7) { _ in 1 }
    let broken = AsyncKey<Int>(.singleton, named: "broken", file: "A.swift", line: 8) { _ in
      throw CancellationError()
    }
    let left = LoopKeys.left
    container.declare(lonely, twin)
    let problems = await container.validate(roots: [client, holder, left, broken])
    #expect(
      problems.map(\.description) == [
        """
        no registration for 'Int' (key port)
        required by client (A.swift:4) ← root
        add: try container.register(key) { … }, where key is the one of Keys.swift:2
        """,
        """
        no registration for 'Int' (key url)
        required by client (A.swift:4) ← root
        add: try container.register(key) { … }, where key is the one of Keys.swift:1
        """,
        """
        dependency cycle: left → right → left
          left at L.swift:1
          right at L.swift:2
        make one dependency lazy, such as the last: Lazy<Int>, created with resolver.lazy(key)
        """,
        "holder (A.swift:5) is singleton but depends on request (A.swift:3), which is scoped(request)",
        "key lonely is defined twice, at A.swift:6 and at A.swift:7; rename one of them",
        "lonely (A.swift:6) is not used", "lonely (A.swift:7) is not used",
        "the factory of broken (A.swift:8) failed: CancellationError()",
      ])
  }

  @Test func `declared keys are checked without running factories`() async throws {
    let counter = Counter()
    let url = required("url", 1)
    let fresh = Key<Int>(.perRequest, named: "fresh", file: "A.swift", line: 2) { _ in
      counter.next()
    }
    let client = Key<Int>(
      .singleton, named: "client", requires: [url, fresh], file: "A.swift", line: 3
    ) { _ in counter.next() }
    let problems = await container.validate(.declared, roots: [client])
    #expect(
      problems.map(\.description) == [
        """
        no registration for 'Int' (key url)
        required by client (A.swift:3) ← root
        add: try container.register(key) { … }, where key is the one of Keys.swift:1
        """,
        "client (A.swift:3) is singleton but depends on fresh (A.swift:2), which is perRequest",
      ])
    #expect(counter.value == 0)
    try container.register(url) { _ in 1 }
    #expect(await container.validate(.declared, roots: [client]).count == 1)
  }

  @Test func `instances built by validation are released`() async throws {
    let (counter, notes) = (Counter(), Notes())
    let key = Key<Int>(.singleton, onRelease: { notes.add("released \($0)") }) { _ in
      counter.next()
    }
    let number = ArgumentKey<Int, Int>(.singleton, named: "number") { _, number in number }
    #expect(await container.validate(roots: [key, number]) == [])
    #expect(notes.all == ["released 1"])
    #expect(try container(key) == 2)
  }

  @Test func `a missing key with two dependents is reported once`() async {
    let url = required("url", 1)
    let first = Key<Int>(.singleton, named: "first", requires: [url]) { r in try r(url) }
    let second = Key<Int>(.singleton, named: "second", requires: [url]) { r in try r(url) }
    #expect(await container.validate(roots: [first, second]).count == 1)
  }

  @Test func `a thousand keys are validated`() async {
    var keys: [Key<Int>] = []
    for index in 0..<1_000 {
      let needs = index % 50 == 0 ? [] : [keys[index - 1], keys[index / 2]]
      keys.append(
        Key<Int>(.singleton, named: "key\(index)", requires: needs) { r in
          try needs.reduce(1) { try max($0, r($1)) }
        })
    }
    #expect(await container.validate(roots: keys) == [])
  }
}

private enum LoopKeys {
  static let left: Key<Int> = Key(.singleton, named: "left", file: "L.swift", line: 1) { r in
    try r(right)
  }
  static let right: Key<Int> = Key(.singleton, named: "right", file: "L.swift", line: 2) { r in
    try r(left)
  }
}
