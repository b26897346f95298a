import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

/// Attacks on partial content by a server, a store or a reader.
@Suite struct CachePartAttackTests {
  private let origin = CacheOrigin()
  private let url = "https://a.example/x"
  private let store = MemoryCacheStore()
  private var client: HTTPClient { origin.client(Cache(store: store)) }

  private func part(_ range: String) -> RequestBuilder<BodyForbidden> { .get(url).range(range) }

  /// Fields that break a part, by the kind of mistake; `nil` removes a field.
  private static let broken: [(String, [(HTTPFields.Name, String?)])] = [
    ("no range", [("Content-Range", nil)]),
    ("two ranges", [("Content-Range", "bytes 0-3/10, bytes 4-5/10")]),
    ("negative", [("Content-Range", "bytes -1-3/10")]),
    ("last before first", [("Content-Range", "bytes 3-0/10")]),
    ("total at the end", [("Content-Range", "bytes 0-3/3")]),
    ("total of zero", [("Content-Range", "bytes 0-0/0")]),
    ("unknown total", [("Content-Range", "bytes 0-3/*")]),
    ("no bytes", [("Content-Range", "bytes */10")]),
    (
      "overflow of the last", [("Content-Range", "bytes 0-9223372036854775807/9223372036854775807")]
    ),
    ("overflow of the total", [("Content-Range", "bytes 0-3/9223372036854775808")]),
    ("huge", [("Content-Range", "bytes 9223372036854775805-9223372036854775806/*")]),
    ("another unit", [("Content-Range", "lines 0-3/10")]),
    ("shorter than it says", [("Content-Range", "bytes 0-4/10")]),
    ("longer than it says", [("Content-Range", "bytes 0-2/10")]),
    ("shorter, without a length", [("Content-Range", "bytes 0-4/10"), (.contentLength, nil)]),
    ("longer, without a length", [("Content-Range", "bytes 0-2/10"), (.contentLength, nil)]),
    ("a length that is none", [(.contentLength, "x")]),
    ("coded", [(.contentEncoding, "gzip")]),
    ("multipart", [(.contentType, "Multipart/ByteRanges; boundary=x")]),
    ("a weak tag", [(.etag, "W/\"1\"")]),
    (
      "a weak tag beside a strong date",
      [
        (.etag, "W/\"1\""), (.lastModified, "Sun, 06 Nov 1994 08:00:00 GMT"),
        (.date, "Sun, 06 Nov 1994 09:00:00 GMT"),
      ]
    ),
    ("no tag", [(.etag, nil)]),
    (
      "a date of the same second",
      [
        (.etag, nil), (.lastModified, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (.date, "Sun, 06 Nov 1994 08:49:37 GMT"),
      ]
    ),
    ("a date without a time", [(.etag, nil), (.lastModified, "Sun, 06 Nov 1994 08:49:37 GMT")]),
    ("no store", [(.cacheControl, "no-store")]),
    ("varies by all", [("Vary", "*")]),
    ("a tag that is not kept", [(.cacheControl, "max-age=60, no-cache=\"ETag\"")]),
  ]

  private static func breaks(
    _ changes: [(HTTPFields.Name, String?)], _ response: inout HTTPResponse
  ) {
    for (name, value) in changes { response.head.fields[name] = value }
  }

  @Test(arguments: [nil, 3])
  func `an invalid partial response is returned but not used`(_ pieces: Int?) async throws {
    for (what, changes) in Self.broken {
      try await store.removeAll()
      origin.serves(.init(pieceLength: pieces) { response, _ in Self.breaks(changes, &response) })
      let first = try await client.send(part("0-3").accepting(100...599).response)
      #expect(first.head.status == 206)
      #expect(try await first.body.collect(upTo: .max) == Array("0123".utf8), "\(what)")
      origin.serves(.init(pieceLength: pieces))
      let count = origin.requests.count
      let whole = try await client.got(url)
      #expect(whole.status == .ok && whole.text == "0123456789", "\(what)")
      #expect(origin.requests.count == count + 1 && origin.lastCondition == " | ", "\(what)")
    }
  }

  @Test(arguments: [nil, 3])
  func `if the second part does not match, the whole content is requested`(_ pieces: Int?)
    async throws
  {
    let changes =
      Self.broken.filter { !$0.0.contains("no store") && !$0.0.contains("varies") } + [
        ("another tag", [(.etag, "\"2\"")]),
        (
          "a date for a tag",
          [
            (.etag, nil), (.lastModified, "Sun, 06 Nov 1994 08:00:00 GMT"),
            (.date, "Sun, 06 Nov 1994 09:00:00 GMT"),
          ]
        ),
        ("another total", [("Content-Range", "bytes 4-9/11")]),
        ("an earlier range", [("Content-Range", "bytes 3-8/10")]),
        ("less than the rest", [("Content-Range", "bytes 4-8/10"), (.contentLength, nil)]),
        ("more than is asked for", [("Content-Range", "bytes 4-10/11")]),
      ]
    for (what, fields) in changes where what != "a tag that is not kept" {
      // With a stream, the length of the body is known only later.
      if pieces != nil, what.contains("without a length") { continue }
      try await store.removeAll()
      origin.serves(.init(pieceLength: pieces))
      _ = try await client.send(part("0-3").bytes)
      origin.serves(
        .init(text: "ABCDEFGHIJ", pieceLength: pieces) { response, request in
          if request.fields.contains(.range) { Self.breaks(fields, &response) }
        })
      let whole = try await client.got(url)
      #expect(whole.status == .ok && whole.text == "ABCDEFGHIJ", "\(what): \(whole)")
      #expect(origin.requests.suffix(2).first?.fields[.range] == "bytes=4-", "\(what)")
      #expect(origin.lastCondition == " | ", "\(what)")
      #expect(try await client.got(url).text == "ABCDEFGHIJ", "\(what)")
    }
  }

  @Test
  func `a second part that may not be stored is joined but not stored`() async throws {
    for fields: HTTPFields in [
      [.cacheControl: "no-store", .etag: "\"1\""],
      [.cacheControl: "max-age=60", .etag: "\"1\"", "Vary": "*"],
      [.cacheControl: "max-age=60", .etag: "\"1\"", .setCookie: "a=1"],
    ] {
      origin.serves(.init())
      _ = try await client.got(part("0-3"))
      origin.serves(.init(fields: fields))
      let whole = try await client.got(url)
      #expect(whole.text == "0123456789" && whole.cache == "Trema; fwd=partial; fwd-status=206")
      #expect(whole.fields[.setCookie] == fields[.setCookie])
      #expect(store.count == 0)
    }
  }

  @Test func `a truncated, overlong or cancelled remainder leaves the part unchanged`() async throws
  {
    func begin() async throws {
      try await store.removeAll()
      origin.serves(.init())
      _ = try await client.got(part("0-3"))
    }
    func isUnchanged() async throws -> Bool {
      let got = try await client.got(part("0-3").cachePolicy(.cacheOnly))
      let whole = try? await client.got(.get(url).cachePolicy(.cacheOnly))
      return got.text == "0123" && whole == nil
    }
    for pieces: [[UInt8]] in [
      [Array("45".utf8)], [Array("456789".utf8), [0x41]], [], [Array("456789AB".utf8)],
    ] {
      try await begin()
      origin.serves(
        .init { response, _ in
          response.head.fields[.contentLength] = nil
          response.body = .stream(CachePieces(pieces))
        })
      let response = try await client.send(.get(url).response)
      await #expect(throws: NetworkError.self) { try await response.body.collect(upTo: .max) }
      #expect(try await isUnchanged(), "\(pieces)")
    }
    try await begin()
    let source = CachePieces([Array("45".utf8), Array("6789".utf8)])
    origin.serves(.init { response, _ in response.body = .stream(source) })
    let response = try await client.send(.get(url).response)
    let body = response.body
    #expect(try await body.next() == Array("0123".utf8))
    #expect(try await body.next() == Array("45".utf8))
    body.cancel()
    #expect(source.isCancelled.value)
    #expect(try await isUnchanged())
    // The server is unreachable.
    origin.fails(.cannotConnect)
    await #expect(throws: NetworkError.self) { try await client.got(url) }
    #expect(try await isUnchanged())
    origin.answers("sorry", [:], 503)
    #expect(try await client.got(url).status == 503)
    #expect(try await isUnchanged())
    origin.answers("gone", [:], 404)
    #expect(try await client.got(url).status == 404)
    await #expect(throws: NetworkError.self) {
      try await client.got(part("0-3").cachePolicy(.cacheOnly))
    }
  }

