import TremaHTTP

/// Logs the messages that are passed to and received from the transport: one line for each request,
/// and one for its response or error.
///
///     client.adding(Logging())
///     client.adding(Logging(to: AppLog(), detail: .fields))
public struct Logging: SynchronousInterceptor {
  /// The extent of what is logged.
  public enum Detail: Hashable, Sendable {
    /// One line per message.
    case line
    /// One line and the fields of the message.
    case fields
    /// One line, the fields and textual bodies that are received as a whole, truncated to the given
    /// number of bytes.
    case bodies(limit: Int)
  }

  private let log: any NetworkLog
  private let detail: Detail
  private let rule: RedactionRule

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - log: The destination of the messages.
  ///   - detail: The extent of what is logged.
  ///   - rule: The secrets to replace.
  public init(
    to log: any NetworkLog = PrintLog(), detail: Detail = .line,
    redacting rule: RedactionRule = .standard
  ) {
    self.log = log
    self.detail = detail
    self.rule = rule
  }

  /// The interceptor's phase.
  public var phase: InterceptorPhase { .wire }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let (attempt, minimum) = (context.requestState.attempts + 1, log.minimum)
    if minimum <= .debug {
      let attemptNote = attempt > 1 ? " (attempt \(attempt))" : ""
      let logged = LoggedRequest(request.head)
      log.log(
        .debug, "→ \(text(of: logged))\(attemptNote)",
        metadata: items(logged, attempt) + fields(request.head.fields, "request")
          + body(of: request))
    }
    return .handleOutcome(
      OutcomeLogger(
        logging: self, request: LoggedRequest(request.head), attempt: attempt, minimum: minimum,
        requestState: context.requestState,
        start: context.clock.uptime))
  }

  /// The handler for a request in flight, which logs its outcome.
  private final class OutcomeLogger: OutcomeHandler {
    let logging: Logging
    let request: LoggedRequest
    let attempt: Int
    let minimum: NetworkLogLevel
    let requestState: RequestState
    let start: Duration

    init(
      logging: Logging, request: LoggedRequest, attempt: Int, minimum: NetworkLogLevel,
      requestState: RequestState, start: Duration
    ) {
      self.logging = logging
      self.request = request
      self.attempt = attempt
      self.minimum = minimum
      self.requestState = requestState
      self.start = start
    }

    private var time: String { TransportMetrics.text(of: requestState.clock.uptime - start) }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      let level = Logging.level(of: response.status)
      if level < minimum { return nil }
      let time = time
      logging.log.log(
        level,
        "← \(response.status) \(logging.text(of: request)), \(time)\(logging.size(of: response))",
        metadata: logging.items(request, attempt) + [
          NetworkLogItem("status", "\(response.status)"), NetworkLogItem("duration", time),
        ] + logging.fields(response.fields, "response") + logging.body(of: response))
      return nil
    }

    func handle(_ error: NetworkError) -> FollowUp? {
      let level = error.isCancelled ? NetworkLogLevel.info : .error
      if level < minimum { return nil }
      let time = time
      let reason = HTTPSyntax.escaped("\(error.kind)")
      logging.log.log(
        level, "✗ \(logging.text(of: request)), \(time): \(reason)",
        metadata: logging.items(request, attempt) + [
          NetworkLogItem("error", reason), NetworkLogItem("duration", time),
        ])
      return nil
    }
  }

  /// The properties of a request that messages contain.
  private struct LoggedRequest {
    let method: HTTPMethod
    let target: String
    /// The trace context in the request, or `nil` if there is none.
    let trace: TraceContext?

    init(_ head: HTTPRequest) {
      (method, target) = (head.method, head.target)
      trace = head.fields[.traceparent].flatMap { TraceContext(traceparent: $0) }
    }
  }

  /// Returns the method and the URL, without secrets.
  private func text(of request: LoggedRequest) -> String { "\(request.method) \(url(of: request))" }

  private func url(of request: LoggedRequest) -> String {
    HTTPSyntax.escaped(rule.redacted(url: request.target))
  }

  /// Returns a request's metadata.
  private func items(_ request: LoggedRequest, _ attempt: Int) -> [NetworkLogItem] {
    [
      NetworkLogItem("method", request.method.name), NetworkLogItem("url", url(of: request)),
      NetworkLogItem("attempt", "\(attempt)"),
    ]
      + (request.trace.map {
        [NetworkLogItem("trace_id", $0.traceID), NetworkLogItem("span_id", $0.spanID)]
      } ?? [])
  }

  /// Returns the level for a response, which is `warning` for client and server errors (4xx, 5xx).
  private static func level(of status: HTTPStatus) -> NetworkLogLevel {
    switch status.class {
    case .clientError, .serverError: .warning
    default: .info
    }
  }

  private func size(of response: HTTPResponse) -> String {
    response.body.bytes.map { ", \(Redaction.bytes($0.count))" } ?? ", the body follows"
  }

  /// Returns the fields of a message as metadata, without secrets.
  private func fields(_ fields: HTTPFields, _ direction: String) -> [NetworkLogItem] {
    if detail == .line { return [] }
    return rule.redacted(fields).map {
      NetworkLogItem(
        "\(direction).\(HTTPSyntax.escaped($0.name.text))", HTTPSyntax.escaped($0.value))
    }
  }

  private func body(of request: ClientRequest) -> [NetworkLogItem] {
    switch request.body {
    case .bytes(let bytes): body(bytes, request.head.fields, "request")
    case .empty, .file, .stream: []
    }
  }

  private func body(of response: HTTPResponse) -> [NetworkLogItem] {
    response.body.bytes.map { body($0, response.fields, "response") } ?? []
  }

  /// Returns a body as metadata: its content if it is valid UTF-8, otherwise its size. The content
  /// is truncated after the redaction, since a truncated body could not be parsed.
  private func body(
    _ bytes: [UInt8], _ fields: HTTPFields, _ direction: String
  ) -> [NetworkLogItem] {
    guard case .bodies(let limit) = detail, !bytes.isEmpty else { return [] }
    let redacted = rule.redacted(RecordedExchange.Body(bytes), fields)
    var text = redacted.bytes.flatMap { bytes -> String? in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
    if let full = text, full.utf8.count > limit {
      text = String(decoding: Array(full.utf8.prefix(max(0, limit))), as: UTF8.self) + "…"
    }
    let output = text.map(HTTPSyntax.escaped) ?? Redaction.bytes(bytes.count)
    return [NetworkLogItem("\(direction).body", output)]
  }
}
