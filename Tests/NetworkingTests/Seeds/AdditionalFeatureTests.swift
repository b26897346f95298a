import Testing

/// Features that none of the five libraries has.
@Suite struct AdditionalFeatureTests {
  private static let table: SeedTable = [
    "Streaming body, SSE, JSON lines": [
      "../Streams/EventStreamTests.swift: cut at every byte, all events come once",
      "../Streams/LineTests.swift: json lines, split at every byte",
    ],
    "Compress request body": ["../Flow/CompressionTests.swift: httpbin sees the same"],
    "async/await": ["GirdersTests.swift: a response has a head, and a value"],
    "Around-chain (`next`), may call it again": [
      "../InterceptorTests.swift: each time that it is sent is counted"
    ],
    "Retry: limit, backoff, idempotent methods, status/error lists": [
      "../Retry/RetryTests.swift: what passes is sent again until it does"
    ],
    "Pinning by SPKI hash": [
      "../../TremaCurlTests/CurlTLSTests.swift: a pin is of the server's own key, and one of several is enough"
    ],
    "Redirect policy; max; strip credentials": [
      "../Redirects/RedirectServerTests.swift: another port is another origin, and gets no secret"
    ],
    "Cookie jar of its own": [
      "../Cookies/CookieJarTests.swift: cookies expire, at the latest after 400 days"
    ],
    "Reachability / wait when offline": [
      "../Flow/OfflineTests.swift: a request waits until there is a network"
    ],
    "De-duplicate same in-flight request": [
      "../Flow/DeduplicationTests.swift: who asks for the same at once gets one answer, and a server one request"
    ],
  ]

  @Test func `every row has its test`() throws {
    // No transport supports it.
    let rows = SeedRows.ofNone.subtracting(["WebSocket"])
    try SeedRows.check(Self.table, rows, file: #filePath)
  }
}
