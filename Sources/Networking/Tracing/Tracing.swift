import TremaHTTP

/// Sends the current task's trace context with each request, in the `traceparent`, `tracestate` and
/// `baggage` fields.
///
///     let client = client.adding(Tracing())
///
/// Each attempt and each hop is a separate operation, with a new span ID in the same trace. Without
/// a ``TraceContext/current``, each request starts a trace. The request's own `traceparent` is not
/// changed. ``Logging`` reports the identifiers as `trace_id` and `span_id`.
///
/// The fields are sent to the origins in `origins`, and to the origin of the client's base URL or,
/// if there is no base URL, of the original request.
public struct Tracing: SynchronousInterceptor {
  /// The name shown in the client's description.
  public let name = "Tracing"
  /// The additional origins that the fields are sent to.
  private let origins: [URLReference]

  /// Creates an interceptor.
  ///
  /// - Parameter origins: Additional origins that the fields are sent to, such as
  ///   `https://api.example.com`. A string that is not a URL is ignored.
  public init(origins: [String] = []) {
    self.origins = origins.compactMap { try? URLReference($0) }
  }

  /// The interceptor's phase.
  public var phase: InterceptorPhase { .tracing }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard isTraced(request, context) else {
      if !context.requestState.isAtBuiltOrigin(request) {
        // The request was redirected, and its original fields must not be sent to this origin.
        for field in Self.fields { request.head.fields[field] = nil }
      }
      return .proceed
    }
    if request.head.fields.contains(.traceparent) { return .proceed }
    let trace = (TraceContext.current ?? context.requestState.rootTrace()).child()
    request.head.fields[.traceparent] = trace.traceparent
    if !trace.state.isEmpty { request.head.fields[Self.fields[1]] = trace.state }
    do throws(TraceContextError) {
      if let baggage = try trace.baggageField() {
        request.head.fields.append(Self.fields[2], baggage)
      }
    } catch {
      throw NetworkError(.interceptor(name: name, error), request: request.head)
    }
    return .proceed
  }

  /// A trace context's fields.
  private static let fields: [HTTPFields.Name] = [.traceparent, "tracestate", "baggage"]

  /// Returns whether the fields are sent to the origin of a request.
  private func isTraced(_ request: ClientRequest, _ context: StepContext) -> Bool {
    if context.requestState.isAtOrigin(request) { return true }
    guard !origins.isEmpty else { return false }
    return context.requestState.withURL(of: request.head.target) { url in
      origins.contains { $0.hasOrigin(of: url) }
    } ?? false
  }
}

extension RequestState {
  /// Returns whether a request has the same origin as the request that was built.
  fileprivate func isAtBuiltOrigin(_ request: ClientRequest) -> Bool {
    guard let url = try? URLReference(request.head.target),
      let built = try? URLReference(builtRequest.head.target)
    else { return false }
    return built.hasOrigin(of: url)
  }
}

extension HTTPFields.Name {
  static let traceparent = Self("traceparent")
}
