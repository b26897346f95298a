import TremaHTTP

/// Logs what goes over the wire: a line when a request leaves, and one when its response, or an error,
/// has come.
///
///     client.adding(Logging())
///     client.adding(Logging(to: AppLog(), detail: .fields))
public struct Logging: PunctualInterceptor {
  public enum Detail: Hashable, Sendable {
    case line
    case fields
    /// Bodies of texts too, up to so many bytes of each, as far as they are there as a whole.
    case bodies(limit: Int)
  }

  private let log: any NetworkLog
  private let detail: Detail
  private let rule: RedactionRule

  public init(
    to log: any NetworkLog = PrintLog(), detail: Detail = .line,
    redacting rule: RedactionRule = .standard
  ) {
    self.log = log
    self.detail = detail
    self.rule = rule
  }

  public var place: PipelinePlace { .wire }

  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    let (attempt, minimum) = (context.attempts + 1, log.minimum)
    if minimum <= .debug {
      let again = attempt > 1 ? " (attempt \(attempt))" : ""
      log.log(
        .debug, "→ \(asked(request))\(again)",
        metadata: items(request, attempt) + fields(request.head.fields, "request")
          + body(of: request))
    }
    let start = context.clock.now()
    do throws(NetworkError) {
      let response = try await next(request)
      let level = Self.level(of: response.status)
      if level < minimum { return response }
      let time = TransportMetrics.text(of: context.clock.now() - start)
      log.log(
        level, "← \(response.status) \(asked(request)), \(time)\(size(of: response))",
        metadata: items(request, attempt) + [
          NetworkLogItem("status", "\(response.status)"), NetworkLogItem("duration", time),
        ] + fields(response.fields, "response") + body(of: response))
      return response
    } catch {
      let level = error.isCancelled ? NetworkLogLevel.info : .error
      if level < minimum { throw error }
      let time = TransportMetrics.text(of: context.clock.now() - start)
      let reason = HTTPSyntax.shown("\(error.kind)")
      log.log(
        level, "✗ \(asked(request)), \(time): \(reason)",
        metadata: items(request, attempt) + [
          NetworkLogItem("error", reason), NetworkLogItem("duration", time),
        ])
      throw error
    }
  }

  private func asked(_ request: ClientRequest) -> String {
    "\(request.head.method) \(url(of: request))"
  }

  private func url(of request: ClientRequest) -> String {
    HTTPSyntax.shown(rule.redacted(url: request.head.target))
  }

  private func items(_ request: ClientRequest, _ attempt: Int) -> [NetworkLogItem] {
    [
      NetworkLogItem("method", request.head.method.name), NetworkLogItem("url", url(of: request)),
      NetworkLogItem("attempt", "\(attempt)"),
    ]
  }

  private static func level(of status: HTTPStatus) -> NetworkLogLevel {
    switch status.class {
    case .clientError, .serverError: .warning
    default: .info
    }
  }

  private func size(of response: HTTPResponse) -> String {
    response.body.bytes.map { ", \(Redaction.bytes($0.count))" } ?? ", the body follows"
  }

  private func fields(_ fields: HTTPFields, _ side: String) -> [NetworkLogItem] {
    if detail == .line { return [] }
    return rule.redacted(fields).map {
      NetworkLogItem(
        "\(side).\(HTTPSyntax.shown($0.name.text))", HTTPSyntax.shown($0.value))
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

  /// A text, one that holds no control character but white space; of others, how long they are. The
  /// cut comes after what is secret is gone.
  private func body(
    _ bytes: [UInt8], _ fields: HTTPFields, _ side: String
  ) -> [NetworkLogItem] {
    guard case .bodies(let limit) = detail, !bytes.isEmpty else { return [] }
    let redacted = rule.redacted(RecordedExchange.Body(bytes), fields)
    var text = redacted.bytes.flatMap { bytes -> String? in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
    if let whole = text, whole.utf8.count > limit {
      text = String(decoding: Array(whole.utf8.prefix(max(0, limit))), as: UTF8.self) + "…"
    }
    let shown = text.map(HTTPSyntax.shown) ?? Redaction.bytes(bytes.count)
    return [NetworkLogItem("\(side).body", shown)]
  }
}
