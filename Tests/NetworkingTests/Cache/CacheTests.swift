import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

/// The interceptor, over both stores.
@Suite struct CacheTests {
  private let origin = CacheOrigin()
  private let url = "https://a.example/x"

  enum Kind: CaseIterable { case memory, disk }

  private func store(_ kind: Kind, _ folder: TemporaryFolder) -> any CacheStore {
    switch kind {
    case .memory: MemoryCacheStore()
    case .disk: DiskCacheStore(folder: folder.path + "/a/cache")
    }
  }

  @Test(arguments: Kind.allCases)
  func `a response is reused while fresh and validated once stale`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let cache = Cache(
      store: store(kind, folder), options: CacheOptions(identifyingCookies: []))
    let client = origin.client(cache)
    origin.answers(
      "one",
      [.cacheControl: "max-age=60", .etag: "\"1\"", .date: origin.date, .setCookie: "a=1"])
    let first = try await client.got(url)
    #expect(first.text == "one" && first.cache == "Trema; fwd=uri-miss; stored")
    #expect(first.fields[.setCookie] == "a=1")

    origin.time.advance(by: .seconds(59))
    let second = try await client.got(url)
    #expect(second.text == "one" && second.cache == "Trema; hit; ttl=1")
    #expect(second.fields["Age"] == "59" && second.fields[.setCookie] == nil)
    #expect(origin.requests.count == 1)

    origin.time.advance(by: .seconds(1))
    origin.answers("", [.cacheControl: "max-age=100", .etag: "\"1\"", "X-New": "1"], .notModified)
    let third = try await client.got(url)
    #expect(third.status == .ok && third.text == "one" && third.fields["X-New"] == "1")
    #expect(third.cache == "Trema; fwd=stale; fwd-status=304; ttl=100; stored")
    #expect(origin.requests.last?.fields[.ifNoneMatch] == "\"1\"")
    #expect(third.fields["Age"] == "0")

