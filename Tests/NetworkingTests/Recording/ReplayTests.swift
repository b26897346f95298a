import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite struct ReplayTests {
  private static func entry(
    _ url: String, by method: String = "GET", post: String? = nil,
    type: String = "application/json",
    status: Int = 200, text: String = "", wait: Double = 0, receive: Double = 0,
    more: String = ""
  ) -> String {
    let body =
      post.map {
        ", \"postData\": {\"mimeType\": \"\(type)\", \"text\": \(String(reflecting: $0))}"
      } ?? ""
    let fields = post == nil ? "" : "{\"name\": \"Content-Type\", \"value\": \"\(type)\"}"
    return """
      {"startedDateTime": "2026-11-21T06:30:00.5+01:00", "time": 1,
       "request": {"method": "\(method)", "url": "\(url)", "httpVersion": "h2", "headers": [\(fields)],
         "bodySize": 0\(body)},
       "response": {"status": \(status), "httpVersion": "h2",
         "headers": [{"name": ":status", "value": "200"},
           {"name": "Content-Encoding", "value": "br"}, {"name": "Content-Length", "value": "7"},
           {"name": "Content-Type", "value": "text/plain"}],
         "content": {"text": \(String(reflecting: text))}},
       "timings": {"wait": \(wait), "receive": \(receive), "dns": -1}\(more)}
      """
  }

  private static func archive(_ entries: String...) throws -> HTTPArchive {
    try HTTPArchive(
      har: Array("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8))
  }

  private static func client(
    _ archive: HTTPArchive, rule: RedactionRule = .standard
  ) -> (HTTPClient, ReplayTransport, VirtualClock) {
    let clock = VirtualClock(skipsWaiting: true)
    let replay = ReplayTransport(archive, clock: clock.clock, redacting: rule)
    var client = HTTPClient(baseURL: "https://h/", transport: replay)
    client.clock = clock.clock
    return (client, replay, clock)
  }

  @Test func `an archive exported by a browser is replayed`() async throws {
    let (client, _, _) = Self.client(try Self.archive(Self.entry("https://h/x", text: "Soup")))
    let found = try await client.send(RequestBuilder.get("x").text.withHead)
    #expect(found.value == "Soup")
    #expect(found.head.version == .http2)
    #expect(found.head.fields.map(\.name.text) == ["Content-Type"])
  }

  @Test func `repeated requests are answered in the recorded order`() async throws {
    let (client, replay, _) = Self.client(
      try Self.archive(
        Self.entry("https://h/x", text: "1"), Self.entry("https://h/y", text: "y"),
        Self.entry("https://h/x", status: 503), Self.entry("https://h/x", text: "3")))
    #expect(replay.remainingRequests.count == 4)
    #expect(try await client.send(RequestBuilder.get("x").text) == "1")
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("x").text)
    }
    #expect(error?.status == 503)
    #expect(try await client.send(RequestBuilder.get("x").text) == "3")
    #expect(replay.remainingRequests == ["GET https://h/y"])
  }

  @Test func `an unrecorded request is an error that names the remaining entries`() async throws {
    let (client, _, _) = Self.client(
      try Self.archive(
        Self.entry("https://h/x?token=a"), Self.entry("https://h/z", by: "POST", post: "{}")))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("y?token=s3cr3t").text)
    }
    #expect(
      error?.description
        == "GET https://h/y?…: the recording has no response for GET https://h/y?…; "
        + "remaining: GET https://h/x?…, POST https://h/z")
    _ = try await client.send(RequestBuilder.get("x?token=b").text)
    _ = try await client.send(RequestBuilder.post("z").text("{}", type: "application/json").text)
    let last = await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("x?token=b").text)
    }
    #expect(last?.description.hasSuffix("none is left") == true)
  }

  @Test(arguments: [
    // recorded body, type, requested body, whether it matches
    (#"{"a": 1, "b": 2}"#, "application/json", #"{"b":2,"a":1}"#, true),
    (#"{"a": 1}"#, "application/json", #"{"a":2}"#, false),
    (#"{"a": 1, "token": "x"}"#, "application/json", #"{"a":1,"token":"y"}"#, true),
    ("a=1&password=x", "application/x-www-form-urlencoded", "a=1&password=y", true),
    ("a=1&password=x", "application/x-www-form-urlencoded", "a=2&password=x", false),
    ("<a><token>x</token></a>", "text/xml", "<a><token>y</token></a>", true),
    ("<a><b>x</b></a>", "text/xml", "<a><b>y</b></a>", false),
    ("x", "text/plain", "y", false),
  ])
  func `a body must match except for its secrets`(
    _ recorded: String, _ type: String, _ asked: String, _ fits: Bool
  ) async throws {
    let (client, replay, _) = Self.client(
      try Self.archive(Self.entry("https://h/x", by: "POST", post: recorded, type: type)))
    _ = try? await client.send(RequestBuilder.post("x").text(asked, type: type).empty)
    #expect(replay.remainingRequests.isEmpty == fits)
  }

  @Test func `a recording with omitted bodies matches any body`() async throws {
    let archive = try HTTPArchive(
      har: Self.archive(Self.entry("https://h/x", by: "POST", post: "1", type: "text/plain"))
        .bytes(redacting: RedactionRule(bodies: .hidden)))
    #expect(archive.exchanges[0].requestBody.absence == .hidden)
    let (client, replay, _) = Self.client(archive)
    try await client.send(RequestBuilder.post("x").text("2").empty)
    #expect(replay.remainingRequests == [])
  }

  @Test func `responses take the recorded time, measured by the clock`() async throws {
    let (client, _, clock) = Self.client(
      try Self.archive(Self.entry("https://h/x", text: "abc", wait: 2000, receive: 3500.5)))
    let start = clock.now
    #expect(try await client.send(RequestBuilder.get("x").text) == "abc")
    #expect(clock.now - start >= .milliseconds(5499))
    #expect(clock.now - start <= .milliseconds(5501))
  }

  @Test func `recorded failures are replayed with the received part of the body`() async throws {
    let (client, _, _) = Self.client(
      try Self.archive(
        Self.entry("https://h/a", status: 0, more: #", "_error": "tls.expired""#),
        Self.entry("https://h/b", text: "half", more: #", "_error": "truncatedBody""#),
        Self.entry("https://h/c", status: 0)))
    let first = await #expect(throws: NetworkError.self) {
      try await client.send(RequestBuilder.get("a").text)
    }
    guard case .transport(let error)? = first?.kind else {
      Issue.record("\(String(describing: first))")
      return
    }
    #expect(error.kind == .tls(.expired))
    let response = try await client.send(RequestBuilder.get("b").response)
    var pieces = response.body.makeAsyncIterator()
    #expect(try await pieces.next() == Array("half".utf8))
    let cut = await #expect(throws: NetworkError.self) { try await pieces.next() }
    #expect(cut?.description == "GET https://h/b: the response body is incomplete")
    await #expect(throws: NetworkError.self) { try await client.send(RequestBuilder.get("c").text) }
  }

  @Test(arguments: [
    TransportError.Kind.cancelled, .closed, .timeout(.connect), .timeout(.firstByte),
    .timeout(.idle), .timeout(.total), .nameNotFound, .cannotConnect, .connectionLost,
    .tls(.wrongPin), .proxy, .malformedResponse("has no status"), .truncatedBody,
    .bodyTooLarge(limit: 7), .content(.damaged), .content(.tooLarge(limit: 9)), .requestBody,
    .unsupported(.pins), .other,
  ])
  func `each kind of failure survives a round trip`(_ kind: TransportError.Kind) throws {
    var exchange = RecordedExchange(
      HTTPRequest(.get, "http://h/"), start: Date(timeIntervalSince1970: 1.25))
    exchange.error = TransportError(kind, "why", mayHaveBeenSent: true)
    exchange.isOver = true
    let read = try HTTPArchive(har: HTTPArchive([exchange]).bytes()).exchanges[0]
    #expect(read.error == exchange.error)
    #expect(read.start == exchange.start)
    #expect(read.isOver)
  }

  @Test(arguments: [
    ("", "line 1 of the archive is not valid JSON"),
    ("{\n}}", "line 2 of the archive is not valid JSON"),
    ("{}", "'log.entries' is missing or invalid in the archive"),
    (
      #"{"log": {"entries": [7]}}"#,
      "'log.entries[0].request' is missing or invalid in the archive"
    ),
    (
      #"{"log": {"entries": [{"request": {"method": "G T", "url": "http://h"}}]}}"#,
      "'log.entries[0].request.method' is missing or invalid in the archive"
    ),
    (
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "x y"}}]}}"#,
      "'log.entries[0].request.url' is missing or invalid in the archive"
    ),
  ])
  func `an invalid archive is reported with a location`(_ text: String, _ message: String) {
    let error = #expect(throws: ArchiveError.self) { try HTTPArchive(har: Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("2026-11-21T06:30:00Z", 1_795_242_600.0), ("2026-11-21T06:30:00.125Z", 1_795_242_600.125),
    ("2026-11-21T07:30:00.5+01:00", 1_795_242_600.5),
    ("2026-11-21T01:00:00-0530", 1_795_242_600.0),
  ])
  func `dates are read with fractions and offsets`(_ text: String, _ seconds: Double) throws {
    let entry = Self.entry("http://h/").replacing("2026-11-21T06:30:00.5+01:00", with: text)
    #expect(try Self.archive(entry).exchanges[0].start.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "2026-02-30T00:00:00Z", "2026-11-21", "2026-11-21T06:30:00", "yesterday at six o'clock",
  ])
  func `an invalid date is an error`(_ text: String) {
    let entry = Self.entry("http://h/").replacing("2026-11-21T06:30:00.5+01:00", with: text)
    #expect(throws: ArchiveError.malformed("log.entries[0].startedDateTime")) {
      try Self.archive(entry)
    }
  }

  @Test func `connection metrics map to the timings of the archive`() {
    func timings(_ metrics: TransportMetrics?) -> String {
      var exchange = RecordedExchange(
        HTTPRequest(.get, "http://h/"), start: Date(timeIntervalSince1970: 0))
      exchange.metrics = metrics
      let text = String(decoding: HTTPArchive([exchange]).bytes(), as: UTF8.self)
      let part = text.components(separatedBy: "\"timings\": {")[1].components(separatedBy: "}")[0]
      return part.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    }
    var metrics = TransportMetrics(
      nameLookupTime: .milliseconds(2), connectTime: .milliseconds(5), tlsTime: .microseconds(9500),
      firstByte: .milliseconds(20), total: .milliseconds(23))
    #expect(
      timings(metrics)
        == #""blocked": -1,"dns": 2,"connect": 7.5,"ssl": 4.5,"send": 0,"wait": 10.5,"receive": 3"#)
    #expect(
      metrics.summary
        == "name 2.0 ms, connect 3.0 ms, TLS 4.5 ms, first byte 10 ms, body 3.0 ms; total 23 ms")
    metrics.isConnectionReused = true
    #expect(
      timings(metrics)
        == #""blocked": -1,"dns": -1,"connect": -1,"ssl": -1,"send": 0,"wait": 20,"receive": 3"#)
    #expect(metrics.summary == "first byte 20 ms, body 3.0 ms; total 23 ms")
    #expect(
      timings(nil)
        == #""blocked": -1,"dns": -1,"connect": -1,"ssl": -1,"send": 0,"wait": 0,"receive": 0"#)
    #expect(TransportMetrics(total: .milliseconds(12_345)).summary == "total 12.3 s")
  }
}
