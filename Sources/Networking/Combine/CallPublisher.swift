#if canImport(Combine)
  import Combine
  import TremaSupport

  extension Call {
    /// A publisher that sends the request once for each subscription, when a value is requested.
    /// Cancelling the subscription cancels the request. Values are delivered on the thread on which
    /// the exchange ends, not on the main thread.
    public var publisher: CallPublisher<Value> { CallPublisher(self) }
  }

  extension HTTPClient {
    /// Returns a publisher that sends the request for each subscriber.
    public func publisher<Value>(for request: Request<Value>) -> CallPublisher<Value> {
      call(request).publisher
    }
  }

  /// A publisher of one value, or of the error of its request.
  public struct CallPublisher<Output: Sendable>: Publisher, Sendable {
    /// The error of the publisher.
    public typealias Failure = NetworkError

    private let call: Call<Output>

    init(_ call: Call<Output>) { self.call = call }

    /// Creates the subscription of a subscriber. The request is sent when a value is requested, and
    /// cancelled with the subscription.
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

  /// The subscription of one subscriber.
  ///
  /// `@unchecked Sendable` holds because `deliver`, `handle` and `isStarted` are private, every
  /// access to them is inside `lock.withLock`, and the delivery closure leaves it once, to the one
  /// caller that takes it.
  private final class CallSubscription<Value: Sendable>: Subscription, @unchecked Sendable {
    typealias Delivery = (Result<Value, NetworkError>) -> Void

    private let call: Call<Value>
    private let lock = Lock()
    /// Delivers the result to the subscriber; `nil` after the delivery or a cancellation.
    private var deliver: Delivery?
    /// The request in flight; `nil` before it is sent.
    private var handle: RequestHandle?
    /// Whether a value has been requested.
    private var isStarted = false

    init(_ call: Call<Value>, _ deliver: @escaping Delivery) {
      self.call = call
      self.deliver = deliver
    }

    /// Sends the request when a value is requested for the first time.
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
      // The subscription was cancelled while the request was being started. For a request that has
      // ended, this does nothing.
      if isOver { started.cancel() }
    }

    /// Cancels the request; nothing is delivered afterwards.
    func cancel() {
      // The closure is released outside the lock, as that may run code of the subscriber.
      let dropped = lock.withLock { (take(), handle) }
      dropped.1?.cancel()
    }

    /// Takes the delivery closure; must be called under the lock.
    private func take() -> Delivery? {
      defer { deliver = nil }
      return deliver
    }
  }
#endif
