import TremaSupport

/// A request that was sent with a closure, to cancel it.
public struct RequestHandle: Sendable {
  private let task: Task<Void, Never>
  private let wasCancelled: LockedValue<Bool>

  /// Begins some work; its closure is called once, where `queue` says.
  init<Value: Sendable>(
    _ call: Call<Value>, on queue: DeliveryQueue,
    _ completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) {
    let wasCancelled = LockedValue(false)
    self.wasCancelled = wasCancelled
    task = Task(priority: call.priority) {
      let result = await call.result
      queue.deliver {
        // Whoever has cancelled does not expect a value that came just then.
        completion(wasCancelled.value ? .failure(call.cancelled(result)) : result)
      }
    }
  }

  /// The closure is called with `cancelled`, unless it has been called already.
  public func cancel() {
    wasCancelled.value = true
    task.cancel()
  }
}
