import TremaHTTP

/// A fault at ``FaultServer/url``, and its required result.
package struct Fault: Sendable, CustomStringConvertible {
  package enum Outcome: Sendable {
    /// Any of these errors.
    case errors([TransportError.Kind])
    case malformed
    /// Malformed, or one of these.
    case malformedOr([TransportError.Kind])
    case response(Int)
    /// A response, or the loss of the connection: it depends on which is faster.
    case responseOrLoss(Int)
  }

  package let path: String
  package let outcome: Outcome
  /// The number of posted bytes; nil is a GET.
  package let upload: Int?
  /// The deadline that must end it; the others are long.
  package let deadline: TransportError.Timeout?

  init(
    _ path: String, _ outcome: Outcome, upload: Int? = nil, deadline: TransportError.Timeout? = nil
  ) {
    self.path = path
    self.outcome = outcome
    self.upload = upload
    self.deadline = deadline
  }

  package var description: String { path }

  /// The limits of all exchanges: of stored and of decoded bytes.
  package static let limit = 1 << 20

  /// The faults that end by themselves.
  package static let quick: [Fault] =
    [
      Fault("ok", .response(200)),
      Fault("too-much", .response(200)),
      Fault("informational/20", .response(200)),
      Fault("drip/50/1", .response(200)),
      Fault("early-413", .response(413), upload: 4 << 20),
      Fault("early-413-reset", .responseOrLoss(413), upload: 4 << 20),
      Fault("reset-before", .errors([.connectionLost])),
      Fault("reset-before", .errors([.connectionLost]), upload: 1000),
      Fault("close-before", .errors([.connectionLost])),
      Fault("half-close", .errors([.connectionLost])),
      Fault("reset-in-head", .errors([.connectionLost])),
      Fault("close-in-head", .malformedOr([.connectionLost])),
      Fault("reset-in-body", .errors([.connectionLost, .truncatedBody])),
      Fault("half-close-in-body", .errors([.truncatedBody])),
      Fault("truncated", .errors([.truncatedBody])),
      Fault("missing-last-chunk", .errors([.truncatedBody])),
      Fault("truncated-chunk", .errors([.truncatedBody])),
      Fault("damaged-gzip", .errors([.content(.damaged), .truncatedBody])),
      Fault("wrong-gzip-sum", .errors([.content(.damaged)])),
      Fault("truncated-gzip", .errors([.content(.damaged), .truncatedBody])),
      Fault("bomb", .errors([.content(.tooLarge(limit: limit)), .bodyTooLarge(limit: limit)])),
      Fault("endless-body", .errors([.bodyTooLarge(limit: limit)])),
      Fault("endless-head", .malformed),
      Fault("endless-field", .malformed),
    ]
    + [
      "garbage", "bad-status", "bad-length", "negative-length", "signed-length", "huge-length",
      "differing-lengths", "listed-lengths", "length-with-chunks", "bad-chunk", "huge-chunk",
      "unended-chunk", "folded-field", "field-with-nul", "field-without-colon",
    ].map { Fault($0, .malformed) }

  /// The faults that only a deadline ends.
  package static let endless: [Fault] = [
    Fault("never", .errors([.timeout(.firstByte)]), deadline: .firstByte),
    Fault("never", .errors([.timeout(.total)]), deadline: .total),
    Fault("delay/60000", .errors([.timeout(.firstByte)]), upload: 1000, deadline: .firstByte),
    Fault("stall-in-head", .errors([.timeout(.idle)]), deadline: .idle),
    Fault("stall-in-body", .errors([.timeout(.idle)]), deadline: .idle),
    Fault("drip/100000/20", .errors([.timeout(.total)]), deadline: .total),
    Fault("unread", .errors([.timeout(.idle)]), upload: 32 << 20, deadline: .idle),
    Fault("informational/0", .malformedOr([.timeout(.total)]), deadline: .total),
  ]

  /// Faults at ``FaultServer/proxy``: httpbin's responses, damaged on the way.
  package static let onTheWay: [Fault] = [
    Fault("none/get", .response(200)),
    Fault("none/status/418", .response(418)),
    Fault("delay/get", .response(200)),
    Fault("drip/get", .response(200)),
    Fault("drip/post", .response(200), upload: 3000),
    Fault("reset-before/get", .errors([.connectionLost])),
    Fault("reset-before/post", .errors([.connectionLost]), upload: 3000),
    Fault("reset-after/get", .errors([.connectionLost, .truncatedBody])),
    Fault("half-close/get", .errors([.truncatedBody])),
    Fault("truncated/bytes/5000", .errors([.truncatedBody])),
    Fault("garbage/get", .malformed),
    Fault("stall/bytes/5000", .errors([.timeout(.idle)]), deadline: .idle),
    Fault("longer/get", .errors([.truncatedBody])),
    Fault("twice/get", .malformed),
  ]

  /// The deadline that must end a fault.
  package static let patience = Duration.milliseconds(500)

  package func request(at server: String, patience: Duration = patience) -> HTTPRequest {
    var deadlines = HTTPDeadlines(
      connect: .seconds(300), firstByte: .seconds(300), idle: .seconds(300), total: .seconds(300))
    switch deadline {
    case .connect: deadlines.connect = patience
    case .firstByte: deadlines.firstByte = patience
    case .idle: deadlines.idle = patience
    case .total: deadlines.total = patience
    case nil: break
    }
    let method = upload == nil ? HTTPMethod.get : .post
    return HTTPRequest(method, "\(server)/\(path)", deadlines: deadlines)
  }

  package var body: HTTPBody {
    upload.map { .bytes([UInt8](repeating: 0x62, count: $0)) } ?? .empty
  }

  /// Returns a description of the result if it is not the required one; otherwise nil.
  package func complaint(_ result: Result<Int, TransportError>) -> String? {
    switch (outcome, result) {
    case (.errors(let kinds), .failure(let error)) where kinds.contains(error.kind): nil
    case (.malformed, .failure(let error)) where error.isMalformedResponse: nil
    case (.malformedOr(let kinds), .failure(let error))
    where error.isMalformedResponse || kinds.contains(error.kind): nil
    case (.response(let wanted), .success(let status)) where status == wanted: nil
    case (.responseOrLoss(let wanted), .success(let status)) where status == wanted: nil
    case (.responseOrLoss, .failure(let error)) where error.kind == .connectionLost: nil
    case (_, .success(let status)): "\(path) gave a response, \(status)"
    case (_, .failure(let error)): "\(path) gave the wrong error, \(error.kind) (\(error))"
    }
  }

  /// Sends the request, and reads the response to its end.
  package func happen(
    at server: String, to transport: any HTTPTransport, delivery: TransportContext.Delivery,
    patience: Duration = patience
  ) async -> Result<Int, TransportError> {
    do throws(TransportError) {
      let context = TransportContext(delivery: delivery, decodedLimit: Self.limit)
      let request = request(at: server, patience: patience)
      let response = try await transport.send(request, body: body, context: context)
      _ = try await response.body.collect(upTo: Self.limit)
      return .success(response.status.code)
    } catch {
      return .failure(error)
    }
  }
}

extension TransportError {
  var isMalformedResponse: Bool {
    if case .malformedResponse = kind { true } else { false }
  }
}