  @Test func `a full disk loses no bytes, and the part remains stored`() async throws {
    let store = FullCacheStore()
    let cache = Cache(store: store)
    let client = origin.client(cache)
    origin.serves(.init(pieceLength: 3))
    _ = try await client.send(part("0-3").bytes)
    store.isFull.value = true
    let streamed = try await client.send(.get(url).response)
    #expect(try await streamed.body.collect(upTo: .max) == Array("0123456789".utf8))
    #expect(try await client.got(url).text == "0123456789")
    #expect(cache.problems.count == 2 && cache.problems.last?.action == .write)
    store.isFull.value = false
    #expect(try await client.got(part("1-2")).cache.contains("hit"))
    #expect(try await client.got(url).cache == "Trema; fwd=partial; fwd-status=206; stored")
    #expect(try await client.got(url).cache.contains("hit"))
  }

  @Test func `content that changes while the remainder arrives is not stored`() async throws {
    origin.serves(.init(pieceLength: 3))
    _ = try await client.send(part("0-3").bytes)
    let reading = try await client.send(.get(url).response)
    let body = reading.body
    #expect(try await body.next() == Array("0123".utf8))
    try await client.send(.delete(url).empty)
    #expect(store.count == 0)
    while try await body.next() != nil {}
    #expect(store.count == 0)
  }

