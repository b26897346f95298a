import TremaHTTP

/// Waits for the network before a request is sent, instead of failing because there is none.
///
///     let client = client.adding(Offline())
///
/// Each attempt waits by itself, no longer than `limit`, and ends with `timeout(.total)` when the
/// deadline of the whole comes first. That there is a network does not mean that the server can be
/// reached: that is for ``Retry``. Requests to this machine itself never wait.
public struct Offline: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.connectivity
  /// The maximum time without a network; `nil` waits until the total deadline.
  var limit: Duration?
  private let connectivity: any Connectivity

  /// Creates an interceptor.
  ///
  /// - Parameters:
  /// - limit: the longest wait for a network; `nil` waits until the total deadline.
  /// - connectivity: the state of the network.
  public init(
    limit: Duration? = .seconds(60), connectivity: any Connectivity = SystemConnectivity.shared
  ) {
    (self.limit, self.connectivity) = (limit, connectivity)
  }

  private func waitUntilOnline(_ record: RequestState) async throws(NetworkError) {
    let start = record.clock.now()
    let ownEnd = limit.map { start + max($0, .zero) }
    let end = [ownEnd, record.deadline].compactMap(\.self).min()
    let connectivity = connectivity
    let ended = await whileWaited(until: end, clock: record.clock) {
      do {
        try await connectivity.waitUntilOnline()
        return true
      } catch {
        return false
      }
    }
    switch ended {
    case .value(true, _): return
    case .value(false, isLate: false), .cancelled: throw NetworkError(.cancelled)
    case .value(false, isLate: true), .timeOver:
      if let deadline = record.deadline, deadline <= ownEnd ?? deadline {
        throw NetworkError(.timeout(.total))
      }
      throw NetworkError(.interceptor(name: name, OfflineError(limit: limit ?? .zero)))
    }
  }
}

extension Offline: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.record
    // Asked first: it is the usual case.
    if connectivity.isOnline || record.url(of: request.head.target)?.isLoopback == true {
      return .past
    }
    return .waiting { () async throws(NetworkError) in
      try await waitUntilOnline(record)
      return .past
    }
  }
}

/// There was no network for as long as ``Offline`` waits.
public struct OfflineError: Error, Hashable, Sendable {
  let limit: Duration

  init(limit: Duration) { self.limit = limit }
}

extension OfflineError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String { "there was no network for \(limit)" }
}

/// Whether there is a network. A test brings its own.
public protocol Connectivity: Sendable {
  /// Whether there is a network; `true` if that is unknown.
  var isOnline: Bool { get }
  /// Returns when there is one, at once where there is; throws `CancellationError` when the task is
  /// cancelled, and nothing else.
  func waitUntilOnline() async throws
}
