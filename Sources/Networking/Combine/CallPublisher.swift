#if canImport(Combine)
  import Combine
  import TremaLock

  extension Call {
    /// Cold: each subscription sends the request once, when a value is asked for; cancelling it
    /// cancels the request. Values come where the exchange ends, not on the main thread.
    public var publisher: CallPublisher<Value> { CallPublisher(self) }
  }

  extension HTTPClient {
    public func publisher<Value>(for request: Request<Value>) -> CallPublisher<Value> {
      call(request).publisher
    }
  }

  /// One value, or the error.
  public struct CallPublisher<Output: Sendable>: Publisher, Sendable {
    public typealias Failure = NetworkError

    private let call: Call<Output>

    init(_ call: Call<Output>) { self.call = call }

    public func receive<Target: Subscriber>(
      subscriber: Target
    ) where Target.Input == Output, Target.Failure == NetworkError {
      subscriber.receive(subscription: CallSubscription(call, subscriber))
    }
  }

  /// `@unchecked Sendable` holds because `target`, `handle` and `isStarted` are private, every access
  /// to them is inside `lock.withLock`, and the subscriber leaves it once, to the one who calls it.
  private final class CallSubscription<Target: Subscriber>: Subscription, @unchecked Sendable
  where Target.Input: Sendable, Target.Failure == NetworkError {
    private let call: Call<Target.Input>
    private let lock = Lock()
    private var target: Target?
    private var handle: RequestHandle?
    private var isStarted = false

    init(_ call: Call<Target.Input>, _ target: Target) {
      self.call = call
      self.target = target
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      let isFirst = lock.withLock {
        defer { isStarted = true }
        return !isStarted && target != nil
      }
      guard isFirst else { return }
      let started = call.start(on: .immediate) { [self] result in
        guard let target = lock.withLock({ take() }) else { return }
        switch result {
        case .success(let value):
          _ = target.receive(value)
          target.receive(completion: .finished)
        case .failure(let error): target.receive(completion: .failure(error))
        }
      }
      let isOver = lock.withLock {
        if target != nil { handle = started }
        return target == nil
      }
      // Cancelled while it was started; for one that has ended it does nothing.
      if isOver { started.cancel() }
    }

    func cancel() {
      // What is dropped is dropped outside the lock: it may run anybody's code.
      let dropped = lock.withLock { (take(), handle) }
      dropped.1?.cancel()
    }

    /// Under the lock.
    private func take() -> Target? {
      defer { target = nil }
      return target
    }
  }
#endif
