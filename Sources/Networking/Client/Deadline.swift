import TremaHTTP

private enum Finish<Value: Sendable>: Sendable {
  case work(Result<Value, NetworkError>)
  /// Whether the time is over, or the clock was stopped.
  case clock(isOver: Bool)
}

/// Cancels some work when its time is over. A value that comes all the same is taken; an error is
/// then that the time is over, unless it is the server's answer.
func withDeadline<Value: Sendable>(
  _ deadline: ContinuousClock.Instant,
  _ work: @escaping @Sendable () async throws(NetworkError) -> Value
) async throws(NetworkError) -> Value {
  let result = await withTaskGroup(of: Finish<Value>.self) { group in
    group.addTask {
      do throws(NetworkError) {
        return .work(.success(try await work()))
      } catch {
        return .work(.failure(error))
      }
    }
    group.addTask {
      do {
        try await Task.sleep(until: deadline, clock: .continuous)
        return .clock(isOver: true)
      } catch {
        return .clock(isOver: false)
      }
    }
    var isOver = false
    while let finish = await group.next() {
      switch finish {
      case .clock(let over):
        isOver = over
        if over { group.cancelAll() }
      case .work(let result):
        group.cancelAll()
        return isOver ? late(result) : result
      }
    }
    return .failure(NetworkError(.cancelled))
  }
  return try result.get()
}

private func late<Value>(_ result: Result<Value, NetworkError>) -> Result<Value, NetworkError> {
  result.mapError { error in
    switch error.kind {
    case .status, .decoding: return error
    default:
      var error = error
      error.kind = .timeout(.total)
      return error
    }
  }
}
