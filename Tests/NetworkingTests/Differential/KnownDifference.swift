import TremaHTTP

/// What is another thing in one of the ways, and why that is right. Nothing else is.
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

  static let all: [KnownDifference] = [
    KnownDifference(
      ways: [.urlSession],
      reason: "Foundation says that anything is accepted, which is so where nothing is said",
      isThere: { !$0.fields.contains(.accept) },
      change: { trace, _ in trace.removeSent("accept") }),
    KnownDifference(
      ways: [.urlSession],
      reason: "what must not be sent twice has a connection of its own, and says so",
      isThere: { !$0.method.isIdempotent || !$0.content.isEmpty },
      change: { trace, _ in trace.removeSent("connection") }),
    KnownDifference(
      ways: [.urlSession],
      reason: "an empty body has a length there, whatever the method says of bodies",
      isThere: { $0.body == .empty && ![.post, .put, .patch].contains($0.method) },
      change: { trace, _ in trace.removeSent("content-length") }),
    KnownDifference(
      ways: [.urlSession],
      reason:
        "libcurl, as Foundation uses it, takes the dots out of paths (RFC 3986, section 5.2.4)",
      isThere: { $0.targetWithoutDots != $0.target },
      change: { trace, request in
        if trace.seen[1] == request.targetWithoutDots { trace.seen[1] = request.target }
      }),
    KnownDifference(
      ways: [.urlSession],
      reason: "URLSessionLimit.streamedBody: what is made while it is sent has a length there",
      isThere: { $0.body == .stream(isLengthKnown: false) },
      change: { trace, _ in
        trace.removeSent("content-length")
        trace.sent = (trace.sent + ["transfer-encoding: chunked"]).sorted()
      }),
    KnownDifference(
      ways: [.command],
      reason: "the command prints the head as it came, also when it has decoded the body",
      isThere: { $0.isDecoded && $0.method != .head },
      change: { trace, _ in
        guard trace.removeField("content-encoding") else { return }
        trace.removeField("content-length")
      }),
    KnownDifference(
      ways: KnownDifference.Way.allCases,
      reason: "the others decode a part (206) as if it were the whole; CurlTransport leaves it",
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
