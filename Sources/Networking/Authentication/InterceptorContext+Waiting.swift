extension InterceptorContext {
  /// Waits for what may not look at cancellation, until the deadline of the whole.
  ///
  /// - Throws: `timeout(.total)`, `cancelled`, or what the work throws.
  func waiting<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let ended = await whileWaited(until: deadline, clock: clock) {
      () async -> Result<Value, any Error> in
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    switch ended {
    case .value(.success(let value), _): return value
    case .value(.failure, isLate: true), .timeOver: throw NetworkError(.timeout(.total))
    case .value(.failure(let error), isLate: false): throw error
    case .cancelled: throw NetworkError(.cancelled)
    }
  }
}
