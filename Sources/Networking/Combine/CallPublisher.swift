#if canImport(Combine)
  import Combine
  import TremaSupport

  extension Call {
    /// A publisher that sends the request once per subscription, on the first demand. Cancelling
    /// the subscription cancels the request. Values are delivered on the thread on which the
    /// exchange ends, not on the main thread.
    public var publisher: CallPublisher<Value> { CallPublisher(self) }
  }

  extension HTTPClient {
    /// Returns a publisher that sends the request for each subscriber.
    public func publisher<Value>(for request: Request<Value>) -> CallPublisher<Value> {
      call(request).publisher
    }
  }

  /// A publisher that emits one value or fails with the request's error.
  public struct CallPublisher<Output: Sendable>: Publisher, Sendable {
    /// The publisher's error.
    public typealias Failure = NetworkError

    private let call: Call<Output>

    init(_ call: Call<Output>) { self.call = call }

    /// Creates a subscriber's subscription. The request is sent on the first demand, and cancelled
    /// with the subscription.
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
  /// access to them is inside `lock.withLock`, and the delivery closure is handed out at most once.
  private final class CallSubscription<Value: Sendable>: Subscription, @unchecked Sendable {
    typealias Delivery = (Result<Value, NetworkError>) -> Void

    private let call: Call<Value>
    private let lock = Lock()
    /// The closure that delivers the result to the subscriber, or `nil` after the delivery or a
    /// cancellation.
    private var deliver: Delivery?
    /// The request in flight, or `nil` before it is sent.
    private var handle: RequestHandle?
    /// Whether a value has been requested.
    private var isStarted = false

    init(_ call: Call<Value>, _ deliver: @escaping Delivery) {
      self.call = call
      self.deliver = deliver
    }

    /// Sends the request on the first demand.
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
      // The subscription was cancelled while the request was being started. This has no effect on a
      // finished request.
      if isOver { started.cancel() }
    }

    /// Cancels the request; nothing is delivered afterwards.
    func cancel() {
      // The closure is released outside the lock, since that may run the subscriber's code.
      let dropped = lock.withLock { (take(), handle) }
      dropped.1?.cancel()
    }

    /// Takes the delivery closure. Must be called with the lock held.
    private func take() -> Delivery? {
      defer { deliver = nil }
      return deliver
    }
  }
#endif
