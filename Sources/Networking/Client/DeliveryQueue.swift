#if canImport(Dispatch)
  import Dispatch
#endif

/// Where the closure of a request is called.
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

  /// On whatever thread the exchange ended; what is called must return soon.
  public static let immediate = DeliveryQueue { $0() }

  #if canImport(Dispatch)
    public static let main = queue(.main)

    public static func queue(_ queue: DispatchQueue) -> DeliveryQueue {
      DeliveryQueue { work in queue.async(execute: work) }
    }
  #else
    public static let main = DeliveryQueue { work in Task { @MainActor in work() } }
  #endif
}
