import TremaHTTP
import TremaSupport

/// Coalesces identical requests in flight: later requests wait for the first one's response.
///
///     let client = client.adding(Deduplication())
///
/// A request is shared if it has a safe method, no body, a response that is read as a whole, no
/// observer and no mock. Requests are identical if they have the same method, URL, cache policy,
/// tags, skipped interceptors, body limits, deadlines (except for the total), fields (except for
/// `ignoredFields`) and user (``InterceptorContext/identity(of:)``), and are sent by copies of the
/// same client with the same inner interceptors.
///
/// The first request is sent. A waiting request ends immediately when it is cancelled or its
/// deadline has passed; the others continue to wait. If the first request is cancelled or exceeds
/// its total deadline, the next one is sent.
///
/// A request made after a change never receives the response to a request made before it: when a
/// request with an unsafe method has ended, later requests do not join those in flight.
public struct Deduplication: Interceptor {
  /// The interceptor's phase.
  public let phase = InterceptorPhase.deduplication

  /// The fields that may differ between identical requests.
  var ignoredFields: Set<HTTPFields.Name>
  /// The requests in flight, shared by all copies.
  private let runs = RequestCoalescer()

  /// The W3C Trace Context and Baggage fields, the B3 fields, and the usual fields for request
  /// identifiers.
  public static let tracingFields: Set<HTTPFields.Name> = [
    "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId", "X-B3-SpanId",
    "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-Flags", "X-Request-ID", "X-Correlation-ID",
    "X-Trace", "X-Trace-ID",
  ]

  /// Creates an interceptor.
  ///
  /// - Parameter ignoredFields: The fields that may differ between identical requests.
  public init(ignoredFields: Set<HTTPFields.Name> = Self.tracingFields) {
    self.ignoredFields = ignoredFields
  }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard request.head.method.isSafe else {
      return .handleOutcome(UnsafeRequestHandler(runs: runs))
    }
    let record = context.requestState
    guard let limit = sharedLimit(request, record) else { return .proceed }
    if let identity = context.knownIdentity(of: request) {
      let key = key(of: request.head, record, limit, identity)
      if let run = runs.begin(key) { return .handleOutcome(LeadHandler(runs: runs, run: run)) }
      return .wait { () async throws(NetworkError) in try await joinOrLead(key, record) }
    }
    return .wait { [request] () async throws(NetworkError) in
      let identity = await context.identity(of: request)
      return try await joinOrLead(key(of: request.head, record, limit, identity), record)
    }
  }

  /// Waits for an identical request. Returns its response, or the step that sends this request.
  private func joinOrLead(
    _ key: RequestCoalescer.Key, _ record: RequestState
  ) async throws(NetworkError) -> InterceptorStep {
    switch await runs.join(key, until: record.deadline, clock: record.clock) {
    case .result(let answer): .respond(try answer.get())
    case .lead(let run): .handleOutcome(LeadHandler(runs: runs, run: run))
    }
  }

  /// Returns the key that identifies identical requests.
  private func key(
    of request: HTTPRequest, _ record: RequestState, _ limit: Int, _ identity: RequestIdentity
  ) -> RequestCoalescer.Key {
    var deadlines = request.deadlines
    deadlines.total = nil
    return RequestCoalescer.Key(
      client: ObjectIdentifier(record.client.core), innerNumber: record.chain.innerNumber,
      request: text(of: request), cachePolicy: request.cachePolicy, limit: limit,
      decodedLimit: record.builder.options.decodedLimit ?? record.client.decodedLimit,
      deadlines: deadlines, tags: record.builder.options.tags,
      skipped: record.builder.options.skippedInterceptors, identity: identity)
  }

  /// The handler of a request that may change the server's state.
  private final class UnsafeRequestHandler: OutcomeHandler {
    let runs: RequestCoalescer

    init(runs: RequestCoalescer) { self.runs = runs }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      runs.closeAll()
      return nil
    }

    /// Ends the sharing even after an error, since the server may have executed the request.
    func handle(_ error: NetworkError) -> FollowUp? {
      runs.closeAll()
      return nil
    }
  }

  /// The handler of a request that is sent for all identical ones. It runs in the first request's
  /// task, since another task would account for most of the cost.
  private final class LeadHandler: OutcomeHandler {
    let runs: RequestCoalescer
    let run: RequestCoalescer.Run

    init(
      runs: RequestCoalescer, run: RequestCoalescer.Run
    ) {
      self.runs = runs
      self.run = run
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      // A stream can have only one reader, and an inner interceptor may have responded with one. It
      // is read as a whole before it is shared.
      if response.body.isInMemory {
        runs.finish(run, .success(response))
        return nil
      }
      return { [self, response] (_, _) async throws(NetworkError) in
        let answer: RequestCoalescer.Outcome
        do throws(NetworkError) { answer = .success(try await collected(response)) } catch {
          answer = .failure(error)
        }
        runs.finish(run, answer)
        return try answer.get()
      }
    }

    func handle(_ error: NetworkError) -> FollowUp? {
      runs.finish(run, .failure(error))
      return nil
    }

    /// Returns a response whose body has been read as a whole.
    private func collected(_ response: HTTPResponse) async throws(NetworkError) -> HTTPResponse {
      var response = response
      do throws(TransportError) {
        response.body = .bytes(try await response.body.collect(upTo: run.key.limit))
      } catch {
        throw NetworkError(transport: error, response: response.head)
      }
      return response
    }
  }

  /// Returns the bytes of the method, target and fields. They are separated by NUL, which a request
  /// cannot contain.
  private func text(of request: HTTPRequest) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    text += request.method.name.utf8
    text.append(0)
    text += request.target.utf8
    for field in request.fields.all where !ignoredFields.contains(field.name) {
      text.append(0)
      for byte in field.name.text.utf8 { text.append(ASCII.lowercased(byte)) }
      text.append(0)
      text += field.value.utf8
    }
    return text
  }

  /// Returns the maximum size of the response's body in bytes, or `nil` if the request is not
  /// shared.
  private func sharedLimit(_ request: ClientRequest, _ record: RequestState) -> Int? {
    let options = record.builder.options
    guard request.body.isEmpty, options.mock == nil, options.observer == nil,
      case .whole(let limit) = record.delivery
    else { return nil }
    return limit
  }

  /// The number of requests in flight and the number of requests waiting for them, for tests.
  var counts: (runs: Int, waiters: Int) { runs.counts }
}

extension Deduplication: SynchronousInterceptor {}
