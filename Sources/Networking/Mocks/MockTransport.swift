import TremaHTTP
import TremaSupport

/// Answers requests by rules, without a network, and remembers them.
///
///     let mock = MockTransport(
///       .on(.get, "/users/{id}", .json(text: #"{"id": 4}"#)),
///       .on(.post, "/users", .status(503), .status(201).delayed(by: .seconds(1))))
///     let client = HTTPClient(baseURL: "https://api.example.com", transport: mock)
///
/// The first rule that fits answers. It keeps to what `HTTPTransport` asks of any transport:
/// requests are checked, deadlines hold, bodies come as a whole or as a stream, contents are decoded.
public final class MockTransport: HTTPTransport {
  private struct State {
    var rules: [(rule: MockRule, asked: Int)] = []
    var requests: [MockedRequest] = []
    /// The tasks that wait for a number of requests.
    var waiters: [Int: (count: Int, resume: CheckedContinuation<Void, Never>)] = [:]
    var exchanges: [Int: MockExchange] = [:]
    var isClosed = false
    var lastNumber = 0

    mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let time: MockTime
  private let state = LockedValue(State())

  /// Creates a transport that answers by rules, the first that fits.
  public init(_ rules: MockRule...) {
    time = MockTime(ContinuousClock())
    add(rules)
  }

  /// - Parameter clock: what delays and deadlines go by, for a test that does not want to wait.
  public init<C: Clock>(clock: C, _ rules: MockRule...) where C.Duration == Duration {
    time = MockTime(clock)
    add(rules)
  }

  init(_ time: MockTime, _ rule: MockRule) {
    self.time = time
    add([rule])
  }

  /// `mock`
  public var name: String { "mock" }

  /// Asks further rules, after those that are there.
  public func add(_ rules: MockRule...) { add(rules) }

  private func add(_ rules: [MockRule]) {
    state.withLock { $0.rules += rules.map { ($0, 0) } }
  }

  /// Answers a request by the first rule that fits.
  public func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    do throws(HTTPSyntaxError) { try request.check(body: body) } catch {
      throw TransportError(.invalidRequest(error))
    }
    let exchange = try begin(request, context)
    do throws(TransportError) {
      let received = MockedRequest(request, body: try await exchange.read(body))
      let (answer, known) = try choose(for: received)
      return try await respond(answer, to: known, exchange, context)
    } catch {
      exchange.end()
      throw error
    }
  }

  /// Does nothing: there are no connections.
  public func close() async {
    let exchanges = state.withLock { state in
      state.isClosed = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.stop(TransportError(.cancelled, mayHaveBeenSent: true)) }
  }

  private func begin(
    _ request: HTTPRequest, _ context: TransportContext
  ) throws(TransportError) -> MockExchange {
    let number = state.withLock { $0.number() }
    let exchange = MockExchange(request, context, time) { [weak self] in
      // Given back after the lock is left: the last reference may end it.
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

// Rules and what became of them.
extension MockTransport {
  /// All that was asked, in the order in which it was whole; also what no rule fits.
  public var requests: [MockedRequest] { state.value.requests }

  /// Waits until a number of requests have come, or the task is cancelled.
  ///
  /// - Returns: all that have come.
  @discardableResult
  public func requests(atLeast count: Int) async -> [MockedRequest] {
    let number = state.withLock { $0.number() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.requests.count >= count || Task.isCancelled { return true }
          state.waiters[number] = (count, continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume.resume()
    }
    return requests
  }

  /// Rules that were never asked, by their names, and those with answers left over that are to give
  /// each of them once: how many of how many were given is behind the name.
  public var unused: [String] {
    state.value.rules.compactMap { rule, asked in
      if asked == 0 { return rule.name }
      let count = rule.answers.count
      guard count > 1, asked < count else { return nil }
      return "\(rule.name) (\(asked) of \(count) answers)"
    }
  }

  /// - Throws: `MockFailure.unused(_:)`.
  public func checkAllUsed() throws(MockFailure) {
    let unused = unused
    if !unused.isEmpty { throw .unused(unused) }
  }

  private func choose(
    for request: MockedRequest
  ) throws(TransportError) -> (MockAnswer, MockedRequest) {
    // A rule calls closures of the test, which may use this transport: not under the lock.
    let rules = state.value.rules.map(\.rule)
    let fitting = rules.indices.compactMap { index in
      rules[index].match(request).map { (index: index, parameters: $0) }
    }
    return try record(request) { state throws(TransportError) in
      for (index, parameters) in fitting {
        let (rule, asked) = state.rules[index]
        guard let answer = try rule.answer(asked, to: request) else { continue }
        state.rules[index].asked += 1
        var known = request
        known.parameters = parameters
        state.requests[state.requests.endIndex - 1] = known
        return (answer, known)
      }
      throw TransportError(
        .mock(.unmatched(asked: request.asked, rules: rules.map { "'\($0.name)'" })))
    }
  }

  private func record<Value>(
    _ request: MockedRequest, _ body: (inout State) throws(TransportError) -> Value
  ) throws(TransportError) -> Value {
    var arrived: [CheckedContinuation<Void, Never>] = []
    defer { for waiter in arrived { waiter.resume() } }
    return try state.withLock { state throws(TransportError) in
      state.requests.append(request)
      let count = state.requests.count
      for (number, waiter) in state.waiters where waiter.count <= count {
        arrived.append(waiter.resume)
        state.waiters[number] = nil
      }
      return try body(&state)
    }
  }
}

extension MockRule {
  /// - Returns: nil when it fits no more.
  fileprivate func answer(
    _ index: Int, to request: MockedRequest
  ) throws(TransportError) -> MockAnswer? {
    if index < answers.count { return answers[index] }
    switch atEnd {
    case .repeatLast: return answers.last
    case .startOver: return answers[index % answers.count]
    case .pass: return nil
    case .fail:
      throw TransportError(
        .mock(.exhausted(rule: "'\(name)'", answers: answers.count, asked: request.asked)))
    }
  }
}
