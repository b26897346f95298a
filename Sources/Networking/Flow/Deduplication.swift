import TremaHTTP
import TremaSupport

/// Coalesces identical requests that are in flight: further ones wait for the response of the
/// first.
///
///     let client = client.adding(Deduplication())
///
/// A request is shared if it has a safe method, no body, a response that is read as a whole, no
/// observer and no mock. Requests are identical if they agree in the method, the URL, the cache
/// policy, the tags, the skipped interceptors, the limits of their bodies, the deadlines except for
/// the total, all fields except for `ignoredFields`, and the user
/// (``InterceptorContext/identity(of:)``), and are sent by copies of one client with the same
/// interceptors further in.
///
/// The first request is sent. A waiting request that is cancelled, or whose deadline has passed,
/// ends at once; the others continue to wait. If the first request is cancelled or exceeds its
/// total deadline, the next one is sent.
///
/// A request after a change is not answered by a request before it: when a request with an unsafe
/// method has ended, no further requests join those that are in flight.
public struct Deduplication: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.deduplication

  /// Fields in which identical requests may differ.
  var ignoredFields: Set<HTTPFields.Name>
  /// The requests in flight, which all copies share.
  private let runs = RequestCoalescer()

  /// The fields of W3C Trace Context and Baggage, of B3, and the usual fields with request
  /// identifiers.
  public static let tracingFields: Set<HTTPFields.Name> = [
    "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId", "X-B3-SpanId",
    "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-Flags", "X-Request-ID", "X-Correlation-ID",
    "X-Trace", "X-Trace-ID",
  ]

  /// Creates an interceptor.
  ///
  /// - Parameter ignoredFields: the fields in which identical requests may differ.
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

  /// Waits for an identical request; the result is its response, or the step that sends this one.
  private func joinOrLead(
    _ key: RequestCoalescer.Key, _ record: RequestState
  ) async throws(NetworkError) -> InterceptorStep {
    switch await runs.join(key, until: record.deadline, clock: record.clock) {
    case .result(let answer): .respond(try answer.get())
    case .lead(let run): .handleOutcome(LeadHandler(runs: runs, run: run))
    }
  }

  /// Returns the key by which identical requests are recognized.
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

    /// Ends the sharing after an error, too, as the server may have executed the request.
    func handle(_ error: NetworkError) -> FollowUp? {
      runs.closeAll()
      return nil
    }
  }

  /// The handler of the request that is sent for all identical ones. It runs in the task of the
  /// first request, as another task would be the largest part of the cost.
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
      // A stream has only one reader, and an inner interceptor may have answered with one. It is
      // read as a whole before it is shared.
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

  /// Returns method, target and fields as one text. Its parts are separated by NUL, which a request
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

  /// Returns the maximum size of the response's body in bytes; `nil` if the request is not shared.
  private func sharedLimit(_ request: ClientRequest, _ record: RequestState) -> Int? {
    let options = record.builder.options
    guard request.body.isEmpty, options.mock == nil, options.observer == nil,
      case .whole(let limit) = record.delivery
    else { return nil }
    return limit
  }

  /// The numbers of requests in flight and of requests waiting for them, for tests.
  var counts: (runs: Int, waiters: Int) { runs.counts }
}

extension Deduplication: SynchronousInterceptor {}
