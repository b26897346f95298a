/// A request that was sent with a closure, to cancel it.
public struct RequestHandle: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  /// The closure is called with `cancelled`, unless it has been called already.
  public func cancel() { task.cancel() }
}
