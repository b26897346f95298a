import TremaHTTP
import TremaLock

/// What has happened in an exchange, for its errors and its interceptors.
final class ExchangeRecord: Sendable {
  private struct State {
    /// Where it was to go, before an interceptor saw it.
    var builtTarget: String?
    var attempts = 0
    var isGivenUp = false
    /// What was sent last.
    var request: HTTPRequest?
    /// What came back of it.
    var response: HTTPResponseHead?
  }

  private let state = LockedValue(State())

  var builtTarget: String? {
    get { state.withLock { $0.builtTarget } }
    set { state.withLock { $0.builtTarget = newValue } }
  }

  var attempts: Int { state.withLock { $0.attempts } }

  /// - Returns: false when nobody waits any more.
  func begin(_ request: HTTPRequest) -> Bool {
    state.withLock { state in
      guard !state.isGivenUp else { return false }
      state.attempts += 1
      state.request = request
      state.response = nil
      return true
    }
  }

  /// From now on nothing is sent.
  ///
  /// - Returns: whether something has been.
  func giveUp() -> Bool {
    state.withLock { state in
      state.isGivenUp = true
      return state.attempts > 0
    }
  }

  func end(_ response: HTTPResponseHead) { state.withLock { $0.response = response } }

  /// An error with all that is known.
  func completed(_ error: NetworkError, _ built: HTTPRequest) -> NetworkError {
    let known = state.withLock { $0 }
    var error = error
    error.request = error.request ?? known.request ?? built
    error.response = error.response ?? known.response
    error.attempts = known.attempts
    if error.response != nil { error.mayHaveBeenSent = true }
    return error
  }
}
