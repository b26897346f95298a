import TremaHTTP
import TremaSupport

/// A constraint of a client, with the identity by which requests share its runs.
struct Gate: Sendable {
  let constraint: any Constraint
  private let registration = Registration()

  private final class Registration: Sendable {}

  init(_ constraint: any Constraint) { self.constraint = constraint }

  /// The identity of the object, or, for a value, of the call that added it: another value of its type may
  /// belong to another user.
  var id: ObjectIdentifier {
    type(of: constraint) is AnyClass
      ? ObjectIdentifier(constraint as AnyObject) : ObjectIdentifier(registration)
  }
}

/// The gates of a client and its copies: who waits at them, and which of them is being opened.
final class ConstraintGates: Sendable {
  /// Opens a gate; throws what all that wait get.
  typealias Opening = @Sendable () async throws -> Void

  /// The outcome of a wait.
  private enum Outcome: Sendable {
    case opened
    case failed(any Error)
    /// The waiting request was cancelled.
    case left
  }

  private struct Waiter: Sendable {
    let opening: Opening
    let limit: Duration
    /// The gates whose opening goes on when this one has its outcome.
    let heldUp: Set<ObjectIdentifier>
    let resume: CheckedContinuation<Outcome, Never>
  }

  /// A gate that is being opened.
  private struct Run {
    var number: Int
    /// The tasks; empty until they have been started, which is not done under the lock.
    var tasks: [Task<Void, Never>] = []
    var waiters: [Int: Waiter] = [:]
    /// No request waits any more and the gate was told to stop: a new request waits for another
    /// gate.
    var isEnding = false
  }

  private struct State {
    /// The runs by ``Gate/id``.
    var runs: [ObjectIdentifier: Run] = [:]
    var count = 0

    /// Whether the opening of a gate waits, directly or over others, for one of these.
    func opening(of gate: ObjectIdentifier, waitsForAnyOf gates: Set<ObjectIdentifier>) -> Bool {
      if gates.isEmpty { return false }
      var (seen, left) = (Set([gate]), [gate])
      while let next = left.popLast() {
        for (gate, run) in runs where !seen.contains(gate) {
          guard run.waiters.values.contains(where: { $0.heldUp.contains(next) }) else { continue }
          if gates.contains(gate) { return true }
          seen.insert(gate)
          left.append(gate)
        }
      }
      return false
    }

    mutating func number() -> Int {
      count += 1
      return count
    }
  }

  private let state = LockedValue(State())

  /// The gates that are being opened by what runs here: its requests do not wait at them.
  @TaskLocal private static var opening: Set<Key> = []

  private struct Key: Hashable {
    let gates: ObjectIdentifier
    let gate: ObjectIdentifier
  }

  /// Waits until all constraints hold that a request does not skip, one after the other.
  func pass(
    _ request: ClientRequest, _ options: RequestOptions, of client: HTTPClient
  ) async throws(NetworkError) {
    if options.skipsAllConstraints { return }
    for gate in client.gates
    where !options.skippedConstraints.contains(gate.constraint.name)
      && !Self.opening.contains(Key(gates: ObjectIdentifier(self), gate: gate.id))
    {
      try await pass(gate, request, of: client)
    }
  }

  private func pass(
    _ gate: Gate, _ request: ClientRequest, of client: HTTPClient
  ) async throws(NetworkError) {
    let constraint = gate.constraint
    let name = constraint.name
    let bare = client.withoutConstraints
    // A gate may have been opened for another request and be closed for this one: then it is opened
    // once more, but never twice for the same request.
    var hasOpened = false
    while try await !isSatisfied(constraint, request) {
      if Task.isCancelled { throw NetworkError(.cancelled, request: request.head) }
      if hasOpened { throw failed(name, ConstraintError.notSatisfied, request) }
      let (outcome, isFirst) = await wait(at: gate, limit: constraint.timeLimit) {
        // It may hold since it was asked the last time: the run before this one saw to that.
        let constraint = gate.constraint
        if await constraint.isSatisfied(for: request) { return }
        try await constraint.satisfy(for: request, client: bare)
        guard await constraint.isSatisfied(for: request) else {
          throw ConstraintError.notSatisfied
        }
      }
      hasOpened = isFirst
      switch outcome {
      case .opened: continue
      case .failed(let error): throw failed(name, error, request)
      case .left: throw NetworkError(.cancelled, request: request.head)
      }
    }
  }

