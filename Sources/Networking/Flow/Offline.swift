import TremaHTTP

/// Waits for a network connection before a request is sent, instead of failing immediately.
///
///     let client = client.adding(Offline())
///
/// Each attempt waits separately, for at most `limit`, and fails with `timeout(.total)` if the
/// total deadline is earlier. A network connection does not imply that the server can be reached;
/// use ``Retry`` for this case. Requests to this machine never wait.
public struct Offline: Interceptor {
  /// The interceptor's phase.
  public let phase = InterceptorPhase.connectivity
  /// The maximum wait for a network; `nil` waits until the total deadline.
  var limit: Duration?
  private let connectivity: any Connectivity

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - limit: The maximum wait for a network; `nil` waits until the total deadline.
  ///   - connectivity: The source of the network state.
  public init(
    limit: Duration? = .seconds(60), connectivity: any Connectivity = SystemConnectivity.shared
  ) {
    (self.limit, self.connectivity) = (limit, connectivity)
  }

  /// Waits for a network within the limit and the total deadline.
  private func waitUntilOnline(_ record: RequestState) async throws(NetworkError) {
    let start = record.clock.now()
    let limitEnd = limit.map { start + max($0, .zero) }
    let end = [limitEnd, record.deadline].compactMap(\.self).min()
    let connectivity = connectivity
    let result = await withTimeout(until: end, clock: record.clock) {
      do {
        try await connectivity.waitUntilOnline()
        return true
      } catch {
        return false
      }
    }
    switch result {
    case .value(true, _): return
    case .value(false, isLate: false), .cancelled: throw NetworkError(.cancelled)
    case .value(false, isLate: true), .timedOut:
      if let deadline = record.deadline, deadline <= limitEnd ?? deadline {
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
    let record = context.requestState
    // Check the usual case first.
    if connectivity.isOnline || record.url(of: request.head.target)?.isLoopback == true {
      return .proceed
    }
    return .wait { () async throws(NetworkError) in
      try await waitUntilOnline(record)
      return .proceed
    }
  }
}

/// The error for a request that had no network connection within the limit set by ``Offline``.
public struct OfflineError: Error, Hashable, Sendable {
  /// The maximum wait.
  let limit: Duration

  init(limit: Duration) { self.limit = limit }
}

extension OfflineError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String { "the network was unavailable for \(limit)" }
}

/// The network's state. Tests can provide their own implementation.
public protocol Connectivity: Sendable {
  /// Whether a network is available, or `true` if unknown.
  var isOnline: Bool { get }
  /// Waits until a network is available. Returns immediately if one is available.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func waitUntilOnline() async throws
}
