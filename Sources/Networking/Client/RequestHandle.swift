import TremaSupport

#if canImport(Dispatch)
  import Dispatch
#endif

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
        // After a cancellation no value is delivered, even if it arrived at the same moment.
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

/// The queue on which the closure of a request is called.
///
///     client.send(request, on: .queue(parsing)) { result in show(result) }
public struct DeliveryQueue: Sendable {
  let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Any other way to have something done: `DeliveryQueue { operations.addOperation($0) }`.
  ///
  /// - Parameter deliver: must call what it gets once.
  public init(_ deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.deliver = deliver
  }

  /// Calls on the thread on which the exchange ended; the closure must return soon.
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
