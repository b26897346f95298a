import TremaHTTP

/// Waits for a network connection before a request is sent, instead of failing without one.
///
///     let client = client.adding(Offline())
///
/// Each attempt waits separately, at most for `limit`, and fails with `timeout(.total)` if the
/// total deadline is earlier. A network connection does not imply that the server can be reached;
/// ``Retry`` handles that. Requests to this machine never wait.
public struct Offline: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.connectivity
  /// The maximum wait for a network; `nil` waits until the total deadline.
  var limit: Duration?
  private let connectivity: any Connectivity

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - limit: the maximum wait for a network; `nil` waits until the total deadline.
  ///   - connectivity: the state of the network.
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
    // The usual case is checked first.
    if connectivity.isOnline || record.url(of: request.head.target)?.isLoopback == true {
      return .proceed
    }
    return .wait { () async throws(NetworkError) in
      try await waitUntilOnline(record)
      return .proceed
    }
  }
}

/// The error of a request without a network for as long as ``Offline`` waits.
public struct OfflineError: Error, Hashable, Sendable {
  /// The maximum wait.
  let limit: Duration

  init(limit: Duration) { self.limit = limit }
}

extension OfflineError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String { "there was no network for \(limit)" }
}

/// The state of the network; a test may implement its own.
public protocol Connectivity: Sendable {
  /// Whether there is a network; `true` if that is unknown.
  var isOnline: Bool { get }
  /// Waits until there is a network, and returns at once if there is one.
  ///
  /// - Throws: only `CancellationError`, if the task is cancelled.
  func waitUntilOnline() async throws
}
