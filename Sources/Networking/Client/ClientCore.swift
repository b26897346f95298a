/// What copies of a client share: the gates that are being passed, and who waits to be sent.
final class ClientCore: Sendable {
  let queue: RequestQueue?
  let gates = ConstraintGates()
  /// Why nothing can be sent.
  let problem: NetworkError.Kind?

  init(concurrency: Int?) {
    queue = concurrency.map { RequestQueue(limit: $0) }
    problem = concurrency.flatMap { limit in
      limit > 0 ? nil : .unsupported("no request can be sent where \(limit) may be on their way")
    }
  }
}
