import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

@Suite struct TracingTests {
  private let sent = TestTransport()

  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", transport: sent).adding(Tracing())
  }

  private func fields(_ index: Int) -> HTTPFields { sent.requests[index].fields }

  @Test func `a request continues the trace of its task`() async throws {
    let trace = try #require(
      TraceContext(
        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        state: "vendor=a,other=b", baggage: ["user_tier": "gold é,;"]))
    try await TraceContext.$current.withValue(trace) {
      try await client.send(.get("x").empty)
      try await client.send(.get("x").empty)
    }
    let spans = try [0, 1].map { index in
      let parent = try #require(fields(index)[.traceparent])
      let read = try #require(TraceContext(traceparent: parent))
      #expect(read.traceID == trace.traceID && read.isSampled && read.spanID != trace.spanID)
      #expect(fields(index)["tracestate"] == "vendor=a,other=b")
      #expect(fields(index)["baggage"] == "user_tier=gold%20%C3%A9%2C%3B")
      return read.spanID
    }
    #expect(spans[0] != spans[1])
  }

  @Test func `attempts and redirect hops are spans of one trace`() async throws {
    let count = LockedValue(0)
    let transport = TestTransport { request, _, _ throws(TransportError) in
      switch count.add(1) {
      case 0: throw TransportError(.cannotConnect)
      case 1:
        return HTTPResponse(
          HTTPResponseHead(302, fields: [.location: "/y"], url: request.target))
      case 2:
        return HTTPResponse(
          HTTPResponseHead(302, fields: [.location: "https://cdn.example/z"], url: request.target))
      default: return response(to: request)
      }
    }
    var client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      .adding(Retry(backoff: Backoff(base: .zero))).adding(Redirects()).adding(Tracing())
    try await client.send(.get("x").empty)
    let traces = transport.requests.map {
      $0.fields[.traceparent].flatMap { TraceContext(traceparent: $0) }
    }
    #expect(traces.count == 4)
    #expect(Set(traces.prefix(3).map { $0?.traceID }).count == 1 && traces[0] != nil)
    #expect(Set(traces.prefix(3).map { $0?.spanID }).count == 3)
    // The other origin is not named.
    #expect(traces[3] == nil)

    client = client.removing(interceptor: "Tracing")
      .adding(Tracing(origins: ["https://cdn.example"]))
    count.value = 2
    try await client.send(.get("x").empty)
    #expect(transport.requests.last?.target == "https://cdn.example/z")
    #expect(transport.requests.last?.fields.contains(.traceparent) == true)
    // The next exchange begins another trace.
    let last = transport.requests[4].fields[.traceparent]
    #expect(last?.dropFirst(3).prefix(32) != traces[0]?.traceID[...])
  }

  @Test func `a trace field set by the request is kept`() async throws {
    try await client.send(.get("x").header("traceparent", "own").empty)
    #expect(fields(0)[.traceparent] == "own")
    #expect(!fields(0).contains("baggage"))
  }

  @Test func `fields that a request sets itself do not follow a redirect to another origin`()
    async throws
  {
    let transport = TestTransport { request, _, _ throws(TransportError) in
      guard request.target.hasPrefix("https://api.") else { return response(to: request) }
      return HTTPResponse(
        HTTPResponseHead(302, fields: [.location: "https://else.example/"], url: request.target))
    }
    let client = HTTPClient(baseURL: "https://api.example.com", transport: transport)
      .adding(Redirects()).adding(Tracing())
    try await client.send(
      .get("x").header("traceparent", "own").header("tracestate", "a=1").header("baggage", "u=1")
        .empty)
    #expect(transport.requests.count == 2)
    let last = try #require(transport.requests.last)
    #expect(last.target == "https://else.example/")
    for name in ["traceparent", "tracestate", "baggage"] {
      #expect(!last.fields.contains(HTTPFields.Name(name)), "\(name)")
    }
    #expect(transport.requests[0].fields["baggage"] == "u=1")
  }

  @Test func `baggage that cannot be encoded is an error, and nothing is sent`() async throws {
    let wrong: [([String: String], String)] = [
      (["a b": "1"], "the baggage name 'a b' is not a token"),
      (["": "1"], "the baggage name '' is not a token"),
      (["a": String(repeating: "x", count: 8192)], "the baggage exceeds 64 entries or 8192 bytes"),
      (
        Dictionary(uniqueKeysWithValues: (0..<65).map { ("k\($0)", "") }),
        "the baggage exceeds 64 entries or 8192 bytes"
      ),
    ]
    for (baggage, words) in wrong {
      let error = await #expect(throws: NetworkError.self) {
        try await TraceContext.$current.withValue(TraceContext(baggage: baggage)) {
          try await client.send(.get("x").empty)
        }
      }
      #expect(
        error?.description
          == "GET https://api.example.com/x: interceptor 'Tracing' failed: \(words)")
      #expect(error?.request?.target == "https://api.example.com/x")
    }
    #expect(sent.requests.isEmpty)
  }

  private static let parents = [
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", true),
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", true),
    ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later", true),
    ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later", false),
    ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
    ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
    ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", false),
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1", false), ("", false), ("é", false),
  ]

  @Test func `the traceparent field is parsed according to the standard`() async throws {
    let judged = try await Self.judged(Self.parents.map { ["traceparent": $0.0] })
    for ((text, isValid), verdict) in zip(Self.parents, judged) {
      #expect((TraceContext(traceparent: text) != nil) == isValid, "\(text)")
      #expect(verdict.trace.isEmpty == !isValid, "\(text)")
    }
    #expect(judged.count == Self.parents.count)
  }

  @Test func `OpenTelemetry reads the sent fields`() async throws {
    let traces = [
      TraceContext(), TraceContext(isSampled: false, baggage: ["a": "1", "b": "é =,;\"%"]),
    ]
    for trace in traces {
      try await TraceContext.$current.withValue(trace) { try await client.send(.get("x").empty) }
    }
    let found = try await Self.judged(
      sent.requests.map { request in
        Dictionary(uniqueKeysWithValues: request.fields.map { ($0.name.text, $0.value) })
      })
    for (read, trace) in zip(found, traces) {
      #expect(read.trace == trace.traceID && read.sampled == trace.isSampled)
      #expect(read.span.count == 16 && read.span != trace.spanID)
      #expect(read.baggage == trace.baggage && read.state.isEmpty)
    }
    #expect(found.count == 2)
  }

  @Test func `the log contains the trace identifiers as fields`() async throws {
    let log = ItemLog()
    let trace = TraceContext()
    try await TraceContext.$current.withValue(trace) {
      try await client.adding(Logging(to: log)).send(.get("x").empty)
    }
    let span = fields(0)[.traceparent].flatMap { TraceContext(traceparent: $0) }?.spanID
    #expect(log.lines.value.count == 2 && span != nil)
    for items in log.lines.value {
      #expect(items.first { $0.name == "trace_id" }?.value == trace.traceID)
      #expect(items.first { $0.name == "span_id" }?.value == span)
    }
  }

  private struct ItemLog: NetworkLog {
    let lines = LockedValue<[[NetworkLogItem]]>([])
    func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {
      lines.withLock { $0.append(metadata) }
    }
  }

  private struct Verdict: Codable {
    let trace: String
    let span: String
    let sampled: Bool
    let state: String
    let baggage: [String: String]
  }

  private static func judged(_ fields: [[String: String]]) async throws -> [Verdict] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Judges/read_trace.py").path
    let verdict = try await Judge.environmentPython.runAside(
      ["-B", script], input: [UInt8](try JSONEncoder().encode(fields)))
    #expect(verdict.status == 0, "\(verdict.complaint)")
    return try JSONDecoder().decode([Verdict].self, from: Data(verdict.output))
  }
}