  private func isSatisfied(
    _ constraint: any Constraint, _ request: ClientRequest
  ) async throws(NetworkError) -> Bool {
    let limit = constraint.timeLimit
    let ended = await whileWaited(until: .now + limit) {
      await constraint.isSatisfied(for: request)
    }
    switch ended {
    case .value(let isSatisfied, isLate: false): return isSatisfied
    case .value(_, isLate: true), .timeOver:
      throw failed(constraint.name, ConstraintError.timeLimit(limit), request)
    case .cancelled: throw NetworkError(.cancelled, request: request.head)
    }
  }

  private func failed(
    _ name: String, _ error: any Error, _ request: ClientRequest
  ) -> NetworkError {
    NetworkError(.constraint(name: name, error), request: request.head)
  }

  /// - Returns: how it ended, and whether it was this opening that ran.
  private func wait(
    at gate: Gate, limit: Duration, _ opening: @escaping Opening
  ) async -> (Outcome, isFirst: Bool) {
    let id = gate.id
    let number = state.withLock { $0.number() }
    let isFirst = LockedValue(false)
    let gates = ObjectIdentifier(self)
    let heldUp = Set(Self.opening.filter { $0.gates == gates }.map(\.gate))
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(
          opening: opening, limit: limit, heldUp: heldUp, resume: continuation)
        var wouldWaitForItself = false
        let started: Int? = state.withLock { state in
          if state.opening(of: id, waitsForAnyOf: heldUp) {
            wouldWaitForItself = true
            return nil
          }
          if state.runs[id] == nil {
            let run = Run(number: state.number(), waiters: [number: waiter])
            state.runs[id] = run
            return run.number
          }
          state.runs[id]?.waiters[number] = waiter
          return nil
        }
        if wouldWaitForItself {
          continuation.resume(returning: .failed(ConstraintError.waitsForItself))
          return
        }
        if let started {
          isFirst.value = true
          start(started, of: id, opening, limit)
        }
        // The handler may have run before there was anything to remove.
        if Task.isCancelled { leave(number, id) }
      }
    } onCancel: {
      leave(number, id)
    }
    state.handOver()
    return (outcome, isFirst.value)
  }

  private func start(
    _ run: Int, of id: ObjectIdentifier, _ opening: @escaping Opening, _ limit: Duration
  ) {
    let open = Self.opening.union([Key(gates: ObjectIdentifier(self), gate: id)])
    let work = Task {
      await Self.$opening.withValue(open) {
        do {
          try await opening()
          self.finish(run, of: id, .opened)
        } catch {
          self.finish(run, of: id, .failed(error))
        }
      }
    }
    let timer = Task {
      do { try await Task.sleep(for: limit) } catch { return }
      self.finish(run, of: id, .failed(ConstraintError.timeLimit(limit)))
    }
    let isOver: Bool? = state.withLock { state in
      guard let current = state.runs[id], current.number == run else { return true }
      state.runs[id]?.tasks = [work, timer]
      return current.isEnding ? false : nil
    }
    // What ended in the meantime, or was left, could not stop them.
    if isOver != nil { work.cancel() }
    if isOver == true { timer.cancel() }
  }

  /// Ends a run, and begins another one when it was of no use to those that wait.
  private func finish(_ run: Int, of id: ObjectIdentifier, _ outcome: Outcome) {
    var ended: Run?
    var next: (number: Int, waiter: Waiter)?
    state.withLock { state in
      guard let current = state.runs[id], current.number == run else { return }
      ended = current
      state.runs[id] = nil
      guard current.isEnding, let first = current.waiters.min(by: { $0.key < $1.key }) else {
        return
      }
      let number = state.number()
      state.runs[id] = Run(number: number, waiters: current.waiters)
      next = (number, first.value)
    }
    guard let ended else { return }
    for task in ended.tasks { task.cancel() }
    if let next {
      start(next.number, of: id, next.waiter.opening, next.waiter.limit)
    } else {
      for waiter in ended.waiters.values { waiter.resume.resume(returning: outcome) }
    }
  }

  private func leave(_ number: Int, _ id: ObjectIdentifier) {
    var tasks: [Task<Void, Never>] = []
    let waiter: Waiter? = state.withLock { state in
      guard let waiter = state.runs[id]?.waiters.removeValue(forKey: number) else { return nil }
      if state.runs[id]?.waiters.isEmpty == true {
        state.runs[id]?.isEnding = true
        tasks = state.runs[id]?.tasks ?? []
      }
      return waiter
    }
    // Its limit stays: a run that does not stop must not hold up those that come.
    tasks.first?.cancel()
    waiter?.resume.resume(returning: .left)
  }

  /// The numbers of gates being opened and of waiting requests, for tests.
  var counts: (runs: Int, waiters: Int) {
    state.withLock { ($0.runs.count, $0.runs.values.reduce(0) { $0 + $1.waiters.count }) }
  }
}
