import TremaHTTP
import TremaSupport

/// Sends what is being asked for already no second time: who asks for the same waits for the same
/// answer.
///
///     let client = client.adding(Deduplication())
///
/// Shared is what has a safe method and no body, is read as a whole, has no observer and no mock.
/// Requests are the same when they agree in method, URL, cache policy, tags, the interceptors that they
/// go round, the limits of their bodies, their deadlines but for the total, all fields but
/// `ignoredFields`, and in whose behalf they are sent (``InterceptorContext/identity(of:)``), and come
/// from copies of one client that have the same interceptors further in.
///
/// The one that came first is sent. One that waits and is cancelled, or whose deadline comes, leaves at
/// once, and the others go on waiting. When what was sent ends because the one that came first was
/// cancelled or out of time, the next one is sent.
///
/// What is asked after something was changed is not answered by what was asked before: once a request
/// with another method has ended, those that are on their way get no further company.
public struct Deduplication: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.deduplication

  /// Fields by which requests are told apart in logs alone.
  var ignoredFields: Set<HTTPFields.Name>
  private let runs = RequestCoalescer()

  /// The fields of W3C Trace Context and Baggage, of B3, and the usual names of request identifiers.
  public static let tracingFields: Set<HTTPFields.Name> = [
    "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId", "X-B3-SpanId",
    "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-Flags", "X-Request-ID", "X-Correlation-ID",
    "X-Trace", "X-Trace-ID",
  ]

  /// Creates an interceptor.
  ///
  /// - Parameter ignoredFields: fields in which identical requests may differ.
  public init(ignoredFields: Set<HTTPFields.Name> = Self.tracingFields) {
    self.ignoredFields = ignoredFields
  }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard request.head.method.isSafe else { return .around(Change(runs: runs)) }
    let record = context.record
    guard let limit = sharedLimit(request, record) else { return .past }
    if let identity = context.knownIdentity(of: request) {
      let key = key(of: request.head, record, limit, identity)
      if let run = runs.begin(key) { return .around(Lead(runs: runs, run: run)) }
      return .waiting { () async throws(NetworkError) in try await turn(key, record) }
    }
    return .waiting { [request] () async throws(NetworkError) in
      let identity = await context.identity(of: request)
      return try await turn(key(of: request.head, record, limit, identity), record)
    }
  }

  private func turn(
    _ key: RequestCoalescer.Key, _ record: RequestState
  ) async throws(NetworkError) -> InterceptorStep {
    switch await runs.turn(key, until: record.deadline, clock: record.clock) {
    case .answer(let answer): .answer(try answer.get())
    case .lead(let run): .around(Lead(runs: runs, run: run))
    }
  }

  private func key(
    of request: HTTPRequest, _ record: RequestState, _ limit: Int, _ identity: RequestIdentity
  ) -> RequestCoalescer.Key {
    var deadlines = request.deadlines
    deadlines.total = nil
    return RequestCoalescer.Key(
      client: ObjectIdentifier(record.client.core), innerNumber: record.chain.innerNumber,
      request: text(of: request), cachePolicy: request.cachePolicy, limit: limit,
      decodedLimit: record.draft.options.decodedLimit ?? record.client.decodedLimit,
      deadlines: deadlines, tags: record.draft.options.tags,
      skipped: record.draft.options.skippedInterceptors, identity: identity)
  }

  /// A request that may change the server's state.
  private final class Change: OutcomeHandler {
    let runs: RequestCoalescer

    init(runs: RequestCoalescer) { self.runs = runs }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      runs.closeAll()
      return nil
    }

    /// The server may or may not have executed the request.
    func handle(_ error: NetworkError) -> FollowUp? {
      runs.closeAll()
      return nil
    }
  }

  /// The request that is sent for all identical ones, in the task of the first: another task would cost
  /// more than everything else.
  private final class Lead: OutcomeHandler {
    let runs: RequestCoalescer
    let run: RequestCoalescer.Run

    init(
      runs: RequestCoalescer, run: RequestCoalescer.Run
    ) {
      self.runs = runs
      self.run = run
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      // A stream has one reader: an inner interceptor may have answered with one.
      if response.body.isWhole {
        runs.finish(run, .success(response))
        return nil
      }
      return { [self, response] (_, _) async throws(NetworkError) in
        let answer: RequestCoalescer.Answer
        do throws(NetworkError) { answer = .success(try await whole(response)) } catch {
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

    private func whole(_ response: HTTPResponse) async throws(NetworkError) -> HTTPResponse {
      var response = response
      do throws(TransportError) {
        response.body = .bytes(try await response.body.collect(upTo: run.key.limit))
      } catch {
        throw NetworkError(transport: error, response: response.head)
      }
      return response
    }
  }

  /// NUL is in no part of a request that can be sent.
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

  /// The most bytes of its answer; nil when it is not shared.
  private func sharedLimit(_ request: ClientRequest, _ record: RequestState) -> Int? {
    let options = record.draft.options
    guard request.body.isEmpty, options.mock == nil, options.observer == nil,
      case .whole(let limit) = record.delivery
    else { return nil }
    return limit
  }

  /// The numbers of requests in flight and of requests waiting for them, for tests.
  var counts: (runs: Int, waiters: Int) { runs.counts }
}

extension Deduplication: SynchronousInterceptor {}
