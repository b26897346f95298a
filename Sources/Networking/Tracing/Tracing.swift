import TremaHTTP

/// Sends the trace context of the current task with each request: `traceparent`, `tracestate` and
/// `baggage`.
///
///     let client = client.adding(Tracing())
///
/// Each attempt and each hop is an operation of its own, with a new span ID in the same trace. Without a
/// ``TraceContext/current`` each request begins a trace. A `traceparent` that a request has by itself stays
/// unchanged. ``Logging`` reports the identifiers as `trace_id` and `span_id`.
///
/// The fields are sent to the origin of the client's base URL, or, where there is none, of the request as
/// it was built; others get them only where `origins` names them.
public struct Tracing: SynchronousInterceptor {
  /// The name in descriptions of the client.
  public let name = "Tracing"
  private let origins: [URLReference]

  /// - Parameter origins: further ones that the fields are sent to, such as `https://api.example.com`.
  ///   What is no URL is ignored.
  public init(origins: [String] = []) {
    self.origins = origins.compactMap { try? URLReference($0) }
  }

  /// The place in the chain of interceptors.
  public var phase: InterceptorPhase { .tracing }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard isTraced(request, context) else {
      if !context.record.isAtBuiltOrigin(request) {
        // A redirect led here: the fields that the request had by itself are not for this server.
        for field in Self.fields { request.head.fields[field] = nil }
      }
      return .past
    }
    if request.head.fields.contains(.traceparent) { return .past }
    let trace = (TraceContext.current ?? context.record.ownTrace()).child()
    request.head.fields[.traceparent] = trace.traceparent
    if !trace.state.isEmpty { request.head.fields[Self.fields[1]] = trace.state }
    do throws(TraceContextError) {
      if let baggage = try trace.baggageField() {
        request.head.fields.append(Self.fields[2], baggage)
      }
    } catch {
      throw NetworkError(.interceptor(name: name, error), request: request.head)
    }
    return .past
  }

  private static let fields: [HTTPFields.Name] = [.traceparent, "tracestate", "baggage"]

  private func isTraced(_ request: ClientRequest, _ context: StepContext) -> Bool {
    if context.record.isAtOrigin(request) { return true }
    guard !origins.isEmpty else { return false }
    return context.record.withURL(of: request.head.target) { url in
      origins.contains { $0.hasOrigin(of: url) }
    } ?? false
  }
}

extension RequestState {
  fileprivate func isAtBuiltOrigin(_ request: ClientRequest) -> Bool {
    guard let url = try? URLReference(request.head.target),
      let built = try? URLReference(built.head.target)
    else { return false }
    return built.hasOrigin(of: url)
  }
}

extension HTTPFields.Name {
  static let traceparent = Self("traceparent")
}
