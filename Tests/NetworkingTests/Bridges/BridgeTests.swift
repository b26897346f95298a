import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

// [promise]
extension Call {
  /// A promise is hot: it sends the request immediately, and all observers get the same result.
  func promise() -> Promise<Value> {
    Promise { fulfil, reject in
      start(on: .immediate) { result in
        switch result {
        case .success(let value): fulfil(value)
        case .failure(let error): reject(error)
        }
      }
    }
  }
}
// [/promise]

// [single]
extension Call {
  /// Cold: each subscription sends the request; disposing of it cancels that one.
  var single: Single<Value> {
    Single.create { observe in
      let handle = start(on: .immediate) { result in observe(result.mapError { $0 as any Error }) }
      return Disposables.create { handle.cancel() }
    }
  }
}
// [/single]

// [producer]
extension Call {
  /// Cold: each start sends the request; the end of its lifetime cancels that one.
  var producer: SignalProducer<Value, NetworkError> {
    SignalProducer { observer, lifetime in
      let handle = start(on: .immediate) { result in
        switch result {
        case .success(let value):
          observer.send(value: value)
          observer.sendCompleted()
        case .failure(let error): observer.send(error: error)
        }
      }
      lifetime.observeEnded { handle.cancel() }
    }
  }
}
// [/producer]

@Suite struct BridgeTests {
  private let mock = MockTransport(
    .on(.get, "/name", .text("Ada")), .on(.get, "/lost", .failure(.connectionLost)),
    .on(.get, "/never", .never))
  private var client: HTTPClient {
    HTTPClient(baseURL: "https://api.example.com", deadlines: .none, transport: mock)
  }

  private func call(_ path: String) -> Call<String> { client.call(RequestBuilder.get(path).text) }

  /// Returns the result that is reported to a closure.
  private func outcome(
    _ start: (@escaping @Sendable (Result<String, any Error>) -> Void) -> Void
  ) async -> Result<String, any Error> {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: $0) }
    }
  }

  @Test func `all observers of a promise share one request`() async throws {
    let promise = call("name").promise()
    for _ in 1...2 {
      #expect(try await outcome { report in promise.observe { report($0) } }.get() == "Ada")
    }
    #expect(mock.requests.count == 1)
    let lost = await outcome { report in call("lost").promise().observe { report($0) } }
    #expect(throws: NetworkError.self) { try lost.get() }
  }

  @Test func `each subscription to a single sends one request`() async throws {
    let single = call("name").single
    #expect(mock.requests.isEmpty)
    for count in 1...2 {
      let value = await outcome { report in _ = single.subscribe { report($0) } }
      #expect(try value.get() == "Ada")
      #expect(mock.requests.count == count)
    }
  }

  @Test func `disposing of a single cancels its request`() async {
    let result = await outcome { report in
      let disposable = call("never").single.subscribe { report($0) }
      Task {
        await mock.requests(atLeast: 1)
        disposable.dispose()
      }
    }
    let error = #expect(throws: NetworkError.self) { try result.get() }
    #expect(error?.isCancelled == true)
  }

  @Test
  func `each start of a producer sends one request, and ends with a value or error`() async {
    let producer = call("name").producer
    for count in 1...2 {
      let events = await events(of: producer)
      #expect(events == ["value Ada", "completed"])
      #expect(mock.requests.count == count)
    }
    #expect(
      await events(of: call("lost").producer) == [
        "failed GET https://api.example.com/lost: the connection was lost"
      ])
  }

  private func events(of producer: SignalProducer<String, NetworkError>) async -> [String] {
    let events = LockedValue<[String]>([])
    await withCheckedContinuation { continuation in
      producer.start { event in
        events.withLock { $0.append(event.description) }
        if event.isLast { continuation.resume() }
      }
    }
    return events.value
  }

  @Test func `the end of a lifetime cancels the request of a producer`() async {
    let events = LockedValue<[String]>([])
    await withCheckedContinuation { continuation in
      let lifetime = call("never").producer.start { event in
        events.withLock { $0.append("\(event.isLast)") }
        continuation.resume()
      }
      Task {
        await mock.requests(atLeast: 1)
        lifetime.end()
      }
    }
    #expect(events.value == ["true"])
  }

  @Test func `the page shows the code that is compiled here`() throws {
    let page = try PageBlocks(page: "Networking/Bridges.md")
    #expect(page.blocks.count == 3)
    let source = try PageBlocks.source(of: #filePath)
    for block in page.blocks { #expect(source.contains(block), "\(block)") }
  }
}

// Substitutes with the API of PromiseKit, RxSwift and ReactiveSwift.

final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Value, any Error>?
    var observers: [@Sendable (Result<Value, any Error>) -> Void] = []
  }

  private let state = LockedValue(State())

  init(
    _ resolve: (
      _ fulfil: @escaping @Sendable (Value) -> Void,
      _ reject: @escaping @Sendable (any Error) -> Void
    ) -> Void
  ) {
    resolve({ self.settle(.success($0)) }, { self.settle(.failure($0)) })
  }

  private func settle(_ outcome: Result<Value, any Error>) {
    let observers = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      defer { state.observers = [] }
      return state.observers
    }
    for observer in observers { observer(outcome) }
  }

  func observe(_ observer: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.observers.append(observer) }
      return state.outcome
    }
    if let outcome { observer(outcome) }
  }
}

struct Disposables: Sendable {
  let dispose: @Sendable () -> Void
  static func create(_ dispose: @escaping @Sendable () -> Void) -> Disposables {
    Disposables(dispose: dispose)
  }
}

struct Single<Value: Sendable>: Sendable {
  typealias Observer = @Sendable (Result<Value, any Error>) -> Void
  let subscribe: @Sendable (@escaping Observer) -> Disposables
  static func create(
    _ subscribe: @escaping @Sendable (@escaping Observer) -> Disposables
  ) -> Single { Single(subscribe: subscribe) }
}

enum SignalEvent<Value: Sendable, Failure: Error>: Sendable, CustomStringConvertible {
  case value(Value), completed
  case failed(Failure)

  var isLast: Bool { if case .value = self { false } else { true } }
  var description: String {
    switch self {
    case .value(let value): "value \(value)"
    case .completed: "completed"
    case .failed(let error): "failed \(error)"
    }
  }
}

struct SignalObserver<Value: Sendable, Failure: Error>: Sendable {
  let send: @Sendable (SignalEvent<Value, Failure>) -> Void
  func send(value: Value) { send(.value(value)) }
  func send(error: Failure) { send(.failed(error)) }
  func sendCompleted() { send(.completed) }
}

final class SignalLifetime: Sendable {
  private let ended = LockedValue<[@Sendable () -> Void]>([])
  func observeEnded(_ action: @escaping @Sendable () -> Void) {
    ended.withLock { $0.append(action) }
  }
  func end() { for action in ended.exchange([]) { action() } }
}

struct SignalProducer<Value: Sendable, Failure: Error>: Sendable {
  private let begin: @Sendable (SignalObserver<Value, Failure>, SignalLifetime) -> Void

  init(_ begin: @escaping @Sendable (SignalObserver<Value, Failure>, SignalLifetime) -> Void) {
    self.begin = begin
  }

  @discardableResult
  func start(_ observer: @escaping @Sendable (SignalEvent<Value, Failure>) -> Void)
    -> SignalLifetime
  {
    let lifetime = SignalLifetime()
    begin(SignalObserver(send: observer), lifetime)
    return lifetime
  }
}