  @Test func `users and variants do not share parts, and the entry limit applies`() async throws {
    var content = CacheOrigin.Content()
    content.fields["Vary"] = "Accept-Language"
    origin.serves(content)
    let german = part("0-3").header("Accept-Language", "de")
    _ = try await client.got(german)
    #expect(try await client.got(german).cache.contains("hit"))
    let french = try await client.got(part("0-3").header("Accept-Language", "fr"))
    #expect(french.cache == "Trema; fwd=vary-miss; stored")
    let whole = try await client.got(.get(url).header("Accept-Language", "it"))
    #expect(whole.cache == "Trema; fwd=vary-miss; stored" && origin.lastCondition == " | ")
    _ = try await client.got(.get(url).header("Accept-Language", "fr"))
    #expect(origin.lastCondition == "bytes=4- | \"1\"")
    #expect(try await client.got(.get(url).header("Accept-Language", "fr")).cache.contains("hit"))

    origin.serves(.init())
    try await store.removeAll()
    _ = try await client.got(part("0-3").header("Authorization", "ann"))
    for user in ["ben", nil] {
      let draft = user.map { part("0-3").header("Authorization", $0) } ?? part("0-3")
      #expect(try await client.got(draft).cache == "Trema; fwd=uri-miss; stored")
    }

    let small = MemoryCacheStore(limit: 10_000, entryLimit: 6)
    let limited = origin.client(Cache(store: small))
    #expect(try await limited.got(part("0-6")).cache == "Trema; fwd=uri-miss")
    #expect(try await limited.got(part("0-3")).cache == "Trema; fwd=uri-miss; stored")
    let long = try await limited.got(url)
    #expect(long.text == "0123456789" && long.cache == "Trema; fwd=partial; fwd-status=206")
  }

  @Test func `a strong date is a validator, and must match in the second part`() async throws {
    let date = "Sun, 06 Nov 1994 08:00:00 GMT"
    let fields: HTTPFields = [
      .cacheControl: "max-age=60", .lastModified: date, .date: origin.date,
    ]
    origin.serves(.init(fields: fields))
    _ = try await client.got(part("0-3"))
    #expect(try await client.got(url).cache.contains("fwd=partial; fwd-status=206; stored"))
    #expect(origin.lastCondition == "bytes=4- | \(date)")
    try await client.send(.post(url).empty)
    _ = try await client.got(part("0-3"))
    origin.serves(
      .init(text: "ABCDEFGHIJ", fields: fields) { response, request in
        if request.fields.contains(.range) { response.head.fields[.lastModified] = nil }
      })
    #expect(try await client.got(url).text == "ABCDEFGHIJ")
    #expect(origin.lastCondition == " | ")
  }
}
