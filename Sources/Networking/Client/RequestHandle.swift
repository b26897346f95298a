import TremaSupport

#if canImport(Dispatch)
  import Dispatch
#endif

/// A handle for cancelling a request that was sent with a completion handler.
public struct RequestHandle: Sendable {
  private let task: Task<Void, Never>
  /// Whether `cancel()` has been called.
  private let wasCancelled: LockedValue<Bool>

  /// Starts a call in a new task. The completion handler is called once, on the given queue.
  init<Value: Sendable>(
    _ call: Call<Value>, on queue: DeliveryQueue,
    _ completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) {
    let wasCancelled = LockedValue(false)
    self.wasCancelled = wasCancelled
    task = Task(priority: call.priority) {
      let result = await call.result
      queue.deliver {
        // After a cancellation no value is delivered, even if it arrived at the same time.
        completion(wasCancelled.value ? .failure(call.cancelled(result)) : result)
      }
    }
  }

  /// Cancels the request. The completion handler is called with the error `cancelled`, unless it
  /// has already been called.
  public func cancel() {
    wasCancelled.value = true
    task.cancel()
  }
}

/// The queue on which a request's completion handler is called.
///
///     client.send(request, on: .queue(parsing)) { result in show(result) }
public struct DeliveryQueue: Sendable {
  /// Runs a closure on the queue.
  let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a queue from any other way to run a closure:
  /// `DeliveryQueue { operations.addOperation($0) }`.
  ///
  /// - Parameter deliver: Must call the closure that is passed to it exactly once.
  public init(_ deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.deliver = deliver
  }

  /// Calls the completion handler on the thread on which the exchange ends. It must return quickly.
  public static let immediate = DeliveryQueue { $0() }

  #if canImport(Dispatch)
    /// Delivers on the main queue.
    public static let main = queue(.main)

    /// Delivers on a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> DeliveryQueue {
      DeliveryQueue { work in queue.async(execute: work) }
    }
  #else
    /// Delivers on the main actor.
    public static let main = DeliveryQueue { work in Task { @MainActor in work() } }
  #endif
}
