import TremaHTTP
import TremaSupport

/// A transport that responds to requests by rules instead of using a network, and records them.
///
///     let mock = MockTransport(
///       .on(.get, "/users/{id}", .json(text: #"{"id": 4}"#)),
///       .on(.post, "/users", .status(503), .status(201).delayed(by: .seconds(1))))
///     let client = HTTPClient(baseURL: "https://api.example.com", transport: mock)
///
/// The first matching rule provides the response. The transport meets the requirements of
/// `HTTPTransport`: requests are checked, deadlines are enforced, bodies are delivered as a whole
/// or as a stream, and content codings are decoded.
public final class MockTransport: HTTPTransport {
  /// The rules, the recorded requests and the exchanges in progress.
  private struct State {
    /// The rules, each with the number of requests it has responded to.
    var rules: [(rule: MockRule, requestCount: Int)] = []
    var requests: [MockedRequest] = []
    /// The tasks that are waiting for a number of requests.
    var waiters: [Int: (count: Int, resume: CheckedContinuation<Void, Never>)] = [:]
    var exchanges: [Int: MockExchange] = [:]
    var isClosed = false
    var lastNumber = 0

    /// Returns a unique number.
    mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let time: MockTime
  private let state = LockedValue(State())

  /// Creates a transport with rules. The first rule that matches a request responds to it.
  public init(_ rules: MockRule...) {
    time = MockTime(ContinuousClock())
    add(rules)
  }

  /// Creates a transport with a clock for delays and deadlines so that tests don't have to wait.
  public init<C: Clock>(clock: C, _ rules: MockRule...) where C.Duration == Duration {
    time = MockTime(clock)
    add(rules)
  }

  init(_ time: MockTime, _ rule: MockRule) {
    self.time = time
    add([rule])
  }

  /// The name shown in the client's description: `mock`.
  public var name: String { "mock" }

  /// Adds rules after the existing ones.
  public func add(_ rules: MockRule...) { add(rules) }

  private func add(_ rules: [MockRule]) {
    state.withLock { $0.rules += rules.map { ($0, 0) } }
  }

  /// Responds to a request by the first matching rule.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    do throws(HTTPSyntaxError) { try request.check(body: body) } catch {
      throw TransportError(.invalidRequest(error))
    }
    let exchange = try begin(request, context)
    do throws(TransportError) {
      let received = MockedRequest(request, body: try await exchange.read(body))
      let (answer, matched) = try choose(for: received)
      return try await respond(answer, to: matched, exchange, context)
    } catch {
      exchange.end()
      throw error
    }
  }

  /// Closes the transport. Exchanges in progress are cancelled, and further requests fail.
  public func close() async {
    let exchanges = state.withLock { state in
      state.isClosed = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.stop(TransportError(.cancelled, mayHaveBeenSent: true)) }
  }

  /// Starts an exchange.
  ///
  /// - Throws: `closed` if the transport has been closed.
  private func begin(
    _ request: HTTPRequest, _ context: TransportContext
  ) throws(TransportError) -> MockExchange {
    let number = state.withLock { $0.number() }
    let exchange = MockExchange(request, context, time) { [weak self] in
      // The removed exchange is released outside the lock, as releasing it may end it.
      _ = self?.state.withLock { $0.exchanges.removeValue(forKey: number) }
    }
    let isOpen = state.withLock { state in
      if !state.isClosed { state.exchanges[number] = exchange }
      return !state.isClosed
    }
    guard isOpen else { throw TransportError(.closed) }
    return exchange
  }
}

// Rules and recorded requests.
extension MockTransport {
  /// All requests in order of completion, including those that do not match a rule.
  public var requests: [MockedRequest] { state.value.requests }

  /// Waits until a number of requests have been received or the task is cancelled.
  ///
  /// - Returns: All requests so far.
  @discardableResult
  public func requests(atLeast count: Int) async -> [MockedRequest] {
    let number = state.withLock { $0.number() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isComplete = state.withLock { state in
          if state.requests.count >= count || Task.isCancelled { return true }
          state.waiters[number] = (count, continuation)
          return false
        }
        if isComplete { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume.resume()
    }
    return requests
  }

  /// The names of rules that have not responded to any request, and of rules that have responses
  /// left. In the latter case, the name is followed by the number of used responses and the total
  /// number.
  public var unused: [String] {
    state.value.rules.compactMap { rule, requestCount in
      if requestCount == 0 { return rule.name }
      let count = rule.responses.count
      guard count > 1, requestCount < count else { return nil }
      return "\(rule.name) (\(requestCount) of \(count) responses)"
    }
  }

  /// Throws `MockFailure.unused(_:)` if there are unused rules or responses.
  public func checkAllUsed() throws(MockFailure) {
    let unused = unused
    if !unused.isEmpty { throw .unused(unused) }
  }

  /// Records a request and returns the response of the first matching rule.
  private func choose(
    for request: MockedRequest
  ) throws(TransportError) -> (MockResponse, MockedRequest) {
    // The conditions are closures of the test that may use this transport, so they must not be
    // called with the lock held.
    let rules = state.value.rules.map(\.rule)
    let fitting = rules.indices.compactMap { index in
      rules[index].match(request).map { (index: index, parameters: $0) }
    }
    return try record(request) { state throws(TransportError) in
      for (index, parameters) in fitting {
        let (rule, requestCount) = state.rules[index]
        guard let answer = try rule.response(requestCount, to: request) else { continue }
        state.rules[index].requestCount += 1
        var matched = request
        matched.parameters = parameters
        state.requests[state.requests.endIndex - 1] = matched
        return (answer, matched)
      }
      throw TransportError(
        .mock(.unmatched(asked: request.redactedDescription, rules: rules.map { "'\($0.name)'" })))
    }
  }

  /// Records a request and resumes the tasks that wait for it, in one change together with the
  /// caller's change of the state.
  private func record<Value>(
    _ request: MockedRequest, _ body: (inout State) throws(TransportError) -> Value
  ) throws(TransportError) -> Value {
    var waiters: [CheckedContinuation<Void, Never>] = []
    defer { for waiter in waiters { waiter.resume() } }
    return try state.withLock { state throws(TransportError) in
      state.requests.append(request)
      let count = state.requests.count
      for (number, waiter) in state.waiters where waiter.count <= count {
        waiters.append(waiter.resume)
        state.waiters[number] = nil
      }
      return try body(&state)
    }
  }
}

extension MockRule {
  /// Returns the response to the next request, or `nil` if the rule does not match further
  /// requests.
  ///
  /// - Parameter index: The number of requests that the rule has responded to.
  fileprivate func response(
    _ index: Int, to request: MockedRequest
  ) throws(TransportError) -> MockResponse? {
    if index < responses.count { return responses[index] }
    switch atEnd {
    case .repeatLast: return responses.last
    case .startOver: return responses[index % responses.count]
    case .pass: return nil
    case .fail:
      throw TransportError(
        .mock(
          .exhausted(
            rule: "'\(name)'", responses: responses.count, request: request.redactedDescription)))
    }
  }
}
