import TremaHTTP

/// Waits for the network before a request is sent, instead of failing because there is none.
///
///     let client = client.adding(Offline())
///
/// Each attempt waits by itself, no longer than ``limit``, and ends with `timeout(.total)` when the
/// deadline of the whole comes first. That there is a network does not mean that the server can be
/// reached: that is for ``Retry``. Requests to this machine itself never wait.
public struct Offline: Interceptor {
  public let place = PipelinePlace.connectivity
  /// How long there may be no network; nil is until the deadline of the whole.
  public var limit: Duration?
  private let connectivity: any Connectivity

  public init(
    limit: Duration? = .seconds(60), connectivity: any Connectivity = SystemConnectivity.shared
  ) {
    (self.limit, self.connectivity) = (limit, connectivity)
  }

  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    // Asked first: it is the usual case.
    if connectivity.isOnline || context.url(of: request)?.isLoopback == true {
      return try await next(request)
    }
    let start = context.clock.now()
    let ownEnd = limit.map { start + max($0, .zero) }
    let end = [ownEnd, context.deadline].compactMap(\.self).min()
    let connectivity = connectivity
    let ended = await whileWaited(until: end, clock: context.clock) {
      do {
        try await connectivity.waitUntilOnline()
        return true
      } catch {
        return false
      }
    }
    switch ended {
    case .value(true, _): return try await next(request)
    case .value(false, isLate: false), .cancelled: throw NetworkError(.cancelled)
    case .value(false, isLate: true), .timeOver:
      if let deadline = context.deadline, deadline <= ownEnd ?? deadline {
        throw NetworkError(.timeout(.total))
      }
      throw NetworkError(.interceptor(name: name, OfflineError(limit: limit ?? .zero)))
    }
  }
}

extension Offline: SteppingInterceptor {
  func step(
    _ request: inout ClientRequest, in record: ExchangeRecord
  ) throws(NetworkError) -> InterceptorStep {
    connectivity.isOnline ? .past : .enter
  }
}

/// There was no network for as long as ``Offline`` waits.
public struct OfflineError: Error, Hashable, Sendable {
  public let limit: Duration

  public init(limit: Duration) { self.limit = limit }
}

extension OfflineError: CustomStringConvertible {
  public var description: String { "there was no network for \(limit)" }
}
