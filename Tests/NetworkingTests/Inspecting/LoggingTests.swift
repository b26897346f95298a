import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct LoggingTests {
  private final class Lines: NetworkLog {
    let all = LockedValue<[(NetworkLogLevel, String, [NetworkLogItem])]>([])

    func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
      all.withLock { $0.append((level, message, metadata)) }
    }

    var levels: [NetworkLogLevel] { all.value.map(\.0) }
    var messages: [String] { all.value.map(\.1) }
    func names(_ index: Int) -> [String] { all.value[index].2.map(\.name) }
    func value(_ index: Int, _ name: String) -> String? {
      all.value[index].2.first { $0.name == name }?.value
    }
  }

  private func client(_ mock: MockTransport, _ logging: Logging) -> HTTPClient {
    let clock = VirtualClock(skipsWaiting: true)
    var client = HTTPClient(baseURL: "http://h", transport: mock).adding(logging)
    client.clock = clock.clock
    return client
  }

  @Test func `one line is logged before and one after each request`() async throws {
    let lines = Lines()
    let mock = MockTransport(
      .on(.get, "/a", .text("Soup")), .on(.get, "/b", .status(404)), .on(.get, "/c", .status(500)),
      .on(.get, "/d", .failure(.cannotConnect, "refused")), .on(.get, "/e", .status(302)))
    let client = client(mock, Logging(to: lines))
    for path in ["a?token=x&a=1", "b", "c", "d", "e"] {
      _ = try? await client.send(RequestBuilder.get(path).accepting(200...599).text)
    }
    #expect(
      lines.messages == [
        "→ GET http://h/a?token=%3Credacted%3E&a=1",
        "← 200 GET http://h/a?token=%3Credacted%3E&a=1, 0.0 ms, 4 bytes", "→ GET http://h/b",
        "← 404 GET http://h/b, 0.0 ms, 0 bytes", "→ GET http://h/c",
        "← 500 GET http://h/c, 0.0 ms, 0 bytes", "→ GET http://h/d",
        "✗ GET http://h/d, 0.0 ms: the server cannot be reached: refused", "→ GET http://h/e",
        "← 302 GET http://h/e, 0.0 ms, 0 bytes",
      ])
    #expect(
      lines.levels == [
        .debug, .info, .debug, .warning, .debug, .warning, .debug, .error, .debug, .info,
      ])
    #expect(lines.names(1) == ["method", "url", "attempt", "status", "duration"])
  }

  @Test func `fields and bodies are logged on request`() async throws {
    let mock = MockTransport(
      .any(.json(text: #"{"name": "Soup", "token": "x"}"#, fields: ["Set-Cookie": "id=x"])))
    let fields = Lines()
    let bodies = Lines()
    for logging in [
      Logging(to: fields, detail: .fields), Logging(to: bodies, detail: .bodies(limit: 12)),
    ] {
      let draft = RequestBuilder.post("a").text("ab\u{1B}[0m", type: "text/plain").bearer("x")
      _ = try await client(mock, logging).send(draft.bytes)
    }
    #expect(fields.value(0, "request.Authorization") == "<redacted>")
    #expect(fields.value(1, "response.Set-Cookie") == "id=<redacted>")
    #expect(fields.value(1, "response.Content-Type") == "application/json")
    #expect(fields.value(1, "response.body") == nil)
    #expect(bodies.value(0, "request.body") == #"ab\u{1B}[0m"#)
    #expect(bodies.value(1, "response.body") == #"{"name":"Sou…"#)
  }

  @Test func `binary bodies are logged by length, and streams are not consumed`()
    async throws
  {
    let lines = Lines()
    let mock = MockTransport(.any(.bytes([0xFF, 0xFE])))
    let client = client(mock, Logging(to: lines, detail: .bodies(limit: 10)))
    _ = try await client.send(RequestBuilder.get("a").bytes)
    #expect(lines.value(1, "response.body") == "2 bytes")
    let response = try await client.send(RequestBuilder.get("a").response)
    #expect(lines.messages.last?.hasSuffix("the body follows") == true)
    #expect(try await response.body.collect(upTo: 10) == [0xFF, 0xFE])
  }

  @Test func `a log for terminals prints whole lines from its level on`() async throws {
    let printed = LockedValue("")
    let log = PrintLog(from: .info, to: { text in printed.withLock { $0 += text } })
    let mock = MockTransport(.any(.text("Soup", fields: ["X-Evil": "a\u{1B}[31m"])))
    _ = try await client(mock, Logging(to: log, detail: .fields)).send(RequestBuilder.get("a").text)
    #expect(
      printed.value
        == """
        info: ← 200 GET http://h/a, 0.0 ms, 4 bytes
          response.X-Evil: a\\u{1B}[31m
          response.Content-Type: text/plain; charset=utf-8

        """)
    PrintLog.standardError("")
  }

  @Test func `logging is added and removed with one line`() {
    let client = HTTPClient(baseURL: "http://h", transport: MockTransport())
    #expect(client.adding(Logging()).description == "http://h: interceptors 'Logging' → mock")
    #expect(
      client.adding(Logging()).removing(interceptor: "Logging").description == "http://h: mock")
  }
}
