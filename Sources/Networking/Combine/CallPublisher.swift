#if canImport(Combine)
  import Combine
  import TremaSupport

  extension Call {
    /// Cold: each subscription sends the request once, when a value is asked for; cancelling it
    /// cancels the request. Values come where the exchange ends, not on the main thread.
    public var publisher: CallPublisher<Value> { CallPublisher(self) }
  }

  extension HTTPClient {
    /// Returns a publisher that sends the request for each subscriber.
    public func publisher<Value>(for request: Request<Value>) -> CallPublisher<Value> {
      call(request).publisher
    }
  }

  /// One value, or the error.
  public struct CallPublisher<Output: Sendable>: Publisher, Sendable {
    /// The error of the publisher.
    public typealias Failure = NetworkError

    private let call: Call<Output>

    init(_ call: Call<Output>) { self.call = call }

    /// Sends the request for a subscriber; cancelling the subscription cancels it.
    public func receive<Target: Subscriber>(
      subscriber: Target
    ) where Target.Input == Output, Target.Failure == NetworkError {
      let subscription = CallSubscription(call) { result in
        switch result {
        case .success(let value):
          _ = subscriber.receive(value)
          subscriber.receive(completion: .finished)
        case .failure(let error): subscriber.receive(completion: .failure(error))
        }
      }
      subscriber.receive(subscription: subscription)
    }
  }

  /// `@unchecked Sendable` holds because `deliver`, `handle` and `isStarted` are private, every access
  /// to them is inside `lock.withLock`, and what delivers leaves it once, to the one who calls it.
  private final class CallSubscription<Value: Sendable>: Subscription, @unchecked Sendable {
    typealias Delivery = (Result<Value, NetworkError>) -> Void

    private let call: Call<Value>
    private let lock = Lock()
    private var deliver: Delivery?
    private var handle: RequestHandle?
    private var isStarted = false

    init(_ call: Call<Value>, _ deliver: @escaping Delivery) {
      self.call = call
      self.deliver = deliver
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      let isFirst = lock.withLock {
        defer { isStarted = true }
        return !isStarted && deliver != nil
      }
      guard isFirst else { return }
      let started = call.start(on: .immediate) { [self] result in
        lock.withLock { take() }?(result)
      }
      let isOver = lock.withLock {
        if deliver != nil { handle = started }
        return deliver == nil
      }
      // Cancelled while it was started; for one that has ended it does nothing.
      if isOver { started.cancel() }
    }

    func cancel() {
      // What is dropped is dropped outside the lock: it may run anybody's code.
      let dropped = lock.withLock { (take(), handle) }
      dropped.1?.cancel()
    }

    /// Takes the next delivery; called under the lock.
    private func take() -> Delivery? {
      defer { deliver = nil }
      return deliver
    }
  }
#endif
