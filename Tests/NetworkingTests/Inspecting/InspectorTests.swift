import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct InspectorTests {
  private static let secret = "planted-secret-7Lp"

  private struct Again: Interceptor {
    var phase: InterceptorPhase { .retry }

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      let response = try await next(request)
      guard response.status == 503 else { return response }
      response.body.cancel()
      return try await next(request)
    }
  }

  @Test func `every attempt and every failure is recorded`() async throws {
    let mock = MockTransport(
      .on(.get, "/x", .status(503), .text("Soup")), .on(.get, "/y", .failure(.connectionLost)))
    let inspector = NetworkInspector()
    let client = HTTPClient(baseURL: "http://h", transport: mock).adding(inspector).adding(Again())
    #expect(client.description == "http://h: interceptors 'Again', 'NetworkInspector' → mock")
    #expect(try await client.send(RequestBuilder.get("x").text) == "Soup")
    await #expect(throws: NetworkError.self) { try await client.send(RequestBuilder.get("y").text) }
    let seen = inspector.exchanges
    #expect(seen.map { $0.response?.status.code } == [503, 200, nil])
    #expect(seen.map(\.attempt) == [1, 2, 1])
    #expect(seen.map(\.isOver) == [true, true, true])
    #expect(seen[2].error?.kind == .connectionLost)
    #expect(seen.allSatisfy { $0.metrics != nil })
    let archive = try HTTPArchive(har: inspector.har())
    #expect(archive.exchanges.map(\.attempt) == [1, 2, 1])
    inspector.removeAll()
    #expect(inspector.exchanges.isEmpty)
    #expect(client.removing(interceptor: "NetworkInspector").description.contains("Again"))
  }

  private struct KeptLog: NetworkLog {
    let lines = LockedValue<[String]>([])

    func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
      lines.withLock { $0 += [message] + metadata.map { "\($0.name): \($0.value)" } }
    }
  }

  @Test func `every hop of a redirect is recorded without secrets in its URL`() async throws {
    let secret = Self.secret
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      guard request.target.hasSuffix("/x") else { return response(to: request, .ok, "{}") }
      var response = response(to: request, .found)
      response.head.fields[.location] =
        "/y;jsessionid=\(secret)?code=\(secret)&next=http%3A%2F%2Fi%2F%3Ftoken%3D\(secret)#\(secret)"
      return response
    }
    let (inspector, log) = (NetworkInspector(), KeptLog())
    let client = HTTPClient(baseURL: "http://h", transport: transport)
      .adding(Redirects()).adding(inspector)
      .adding(Logging(to: log, detail: .bodies(limit: 1000)))
    _ = try await client.send(RequestBuilder.get("x").text)
    let seen = inspector.exchanges
    #expect(seen.map { $0.response?.status.code } == [302, 200])
    #expect(seen[1].request.target.contains(secret))
    let har = String(decoding: inspector.har(), as: UTF8.self)
    #expect(har.contains(#""redirectURL": "/y;jsessionid=%3Credacted%3E?code="#))
    let shown =
      [har, inspector.table(width: 300)] + seen.map { $0.curl() } + seen.map { "\($0)" }
      + log.lines.value
    for text in shown { #expect(!text.contains(secret), "\(text)") }
  }

  @Test func `the newest exchanges are kept up to the limits of count and size`() async throws {
    let mock = MockTransport(.any(.bytes([UInt8](repeating: 0x61, count: 3000))))
    let few = NetworkInspector(count: 3)
    let small = NetworkInspector(bytes: 9000)
    let blind = NetworkInspector(bodyLimit: 2999)
    let client = HTTPClient(baseURL: "http://h", transport: mock)
      .adding(few).adding(small).adding(blind)
    for number in 1...5 { _ = try await client.send(RequestBuilder.get("\(number)").bytes) }
    #expect(few.exchanges.map(\.request.target) == ["http://h/3", "http://h/4", "http://h/5"])
    #expect(small.exchanges.map(\.request.target) == ["http://h/4", "http://h/5"])
    #expect(blind.exchanges.count == 5)
    #expect(blind.exchanges.allSatisfy { $0.responseBody.bytes == nil })
    #expect(blind.exchanges.allSatisfy { $0.responseBody.absence == .tooLong })
    #expect(blind.exchanges.allSatisfy { $0.responseBody.count == 3000 })
    // A single exchange that is larger than the whole limit.
    let none = NetworkInspector(bytes: 100)
    _ = try await HTTPClient(transport: mock).adding(none).send(
      RequestBuilder.get("http://h/").bytes)
    #expect(none.exchanges.isEmpty)
  }

  @Test func `eviction keeps the order of exchanges`() async throws {
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let isLarge = request.target.contains("large")
      return response(to: request, .ok, String(repeating: "a", count: isLarge ? 8_000 : 1))
    }
    let inspector = NetworkInspector(count: 100, bytes: 150_000)
    let client = HTTPClient(baseURL: "http://h", transport: transport).adding(inspector)
    var sent: [String] = []
    for number in 0..<300 {
      let target = "/\(number)\(number < 50 ? "-large" : "")"
      try await client.send(.get(target).empty)
      sent.append("http://h\(target)")
      let kept = inspector.exchanges.map(\.request.target)
      #expect(kept == sent.suffix(kept.count))
      #expect(number < 50 ? kept.count <= 20 : kept.count <= 100)
    }
    #expect(inspector.exchanges.count == 100)
    #expect(inspector.exchanges.allSatisfy { $0.isOver && $0.response != nil })
  }

  @Test func `a stream is recorded while it is read`() async throws {
    let mock = MockTransport(
      .any(.chunks([Array("ab".utf8), Array("c".utf8)], every: .milliseconds(20))))
    let inspector = NetworkInspector()
    let client = HTTPClient(transport: mock).adding(inspector)
    let response = try await client.send(RequestBuilder.get("http://h/").response)
    #expect(inspector.exchanges.map(\.isOver) == [false])
    #expect(inspector.table().contains("200 …"))
    for try await _ in response.body {}
    #expect(inspector.exchanges.map(\.isOver) == [true])
    #expect(inspector.exchanges[0].responseBody.bytes == Array("abc".utf8))
    // The duration extends to the end of the body, not to the head.
    #expect(try #require(inspector.exchanges[0].metrics).total >= .milliseconds(40))
  }

  @Test func `observers receive changes until the inspector is released`() async throws {
    let mock = MockTransport(.any())
    var inspector: NetworkInspector? = NetworkInspector()
    let changes = try #require(inspector?.changes)
    let told = Task {
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    if let inspector {
      try await HTTPClient(transport: mock).adding(inspector).send(
        RequestBuilder.get("http://h/").empty)
    }
    inspector = nil
    #expect(await told.value >= 1)
  }

  @Test func `tables are aligned, and hostile URLs and fields are escaped`() {
    func exchange(
      _ target: String, _ status: Int?, by method: HTTPMethod = .get, count: Int = 0,
      total: Duration = .milliseconds(12)
    ) -> RecordedExchange {
      var exchange = RecordedExchange(
        HTTPRequest(method, target), start: Date(timeIntervalSince1970: 0))
      exchange.response = status.map { HTTPResponseHead(HTTPStatus($0)) }
      exchange.responseBody.count = Int64(count)
      exchange.metrics = TransportMetrics(total: total)
      exchange.isOver = true
      return exchange
    }
    let inspector = NetworkInspector()
    #expect(inspector.table() == "method  status  where  time  size\n")
    var failed = exchange("http://h/\u{1B}[31mred\u{7}\u{9B}", nil)
    failed.error = TransportError(.malformedResponse("食品\u{1B}]0;x\u{7}食品"))
    let rows = [
      exchange("https://u:p@example.com:8443/a/b?token=\(Self.secret)#x", 200, count: 999),
      exchange(
        "https://h/" + String(repeating: "long/", count: 100), 404, by: .delete, count: 123_456),
      exchange("https://食品.example/" + String(repeating: "食", count: 80), 200, total: .seconds(3)),
      failed,
    ]
    for width in [20, 60, 80, 120] {
      let table = TableText.of(rows, width: width)
      #expect(
        !table.unicodeScalars.contains {
          $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
        })
      #expect(!table.contains(Self.secret))
      let lines = table.split(separator: "\n")
      #expect(lines.count == 5)
      let widths = Set(lines.map { TableText.columns(String($0)) })
      #expect(widths.count == 1, "\(table)")
      if width >= 80 { #expect(widths.allSatisfy { $0 <= width }, "\(table)") }
    }
    let table = TableText.of(rows, width: 80)
    #expect(table.contains("example.com:8443/a/b?…"))
    #expect(table.contains("999 B"))
    #expect(table.contains("123 kB"))
    #expect(table.contains("3.0 s"))
    #expect(table.contains("long/lo"))
    #expect(table.contains("…"))
  }

  @Test func `no display or export contains a secret`() async throws {
    let secret = Self.secret
    let answer = MockResponse.json(
      text: #"{"access_token": "\#(secret)", "next": "http://h/?code=\#(secret)"}"#,
      fields: ["Set-Cookie": "id=\(secret)", "Location": "/x?token=\(secret)"])
    let mock = MockTransport(
      .on(.post, "/x", answer), .on(.post, "/z", .failure(.connectionLost, "why")))
    let lines = LockedValue<[String]>([])
    let log = PrintLog(to: { line in lines.withLock { $0.append(line) } })
    let inspector = NetworkInspector()
    let client = HTTPClient(baseURL: "http://h", transport: mock).adding(inspector)
      .adding(Logging(to: log, detail: .bodies(limit: 1000)))
    for path in ["x", "z"] {
      let draft = RequestBuilder.post("\(path)?token=\(secret)&a=1").bearer(secret)
        .header("X-Api-Key", secret).header("Cookie", "id=\(secret)")
      _ = try? await client.send(draft.json(["password": .init(secret)]).text)
      _ = try? await client.send(draft.form(["password": secret, "a": "1"]).text)
    }
    try #require(inspector.exchanges.count == 4)
    var shown = inspector.exchanges.flatMap { [$0.description, $0.curl()] } + lines.value
    shown += [inspector.table(width: 500), String(decoding: inspector.har(), as: UTF8.self)]
    shown += ["\(inspector)", "\(inspector.exchanges)", String(reflecting: inspector.exchanges)]
    var dumped = ""
    dump(inspector.exchanges, to: &dumped)
    dump(inspector, to: &dumped)
    shown.append(dumped)
    for text in shown {
      #expect(!text.contains(secret), "\(text)")
      #expect(!text.isEmpty)
    }
    #expect(lines.value.count == 8)
    #expect(inspector.exchanges[0].curl(redacting: .none).contains(secret))
    #expect(shown.contains { $0.contains("<redacted>") && $0.contains("a=1") })
  }
}

private enum TableText {
  static func of(_ exchanges: [RecordedExchange], width: Int) -> String {
    NetworkInspector.table(of: exchanges, width: width)
  }

  /// The width in columns. Wide letters of these tests are 食 and 品.
  static func columns(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + (["食", "品"].contains($1) ? 2 : 1) }
  }
}
