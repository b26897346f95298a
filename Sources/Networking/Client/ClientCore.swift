/// What copies of a client share: the gates that are being passed, and who waits to be sent.
final class ClientCore: Sendable {
  let queue: RequestQueue?
  let gates = ConstraintGates()

  init(concurrency: Int?) { queue = concurrency.map { RequestQueue(limit: $0) } }
}