    origin.time.advance(by: .seconds(99))
    #expect(try await client.got(url).cache == "Trema; hit; ttl=1")
    origin.time.advance(by: .seconds(1))
    origin.answers("two", [.cacheControl: "max-age=9", .etag: "\"2\""])
    #expect(try await client.got(url).text == "two")
    #expect(try await client.got(url).text == "two")
    #expect(origin.requests.count == 3)
    #expect(cache.problems.count == 0)
  }

  @Test func `a 304 that matches no stored response is retried without conditions`() async throws {
    let client = origin.client(Cache())
    origin.answers("one", [.cacheControl: "max-age=0", .etag: "\"1\""])
    _ = try await client.got(url)
    origin.answers { request throws(TransportError) in
      let asks = request.fields.contains(.ifNoneMatch)
      return HTTPResponse(
        HTTPResponseHead(asks ? .notModified : .ok, fields: [.etag: "\"9\""], url: request.target),
        body: .bytes(asks ? [] : Array("nine".utf8)))
    }
    #expect(try await client.got(url).text == "nine")
    #expect(origin.requests.count == 3)
  }

  @Test func `HEAD is answered from the response to GET`() async throws {
    let client = origin.client(Cache())
    origin.answers("one", [.cacheControl: "max-age=60", "X-A": "1"])
    let missed = try await client.got(.head(url))
    #expect(missed.cache == "Trema; fwd=uri-miss")
    #expect(try await client.got(url).cache == "Trema; fwd=uri-miss; stored")
    let head = try await client.got(.head(url))
    #expect(head.cache == "Trema; hit; ttl=60" && head.text.isEmpty && head.fields["X-A"] == "1")
    origin.time.advance(by: .seconds(60))
    #expect(try await client.got(.head(url)).cache == "Trema; fwd=stale")
    #expect(origin.requests.last?.fields.contains(.ifNoneMatch) == false)
    #expect(origin.requests.count == 3)
  }

  @Test func `ranges, the caller's conditions and other methods bypass the cache`() async throws {
    let cache = Cache()
    let client = origin.client(cache)
    origin.answers("one", [.cacheControl: "max-age=60"])
    for name in [
      "Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
    ] {
      let got = try await client.got(.get(url).header(HTTPFields.Name(name), "\"1\""))
      #expect(got.cache == "Trema; fwd=bypass", "\(name)")
      #expect(origin.requests.last?.fields[HTTPFields.Name(name)] == "\"1\"")
    }
    let options = try await client.send(.options(url).bytes.withHead)
    #expect(options.head.fields[.cacheStatus] == "Trema; fwd=method")
    try await client.send(.post(url).empty)
    origin.answers("par", [.cacheControl: "max-age=60", "Content-Range": "bytes 0-2/9"], 206)
    #expect(try await client.got(url).cache == "Trema; fwd=uri-miss")
    #expect((cache.store as? MemoryCacheStore)?.count == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a byte range is answered from a fresh complete response`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.answers("0123456789A", [.cacheControl: "max-age=60", .etag: "\"1\""])
    _ = try await client.got(url)
    for (range, text, content) in [
      ("bytes=0-1", "01", "bytes 0-1/11"), ("bytes=1-", "123456789A", "bytes 1-10/11"),
      ("bytes=-1", "A", "bytes 10-10/11"), ("bytes=-99", "0123456789A", "bytes 0-10/11"),
      ("bytes=9-99", "9A", "bytes 9-10/11"),
      ("bytes=9-9223372036854775807", "9A", "bytes 9-10/11"),
    ] {
      let draft = RequestBuilder<BodyForbidden>.get(url).header(.range, range)
      let got = try await client.got(draft)
      #expect(
        got.status == 206 && got.text == text && got.cache == "Trema; hit; ttl=60", "\(range)")
      #expect(
        got.fields["Content-Range"] == content && got.fields[.contentLength] == "\(text.count)")
      let streamed = try await client.send(draft.response)
      #expect(try await streamed.body.collect(upTo: 99) == Array(text.utf8))
    }
    #expect(origin.requests.count == 1)
    for range in [
      "bytes=9223372036854775807-", "bytes=0-99999999999999999999", "bytes=11-", "bytes=5-4",
      "bytes=-0", "bytes=0-1, 3-4", "lines=0-1", "bytes=x-1",
    ] {
      let got = try await client.got(.get(url).header(.range, range))
      #expect(got.cache == "Trema; fwd=bypass" && got.status == .ok, "\(range)")
    }
    let conditional = RequestBuilder<BodyForbidden>.get(url).header(.range, "bytes=0-1")
      .header("If-Range", "\"1\"")
    #expect(try await client.got(conditional).cache == "Trema; fwd=bypass")
    origin.time.advance(by: .seconds(60))
    #expect(
      try await client.got(.get(url).header(.range, "bytes=0-1")).cache == "Trema; fwd=bypass")
  }

  @Test(arguments: Kind.allCases)
  func `a change to a resource removes its entries`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.answers("one", [.cacheControl: "max-age=60", .location: "/y"])
    for target in [url, "https://a.example/y", "https://b.example/y"] {
      _ = try await client.got(target)
    }
    try await client.send(.post(url).empty)
    #expect(try await client.got(url).cache.contains("uri-miss"))
    #expect(try await client.got("https://a.example/y").cache.contains("uri-miss"))
    #expect(try await client.got("https://b.example/y").cache.contains("hit"))
    origin.answers("no", [:], 500)
    _ = try? await client.send(.delete(url).empty)
    #expect(try await client.got(url).cache.contains("hit"))
    origin.answers { _ throws(TransportError) in
      throw TransportError(.connectionLost, mayHaveBeenSent: true)
    }
    _ = try? await client.send(.delete(url).empty)
    origin.answers("two", [:])
    #expect(try await client.got(url).text == "two")
  }

  @Test func `requests follow their cache policy`() async throws {
    let client = origin.client(Cache())
    origin.answers("one", [.cacheControl: "max-age=60", .etag: "\"1\""])
    await #expect(throws: NetworkError.self) {
      try await client.got(.get(url).cachePolicy(.cacheOnly))
    }
    #expect(origin.requests.isEmpty)
    do {
      _ = try await client.got(.get(url).cachePolicy(.cacheOnly).header("Range", "bytes=0-1"))
      Issue.record("it was answered")
    } catch {
      guard case .interceptor(name: "Cache", let reason) = error.kind else { throw error }
      #expect(reason is NotCachedError)
      #expect(
        error.description.contains("must not use the network, but no response to it is stored"))
    }
    let alone = try await client.got(.get(url).header("Cache-Control", "only-if-cached"))
    #expect(alone.status == .gatewayTimeout && alone.cache == "Trema; detail=only-if-cached")
    #expect(origin.requests.isEmpty)

    #expect(try await client.got(.get(url).cachePolicy(.cacheElseLoad)).text == "one")
    origin.time.advance(by: .seconds(100))
    origin.answers("two", [.cacheControl: "max-age=60"])
    for policy in [HTTPRequest.CachePolicy.cacheElseLoad, .cacheOnly] {
      let got = try await client.got(.get(url).cachePolicy(policy))
      #expect(got.text == "one" && got.cache == "Trema; hit; ttl=-40; detail=stale-is-accepted")
    }
    let stale = try await client.got(.get(url).header("Cache-Control", "only-if-cached"))
    #expect(stale.status == .gatewayTimeout)
    #expect(origin.requests.count == 1)
    let reloaded = try await client.got(.get(url).cachePolicy(.reload))
    #expect(reloaded.text == "two" && reloaded.cache == "Trema; fwd=request; stored")
    #expect(origin.requests.last?.fields.contains(.ifNoneMatch) == false)
    #expect(try await client.got(url).text == "two")
    #expect(origin.requests.count == 2)
  }

  @Test func `a newer response with no-store removes the older entry`() async throws {
    let client = origin.client(Cache())
    origin.answers("one", [.cacheControl: "max-age=60"])
    _ = try await client.got(url)
    origin.answers("two", [.cacheControl: "no-store"])
    #expect(try await client.got(.get(url).cachePolicy(.reload)).cache == "Trema; fwd=request")
    #expect(try await client.got(url).text == "two")
  }

  @Test func `a stale response replaces a failure if the server allows it`() async throws {
    let client = origin.client(Cache())
    origin.answers("one", [.cacheControl: "max-age=10, stale-if-error=20", .etag: "\"1\""])
    _ = try await client.got(url)
    origin.time.advance(by: .seconds(30))
    origin.answers("sorry", [:], 503)
    let got = try await client.got(url)
    #expect(got.text == "one")
    #expect(got.cache == "Trema; fwd=stale; fwd-status=503; ttl=-20; detail=stale-if-error")
    origin.fails(.connectionLost)
    #expect(
      try await client.got(url).cache == "Trema; fwd=stale; ttl=-20; detail=stale-if-error")
    origin.fails(.cancelled)
    await #expect(throws: NetworkError.self) { try await client.got(url) }
    origin.time.advance(by: .seconds(1))
    origin.answers("sorry", [:], 503)
    #expect(try await client.got(url).text == "sorry")
    origin.fails(.connectionLost)
    await #expect(throws: NetworkError.self) { try await client.got(url) }
  }

  @Test func `a stale response is used while one validation is in flight`() async throws {
    let cache = Cache()
    let client = origin.client(cache)
    origin.answers("one", [.cacheControl: "max-age=10, stale-while-revalidate=60", .etag: "\"1\""])
    _ = try await client.got(url)
    origin.time.advance(by: .seconds(20))
    let gate = Latch()
    let isHeld = LockedValue(true)
    origin.answers { request throws(TransportError) in
      if isHeld.exchange(false) { await gate.wait() }
      return HTTPResponse(
        HTTPResponseHead(
          .ok, fields: [.cacheControl: "max-age=10, stale-while-revalidate=60"],
          url: request.target), body: .stream(CachePieces([Array("t".utf8), Array("wo".utf8)])))
    }
    for _ in 0..<5 {
      let got = try await client.got(url)
      #expect(got.text == "one")
      #expect(got.cache == "Trema; hit; ttl=-10; detail=stale-while-revalidate")
    }
    gate.open()
    #expect(await eventually { cache.keysBeingValidated.value.isEmpty })
    #expect(try await client.got(url).cache == "Trema; hit; ttl=10")
    #expect(try await client.got(url).text == "two")
    #expect(origin.requests.count == 2)
    #expect(origin.requests[1].fields[.ifNoneMatch] == "\"1\"")

    // A 304, and a failure, which changes nothing.
    origin.time.advance(by: .seconds(20))
    origin.answers("", [.cacheControl: "max-age=5, stale-while-revalidate=60"], 304)
    _ = try await client.got(url)
    #expect(await eventually { cache.keysBeingValidated.value.isEmpty })
    #expect(try await client.got(url).cache == "Trema; hit; ttl=5")
    origin.time.advance(by: .seconds(20))
    origin.answers("sorry", [:], 503)
    _ = try await client.got(url)
    #expect(await eventually { cache.keysBeingValidated.value.isEmpty })
    #expect(try await client.got(url).text == "two")
    #expect(await eventually { cache.keysBeingValidated.value.isEmpty })
  }

  @Test func `a late validation does not replace a newer entry`() async throws {
    let cache = Cache()
    let client = origin.client(cache)
    origin.answers("one", [.cacheControl: "max-age=10, stale-while-revalidate=60"])
    _ = try await client.got(url)
    origin.time.advance(by: .seconds(20))
    let gate = Latch()
    let numbers = LockedValue(1)
    origin.answers { request throws(TransportError) in
      let number = numbers.withLock { number in
        number += 1
        return number
      }
      if number == 2 { await gate.wait() }
      return HTTPResponse(
        HTTPResponseHead(.ok, fields: [.cacheControl: "max-age=10"], url: request.target),
        body: .bytes(Array("\(number)".utf8)))
    }
    #expect(try await client.got(url).text == "one")
    #expect(await eventually { numbers.value == 2 })
    #expect(try await client.got(.get(url).cachePolicy(.reload)).text == "3")
    gate.open()
    #expect(await eventually { cache.keysBeingValidated.value.isEmpty })
    #expect(try await client.got(url).text == "3")
  }

  @Test func `a background validation has a deadline`() async throws {
    let cache = Cache(options: CacheOptions(backgroundTimeout: .seconds(7)))
    let time = origin.time
    let isFirst = LockedValue(true)
    var client = HTTPClient(
      transport: TestTransport { (request, _, _) throws(TransportError) in
        if !isFirst.exchange(false) {
          do { try await Task.sleep(for: .seconds(3600)) } catch {
            throw TransportError(.cancelled)
          }
        }
        return HTTPResponse(
          HTTPResponseHead(
            .ok, fields: [.cacheControl: "max-age=1, stale-while-revalidate=600"],
            url: request.target), body: .bytes([1]))
      }
    ).adding(cache)
    client.clock = time.clock
    _ = try await client.got(url)
    time.advance(by: .seconds(5))
    #expect(try await client.got(url).cache.contains("hit"))
    #expect(await eventually { time.sleepers > 0 })
    #expect(cache.keysBeingValidated.value.count == 1)
    time.advance(by: .seconds(7))
    #expect(await eventually { cache.keysBeingValidated.value.isEmpty })
  }

  @Test func `Vary distinguishes stored responses`() async throws {
    let client = origin.client(Cache())
    origin.answers { request throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(
          .ok, fields: [.cacheControl: "max-age=60", "Vary": "Accept-Language"],
          url: request.target),
        body: .bytes(Array((request.fields[.acceptLanguage] ?? "").utf8)))
    }
    func got(_ language: String) async throws -> Got {
      try await client.got(.get(url).header("Accept-Language", language))
    }
    _ = try await got("de")
    #expect(try await got("de").cache == "Trema; hit; ttl=60")
    let other = try await got("fr")
    #expect(other.text == "fr" && other.cache == "Trema; fwd=vary-miss; stored")
  }

  @Test(arguments: Kind.allCases)
  func `a streamed body is stored only after it was read to its end`(_ kind: Kind)
    async throws
  {
    let folder = try TemporaryFolder()
    let cache = Cache(store: store(kind, folder))
    let client = origin.client(cache)
    let pieces = (0..<5).map { [UInt8](repeating: UInt8($0), count: 40_000) }
    let sources = LockedValue<[CachePieces]>([])
    let failure = LockedValue<TransportError?>(nil)
    let declared = LockedValue<String?>(nil)
    origin.answers { request throws(TransportError) in
      let source = CachePieces(pieces, failure: failure.value)
      sources.withLock { $0.append(source) }
      var head = HTTPResponseHead(.ok, fields: [.cacheControl: "max-age=60"], url: request.target)
      head.fields[.contentLength] = declared.value
      return HTTPResponse(head, body: .stream(source))
    }
    func isKept() async throws -> Bool {
      do {
        return try await client.got(.get(url).cachePolicy(.cacheOnly)).text.utf8.count > 0
      } catch { return false }
    }
    // The body is read halfway: nothing was read ahead, and nothing is stored.
    do {
      let response = try await client.send(.get(url).response)
      let source = response.body
      for count in 1...3 {
        #expect(try await source.next() == pieces[count - 1])
        #expect(sources.value[0].read.value == count)
      }
      #expect(try await !isKept())
      source.cancel()
      #expect(sources.value[0].isCancelled.value)
    }
    #expect(try await !isKept())
    // The body is cut, and shorter than declared.
    failure.value = TransportError(.truncatedBody)
    do {
      let response = try await client.send(.get(url).response)
      await #expect(throws: NetworkError.self) { try await response.body.collect(upTo: .max) }
    }
    #expect(try await !isKept())
    failure.value = nil
    declared.value = "200001"
    for _ in 0..<2 { _ = try await client.send(.get(url).response).body.collect(upTo: .max) }
    _ = try await client.got(url)
    #expect(try await !isKept())
    declared.value = "200000"
    let whole = try await client.send(.get(url).response).body.collect(upTo: .max)
    #expect(whole == Array(pieces.joined()))
    #expect(try await isKept())
    let count = origin.requests.count
    // The stored body is read as a stream, as a whole, and by a reader that stops.
    let again = try await client.send(.get(url).response)
    #expect(again.head.fields[.cacheStatus] == "Trema; hit; ttl=60")
    #expect(try await again.body.collect(upTo: .max) == whole)
    #expect(try await client.send(.get(url).bytes) == whole)
    let stopped = try await client.send(.get(url).response)
    stopped.body.cancel()
    if kind == .disk {
      await #expect(throws: NetworkError.self) { try await stopped.body.next() }
    }
    #expect(origin.requests.count == count)
    #expect(cache.problems.count == 0)
    if kind == .disk {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/cache")
      #expect(names.count == 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a body larger than the entry limit is returned whole but not stored`(_ kind: Kind)
    async throws
  {
    let folder = try TemporaryFolder()
    let store: any CacheStore =
      kind == .memory
      ? MemoryCacheStore(limit: 1000, entryLimit: 100)
      : DiskCacheStore(folder: folder.path, limit: 100_000, entryLimit: 100)
    let client = origin.client(Cache(store: store))
    origin.answers { request throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(.ok, fields: [.cacheControl: "max-age=60"], url: request.target),
        body: .stream(
          CachePieces([[UInt8](repeating: 1, count: 60), [UInt8](repeating: 2, count: 60)])))
    }
    #expect(try await client.send(.get(url).response).body.collect(upTo: .max).count == 120)
    let got = try await client.got(url)
    #expect(got.text.utf8.count == 120 && got.cache == "Trema; fwd=uri-miss")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `the body limit of a request applies to stored bodies`() async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: DiskCacheStore(folder: folder.path)))
    let text = String(repeating: "x", count: 100_000)
    origin.answers(text, [.cacheControl: "max-age=60"])
    #expect(try await client.got(url).text == text)
    do {
      _ = try await client.got(.get(url).responseLimit(99_999))
      Issue.record("it was taken")
    } catch {
      guard case .transport(let reason) = error.kind else { throw error }
      #expect(reason.kind == .bodyTooLarge(limit: 99_999))
    }
    #expect(try await client.got(.get(url).responseLimit(100_000)).text == text)
    #expect(origin.requests.count == 1)
  }

  @Test func `the cache is added and removed with one line`() async throws {
    let client = origin.client(Cache())
    #expect(client.description.contains("interceptors 'Cache'"))
    origin.answers("one", [.cacheControl: "max-age=60"])
    _ = try await client.got(url)
    #expect(try await client.got(.get(url).skipping(interceptor: "Cache")).cache.isEmpty)
    #expect(try await client.removing(interceptor: "Cache").got(url).cache.isEmpty)
    #expect(origin.requests.count == 3)
  }

  /// A store that counts removals.
  private final class Counting: CacheStore {
    private let store = MemoryCacheStore()
    let removals = LockedValue(0)

    func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry? {
      try await store.entry(for: key)
    }

    func writer(
      for key: CacheKey, _ response: StoredResponse, length: Int?
    ) async throws(CacheProblem) -> (any CacheWriter)? {
      try await store.writer(for: key, response, length: length)
    }

    func replace(
      _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
    ) async throws(CacheProblem) { try await store.replace(old, by: new, for: key) }

    func remove(_ key: CacheKey) async throws(CacheProblem) {
      removals.withLock { $0 += 1 }
      try await store.remove(key)
    }

    func removeAll(ofResource key: CacheKey) async throws(CacheProblem) {
      removals.withLock { $0 += 1 }
      try await store.removeAll(ofResource: key)
    }

    func removeAll() async throws(CacheProblem) { try await store.removeAll() }
  }

  @Test func `removing reports whether the entry existed`() async throws {
    let store = Counting()
    let client = origin.client(Cache(store: store))
    origin.answers("new", [.cacheControl: "no-store"])
    #expect(try await client.got(url).cache == "Trema; fwd=uri-miss")
    #expect(store.removals.value == 0)
    origin.answers("old", [.cacheControl: "max-age=60"])
    #expect(try await client.got(url).cache == "Trema; fwd=uri-miss; stored")
    #expect(try await client.got(url).cache.contains("hit"))
    origin.answers("new", [.cacheControl: "no-store"])
    #expect(try await client.got(.get(url).cachePolicy(.reload)).text == "new")
    #expect(store.removals.value == 1)
    #expect(try await client.got(url).cache == "Trema; fwd=uri-miss")
  }

  @Test func `memory is limited, and the least recently used entry is removed first`() async throws
  {
    let store = MemoryCacheStore(limit: 10_000)
    let client = origin.client(Cache(store: store))
    origin.answers(String(repeating: "x", count: 1000), [.cacheControl: "max-age=60"])
    for number in 0..<5 { _ = try await client.got("https://a.example/\(number)") }
    for number in 5..<200 {
      _ = try await client.got("https://a.example/\(number)")
      #expect(store.size <= 10_000)
      // An entry that is used again and again stays.
      #expect(try await client.got("https://a.example/0").cache.contains("hit"))
    }
    #expect(store.count == 9)
    #expect(try await client.got("https://a.example/199").cache.contains("hit"))
    #expect(try await client.got("https://a.example/1").cache.contains("miss"))
    try await store.removeAll()
    #expect(store.count == 0 && store.size == 0)
  }
}
