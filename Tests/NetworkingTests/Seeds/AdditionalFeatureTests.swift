import Testing

/// Features that none of the five libraries has.
@Suite struct AdditionalFeatureTests {
  private static let table: SeedTable = [
    "Streaming body, SSE, JSON lines": [
      "../Streams/EventStreamTests.swift: each event arrives once, wherever the connection is cut",
      "../Streams/LineTests.swift: JSON lines are decoded wherever the body is split",
    ],
    "Compress request body": ["../Flow/CompressionTests.swift: httpbin receives a compressed body"],
    "async/await": ["GirdersTests.swift: a response has a head and a value"],
    "Around-chain (`next`), may call it again": [
      "../InterceptorTests.swift: every attempt is counted"
    ],
    "Retry: limit, backoff, idempotent methods, status/error lists": [
      "../Retry/RetryTests.swift: a transient failure is retried until it succeeds"
    ],
    "Pinning by SPKI hash": [
      "../../TremaCurlTests/CurlTLSTests.swift: a pin applies to the server's own key, and one match is enough"
    ],
    "Redirect policy; max; strip credentials": [
      "../Redirects/RedirectServerTests.swift: a different port is a different origin and gets no secrets"
    ],
    "Cookie jar of its own": [
      "../Cookies/CookieJarTests.swift: cookies expire after at most 400 days"
    ],
    "Reachability / wait when offline": [
      "../Flow/OfflineTests.swift: a request waits until the network is available"
    ],
    "De-duplicate same in-flight request": [
      "../Flow/DeduplicationTests.swift: concurrent identical requests share one response"
    ],
  ]

  @Test func `every row has a test`() throws {
    // No transport supports it.
    let rows = SeedRows.ofNone.subtracting(["WebSocket"])
    try SeedRows.check(Self.table, rows, file: #filePath)
  }
}
