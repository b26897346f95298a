import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

/// Parts of a content: stored, used and completed. RFC 9111, sections 3.3 and 3.4.
@Suite struct CachePartTests {
  private let origin = CacheOrigin()
  private let url = "https://a.example/x"

  enum Kind: CaseIterable { case memory, disk }

  private func store(_ kind: Kind, _ folder: TemporaryFolder) -> any CacheStore {
    switch kind {
    case .memory: MemoryCacheStore()
    case .disk: DiskCacheStore(folder: folder.path + "/cache")
    }
  }

  private func part(_ range: String) -> RequestBuilder<BodyForbidden> { .get(url).range(range) }

  private let shared = MemoryCacheStore()
  private var client: HTTPClient { origin.client(Cache(store: shared)) }

  @Test(arguments: Kind.allCases)
  func `a fresh part serves the ranges that it contains`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.serves(.init())
    let first = try await client.got(part("4-8"))
    #expect(first.text == "45678" && first.cache == "Trema; fwd=uri-miss; stored")
    origin.time.advance(by: .seconds(20))
    for (range, text, content) in [
      ("4-8", "45678", "bytes 4-8/10"), ("5-6", "56", "bytes 5-6/10"), ("8-8", "8", "bytes 8-8/10"),
    ] {
      let got = try await client.got(part(range))
      #expect(got.status == 206 && got.text == text && got.cache == "Trema; hit; ttl=40", "\(got)")
      #expect(got.fields["Content-Range"] == content && got.fields["Age"] == "20")
      #expect(got.fields[.contentLength] == "\(text.utf8.count)")
      let streamed = try await client.send(part(range).response)
      #expect(try await streamed.body.collect(upTo: 99) == Array(text.utf8))
    }
    #expect(origin.requests.count == 1)
    // Ranges outside of the part, HEAD requests and stale parts are misses.
    for range in ["3-5", "0-", "-1", "-6", "9-9", "0-3"] {
      let count = origin.requests.count
      let alone = CacheOrigin()
      alone.serves(.init())
      let client = alone.client(Cache(store: store(kind, folder)))
      _ = try await client.got(.get("https://a.example/y").range("4-8"))
      let got = try await client.got(.get("https://a.example/y").range(range))
      #expect(!got.cache.contains("hit") && alone.requests.last?.fields[.range] != nil, "\(range)")
      #expect(origin.requests.count == count)
      try await client.send(.post("https://a.example/y").empty)
    }
    #expect(try await client.got(.head(url)).cache == "Trema; fwd=partial")
    origin.time.advance(by: .seconds(40))
    #expect(try await client.got(part("4-8")).cache == "Trema; fwd=stale; stored")
    #expect(origin.lastCondition == "bytes=4-8 | ")
  }

  @Test(arguments: Kind.allCases)
  func `a leading part is completed when the whole content is requested`(_ kind: Kind) async throws
  {
    let folder = try TemporaryFolder()
    let cache = Cache(store: store(kind, folder))
    let client = origin.client(cache)
    origin.serves(
      .init(fields: [
        .cacheControl: "max-age=60", .etag: "\"1\"", .contentType: "text/a", "X-A": "1", "X-B": "1",
      ]))
    _ = try await client.got(part("0-3"))
    origin.time.advance(by: .seconds(10))
    origin.serves(
      .init(fields: [.cacheControl: "max-age=30", .etag: "\"1\"", "X-A": "2", .contentType: "b/b"]))
    let whole = try await client.got(url)
    #expect(origin.lastCondition == "bytes=4- | \"1\"")
    #expect(whole.status == .ok && whole.text == "0123456789")
    #expect(whole.cache == "Trema; fwd=partial; fwd-status=206; stored")
    #expect(whole.fields["Content-Range"] == nil && whole.fields[.contentLength] == "10")
    // RFC 9111, section 3.4: new fields replace the stored ones, others stay.
    #expect(whole.fields["X-A"] == "2" && whole.fields["X-B"] == "1")
    #expect(whole.fields[.contentType] == "text/a")
    #expect(whole.fields[.cacheControl] == "max-age=30")
    let count = origin.requests.count
    let again = try await client.got(url)
    #expect(again.text == "0123456789" && again.cache == "Trema; hit; ttl=30")
    #expect(again.status == .ok && again.fields["X-B"] == "1")
    #expect(try await client.got(part("7-")).text == "789")
    #expect(try await client.got(.head(url)).cache.contains("hit"))
    #expect(origin.requests.count == count && cache.problems.count == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a range that begins in a part is completed`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.serves(.init())
    _ = try await client.got(part("0-3"))
    let second = try await client.got(part("2-6"))
    #expect(origin.lastCondition == "bytes=4-6 | \"1\"")
    #expect(second.status == 206 && second.text == "23456")
    #expect(second.fields["Content-Range"] == "bytes 2-6/10")
    #expect(second.fields[.contentLength] == "5")
    #expect(second.cache == "Trema; fwd=partial; stored")
    let inside = try await client.got(part("0-6"))
    #expect(inside.text == "0123456" && inside.cache == "Trema; hit; ttl=60")
    let last = try await client.got(part("5-"))
    #expect(origin.lastCondition == "bytes=7- | \"1\"")
    #expect(last.text == "56789" && last.fields["Content-Range"] == "bytes 5-9/10")
    let whole = try await client.got(url)
    #expect(whole.text == "0123456789" && whole.cache == "Trema; hit; ttl=60")
    #expect(whole.status == .ok && whole.fields["Content-Range"] == nil)
    #expect(origin.requests.count == 3)
  }

  @Test(arguments: Kind.allCases)
  func `streamed bodies are completed while they are read`(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let text = String((0..<40_000).map { Character("\($0 % 10)") })
    var content = CacheOrigin.Content(text: String(repeating: text, count: 5), pieceLength: 7000)
    content.fields["X-A"] = "1"
    let whole = Array(content.text.utf8)
    let client = origin.client(Cache(store: store(kind, folder)))
    origin.serves(content)
    func read(_ draft: RequestBuilder<BodyForbidden>) async throws -> ([UInt8], String) {
      let response = try await client.send(draft.response)
      let cache = response.head.fields[.cacheStatus] ?? ""
      return (try await response.body.collect(upTo: .max), cache)
    }
    // More than one chunk of the disk store.
    #expect(try await read(part("0-99999")).0 == Array(whole[..<100_000]))
    let range = try await read(part("50000-149999"))
    #expect(range.0 == Array(whole[50_000..<150_000]) && range.1.contains("partial"))
    #expect(origin.lastCondition == "bytes=100000-149999 | \"1\"")
    #expect(try await read(part("1-149999")).1.contains("hit"))
    // The body is not read to its end: the part stays as it was.
    let stopped = try await client.send(.get(url).response)
    let source = stopped.body
    #expect(try await source.next()?.first == UInt8(ascii: "0"))
    source.cancel()
    #expect(try await read(part("1-149999")).0 == Array(whole[1..<150_000]))
    let all = try await read(.get(url))
    #expect(all.0 == whole && all.1 == "Trema; fwd=partial; fwd-status=206")
    #expect(origin.lastCondition == "bytes=150000- | \"1\"")
    let again = try await read(.get(url))
    #expect(again.0 == whole && again.1 == "Trema; hit; ttl=60")
    // Completes a part on the disk, without a stream.
    try await client.send(.post(url).empty)
    _ = try await read(part("0-99999"))
    #expect(try await client.got(url).text == content.text)
    #expect(try await client.got(url).cache.contains("hit"))
  }

  @Test func `a part is replaced when the content changes`() async throws {
    origin.serves(.init())
    _ = try await client.got(part("0-3"))
    origin.serves(
      .init(text: "ABCDEFGH", fields: [.cacheControl: "max-age=60", .etag: "\"2\""]))
    let whole = try await client.got(url)
    #expect(whole.text == "ABCDEFGH" && whole.cache == "Trema; fwd=partial; stored")
    #expect(origin.requests.count == 2)
    #expect(try await client.got(part("0-3")).text == "ABCD")
    #expect(origin.requests.count == 2)
    // Requests a range, for which the server sends the whole.
    try await client.send(.post(url).empty)
    _ = try await client.got(part("0-3"))
    origin.serves(.init())
    let range = try await client.got(part("2-6"))
    #expect(range.status == .ok && range.text == "0123456789")
    #expect(try await client.got(url).cache.contains("hit"))
  }

  @Test func `a 206 with all bytes is stored as a complete response`() async throws {
    origin.serves(.init())
    #expect(try await client.got(part("0-")).status == 206)
    let whole = try await client.got(url)
    #expect(whole.status == .ok && whole.text == "0123456789" && whole.cache.contains("hit"))
    #expect(whole.fields["Content-Range"] == nil)
    origin.time.advance(by: .seconds(60))
    origin.answers("", [.cacheControl: "max-age=9", .etag: "\"1\""], .notModified)
    #expect(try await client.got(url).cache == "Trema; fwd=stale; fwd-status=304; ttl=9; stored")
    // A part does not replace a complete response.
    origin.time.advance(by: .seconds(60))
    origin.serves(.init())
    #expect(try await client.got(part("0-3")).cache == "Trema; fwd=bypass")
    #expect(try await client.got(.get(url).cachePolicy(.cacheOnly)).text == "0123456789")
  }

  @Test func `a stale part is validated by the 206 that completes it`() async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60, must-revalidate", .etag: "\"1\""]
    origin.serves(.init(fields: fields))
    _ = try await client.got(part("0-3"))
    origin.time.advance(by: .seconds(100))
    let whole = try await client.got(url)
    #expect(whole.text == "0123456789" && whole.cache == "Trema; fwd=stale; fwd-status=206; stored")
    #expect(whole.fields["Age"] == nil)
    #expect(try await client.got(url).cache == "Trema; hit; ttl=60")
  }

  @Test func `parts follow the cache policy of a request`() async throws {
    origin.serves(.init())
    _ = try await client.got(part("0-3"))
    for draft in [RequestBuilder<BodyForbidden>.get(url), part("2-6")] {
      await #expect(throws: NetworkError.self) {
        try await client.got(draft.cachePolicy(.cacheOnly))
      }
      let alone = try await client.got(draft.header("Cache-Control", "only-if-cached"))
      #expect(alone.status == .gatewayTimeout)
    }
    origin.time.advance(by: .seconds(100))
    let old = try await client.got(part("1-2").cachePolicy(.cacheOnly))
    #expect(old.text == "12" && old.cache == "Trema; hit; ttl=-40; detail=stale-is-accepted")
    #expect(origin.requests.count == 1)
    let reloaded = try await client.got(.get(url).cachePolicy(.reload))
    #expect(reloaded.cache == "Trema; fwd=request; stored" && origin.lastCondition == " | ")
    // The requests use no-cache, and no-store.
    try await client.send(.post(url).empty)
    _ = try await client.got(part("0-3"))
    _ = try await client.got(.get(url).header("Cache-Control", "no-cache"))
    #expect(origin.lastCondition == " | ")
    try await client.send(.post(url).empty)
    _ = try await client.got(part("0-3").header("Cache-Control", "no-store"))
    #expect(shared.count == 0)
    // The limit of a request applies to the joined parts.
    _ = try await client.got(part("0-3"))
    _ = try? await client.got(.get(url).responseLimit(9))
    #expect(origin.lastCondition == " | ")
  }
}
