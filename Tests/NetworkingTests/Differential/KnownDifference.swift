import TremaHTTP
import TremaURLSession

/// A field that differs for one of the clients, and why that is correct. All others are equal.
struct KnownDifference: Sendable {
  enum Way: String, CaseIterable, Sendable {
    case curlTransport = "CurlTransport"
    case urlSession = "URLSessionTransport"
    case command = "the command curl"
  }

  let ways: [Way]
  let reason: String
  let isThere: @Sendable (TracedRequest) -> Bool
  let change: @Sendable (inout Trace, TracedRequest) -> Void

  /// Creates a difference of `URLSession` from its description there.
  private init(
    _ limit: URLSessionLimit, isThere: @escaping @Sendable (TracedRequest) -> Bool,
    change: @escaping @Sendable (inout Trace, TracedRequest) -> Void
  ) {
    self.init(
      [.urlSession], reason: "URLSessionLimit.\(limit.rawValue)", isThere: isThere, change: change)
  }

  private init(
    _ ways: [Way], reason: String, isThere: @escaping @Sendable (TracedRequest) -> Bool,
    change: @escaping @Sendable (inout Trace, TracedRequest) -> Void
  ) {
    (self.ways, self.reason, self.isThere, self.change) = (ways, reason, isThere, change)
  }

  static let all: [KnownDifference] = [
    KnownDifference(
      .acceptField,
      isThere: { !$0.fields.contains(.accept) },
      change: { trace, _ in trace.removeSent("accept") }),
    KnownDifference(
      .dedicatedConnection,
      isThere: { !$0.method.isIdempotent || !$0.content.isEmpty },
      change: { trace, _ in trace.removeSent("connection") }),
    KnownDifference(
      .emptyLength,
      isThere: { $0.body == .empty && ![.post, .put, .patch].contains($0.method) },
      change: { trace, _ in trace.removeSent("content-length") }),
    KnownDifference(
      .dotSegments,
      isThere: { $0.targetWithoutDots != $0.target },
      change: { trace, request in
        if trace.seen[1] == request.targetWithoutDots { trace.seen[1] = request.target }
      }),
    KnownDifference(
      .streamedBody,
      isThere: { $0.body == .stream(isLengthKnown: false) },
      change: { trace, _ in
        trace.removeSent("content-length")
        trace.sent = (trace.sent + ["transfer-encoding: chunked"]).sorted()
      }),
    KnownDifference(
      [.command],
      reason: "the command prints the head as it came, also when it has decoded the body",
      isThere: { $0.isDecoded && $0.method != .head },
      change: { trace, _ in
        guard trace.removeField("content-encoding") else { return }
        trace.removeField("content-length")
      }),
    KnownDifference(
      Way.allCases,
      reason: """
        the others decode a part (206) as if it were the whole, which is \
        URLSessionLimit.partialContent; CurlTransport leaves it
        """,
      isThere: { $0.target.hasPrefix("/206/gzip/") || $0.target.hasPrefix("/206/deflate/") },
      change: { trace, _ in
        trace.removeField("content-encoding")
        trace.removeField("content-length")
        trace.body = ""
      }),
  ]
}

extension TracedRequest {
  fileprivate var targetWithoutDots: String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path = parts[0].replacing("/b/../", with: "/")
    if path.hasSuffix("/.") { path.removeLast() }
    return ([path] + parts.dropFirst()).joined(separator: "?")
  }
}

extension Trace {
  mutating func removeSent(_ name: String) { sent.removeAll { $0.hasPrefix("\(name): ") } }

  @discardableResult
  mutating func removeField(_ name: String) -> Bool {
    let count = fields.count
    fields.removeAll { $0.hasPrefix("\(name): ") }
    return fields.count < count
  }
}
