import TremaHTTP
import TremaScalars

/// Sends what is being asked for already no second time: who asks for the same waits for the same
/// answer.
///
///     let client = client.adding(Deduplication())
///
/// Shared is what has a safe method and no body, is read as a whole, has no observer and no mock.
/// Requests are the same when they agree in method, URL, cache policy, tags, the interceptors that they
/// go round, the limits of their bodies, their deadlines but for the total, all fields but
/// ``ignoredFields``, and in whose behalf they are sent (``InterceptorContext/identity(of:)``), and come
/// from copies of one client that have the same interceptors further in.
///
/// The one that came first is sent. One that waits and is cancelled, or whose deadline comes, leaves at
/// once, and the others go on waiting. When what was sent ends because the one that came first was
/// cancelled or out of time, the next one is sent.
///
/// What is asked after something was changed is not answered by what was asked before: once a request
/// with another method has ended, those that are on their way get no further company.
public struct Deduplication: Interceptor {
  public let place = PipelinePlace.deduplication

  /// Fields by which requests are told apart in logs alone.
  public var ignoredFields: Set<HTTPFields.Name>
  private let runs = SharedRuns()

  /// Of W3C Trace Context and Baggage, B3, and what servers and proxies call it.
  public static let tracingFields: Set<HTTPFields.Name> = [
    "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId", "X-B3-SpanId",
    "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-Flags", "X-Request-ID", "X-Correlation-ID",
    "X-Trace", "X-Trace-ID",
  ]

  public init(ignoredFields: Set<HTTPFields.Name> = Self.tracingFields) {
    self.ignoredFields = ignoredFields
  }

  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    guard request.head.method.isSafe else {
      // Also when it failed: nobody knows what it has done.
      defer { runs.closeAll() }
      return try await next(request)
    }
    guard let limit = sharedLimit(request, context) else { return try await next(request) }
    let record = context.record
    var deadlines = request.head.deadlines
    deadlines.total = nil
    let key = SharedRuns.Key(
      client: ObjectIdentifier(record.client.core), innerNumber: record.chain.innerNumber,
      request: text(of: request.head), cachePolicy: request.head.cachePolicy, limit: limit,
      decodedLimit: record.draft.options.decodedLimit ?? record.client.decodedLimit,
      deadlines: deadlines, tags: context.tags,
      skipped: record.draft.options.skippedInterceptors,
      identity: await context.identity(of: request))
    switch await runs.turn(key, until: context.deadline, clock: context.clock) {
    case .answer(let answer): return try answer.get()
    case .lead(let run):
      // In the task of who asked: another one would cost more than all the rest.
      let answer: SharedRuns.Answer
      do throws(NetworkError) {
        answer = .success(try await Self.whole(try await next(request), limit))
      } catch {
        answer = .failure(error)
      }
      runs.finish(run, answer)
      return try answer.get()
    }
  }

  /// NUL stands in no part of a request that can be sent.
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
  private func sharedLimit(_ request: ClientRequest, _ context: InterceptorContext) -> Int? {
    guard request.body.isEmpty, !context.isMocked, context.record.draft.options.observer == nil,
      case .whole(let limit) = context.record.delivery
    else { return nil }
    return limit
  }

  /// A stream has one reader: somebody further in may have answered with one.
  private static func whole(
    _ response: HTTPResponse, _ limit: Int
  ) async throws(NetworkError) -> HTTPResponse {
    guard response.body.source != nil else { return response }
    var response = response
    do throws(TransportError) {
      response.body = .bytes(try await response.body.collect(upTo: limit))
    } catch {
      throw NetworkError(transport: error, response: response.head)
    }
    return response
  }

  /// For tests: how many requests are on their way, and how many wait for them.
  var counts: (runs: Int, waiters: Int) { runs.counts }
}

extension Deduplication: PunctualInterceptor {}
