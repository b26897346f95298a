import TremaHTTP
import TremaSupport

/// A client's constraint, with the identity that determines which requests share its runs.
struct RegisteredConstraint: Sendable {
  let constraint: any Constraint
  /// An object that provides the identity of a constraint that is a value.
  private let registration = Registration()

  private final class Registration: Sendable {}

  init(_ constraint: any Constraint) { self.constraint = constraint }

  /// The constraint's identity, which is an object's identity or, for a value, that of the call
  /// that added it. A different value of the same type may be intended for a different user.
  var id: ObjectIdentifier {
    type(of: constraint) is AnyClass
      ? ObjectIdentifier(constraint as AnyObject) : ObjectIdentifier(registration)
  }
}

/// The constraint state for a client and its copies: the waiting requests and the runs in progress.
final class ConstraintCoordinator: Sendable {
  /// The work that satisfies a constraint. Its error is passed to all waiting requests.
  typealias Work = @Sendable () async throws -> Void

  /// The outcome of a wait.
  private enum Outcome: Sendable {
    /// The constraint was satisfied.
    case satisfied
    /// The constraint could not be satisfied.
    case failed(any Error)
    /// The waiting request was cancelled.
    case cancelled
  }

  /// A request that is waiting for a run.
  private struct Waiter: Sendable {
    /// The work for the next run if the current one is cancelled.
    let work: Work
    let limit: Duration
    /// The constraints whose runs wait for this request because it is sent as part of them.
    let blockedRuns: Set<ObjectIdentifier>
    let resume: CheckedContinuation<Outcome, Never>
  }

  /// A run that satisfies a constraint.
  private struct Run {
    /// The number of the run, since a later run may have the same identity.
    var number: Int
    /// The work and its timer, or empty until they have been started, which happens outside the
    /// lock.
    var tasks: [Task<Void, Never>] = []
    /// The waiting requests by their numbers.
    var waiters: [Int: Waiter] = [:]
    /// Whether the run was cancelled because no more requests are waiting. New requests wait for
    /// the next run.
    var isEnding = false
  }

  private struct State {
    /// The runs by `RegisteredConstraint.id`.
    var runs: [ObjectIdentifier: Run] = [:]
    /// The number of runs and waiters so far.
    var count = 0

    /// Returns whether a constraint's run waits, directly or indirectly, for any of the given
    /// constraints' runs.
    func run(of gate: ObjectIdentifier, waitsForAnyOf gates: Set<ObjectIdentifier>) -> Bool {
      if gates.isEmpty { return false }
      // Search through the runs that are blocked by another run's request.
      var (seen, pending) = (Set([gate]), [gate])
      while let next = pending.popLast() {
        for (gate, run) in runs where !seen.contains(gate) {
          guard run.waiters.values.contains(where: { $0.blockedRuns.contains(next) }) else {
            continue
          }
          if gates.contains(gate) { return true }
          seen.insert(gate)
          pending.append(gate)
        }
      }
      return false
    }

    /// Returns a unique number.
    mutating func number() -> Int {
      count += 1
      return count
    }
  }

  private let state = LockedValue(State())

  /// The constraints that the current task is satisfying. Its requests do not wait for them.
  @TaskLocal private static var satisfying: Set<Key> = []

  /// A constraint of a client and its copies.
  private struct Key: Hashable {
    let coordinator: ObjectIdentifier
    let constraint: ObjectIdentifier
  }

  /// Waits until all constraints hold that the request does not skip, one at a time.
  func waitUntilSatisfied(
    _ request: ClientRequest, _ options: RequestOptions, of client: HTTPClient
  ) async throws(NetworkError) {
    if options.skipsAllConstraints { return }
    for gate in client.registeredConstraints
    where !options.skippedConstraints.contains(gate.constraint.name)
      && !Self.satisfying.contains(Key(coordinator: ObjectIdentifier(self), constraint: gate.id))
    {
      try await waitUntilSatisfied(gate, request, of: client)
    }
  }

  /// Waits until a constraint holds.
  ///
  /// - Throws: `constraint` if it cannot be satisfied, or `cancelled`.
  private func waitUntilSatisfied(
    _ gate: RegisteredConstraint, _ request: ClientRequest, of client: HTTPClient
  ) async throws(NetworkError) {
    let constraint = gate.constraint
    let name = constraint.name
    let unconstrainedClient = client.withoutConstraints
    // A run may have satisfied the constraint for another request, but not for this one. In this
    // case it runs once more, but never twice for the same request.
    var hasOpened = false
    while try await !isSatisfied(constraint, request) {
      if Task.isCancelled { throw NetworkError(.cancelled, request: request.head) }
      if hasOpened { throw failed(name, ConstraintError.notSatisfied, request) }
      let (outcome, isFirst) = await wait(at: gate, limit: constraint.timeLimit) {
        // The previous run may have satisfied the constraint since the last check.
        let constraint = gate.constraint
        if await constraint.isSatisfied(for: request) { return }
        try await constraint.satisfy(for: request, client: unconstrainedClient)
        guard await constraint.isSatisfied(for: request) else {
          throw ConstraintError.notSatisfied
        }
      }
      hasOpened = isFirst
      switch outcome {
      case .satisfied: continue
      case .failed(let error): throw failed(name, error, request)
      case .cancelled: throw NetworkError(.cancelled, request: request.head)
      }
    }
  }

  /// Checks a constraint, within its time limit.
  private func isSatisfied(
    _ constraint: any Constraint, _ request: ClientRequest
  ) async throws(NetworkError) -> Bool {
    let limit = constraint.timeLimit
    let result = await withTimeout(until: .now + limit) {
      await constraint.isSatisfied(for: request)
    }
    switch result {
    case .value(let isSatisfied, isLate: false): return isSatisfied
    case .value(_, isLate: true), .timedOut:
      throw failed(constraint.name, ConstraintError.timeLimit(limit), request)
    case .cancelled: throw NetworkError(.cancelled, request: request.head)
    }
  }

  /// Returns the error for a constraint.
  private func failed(
    _ name: String, _ error: any Error, _ request: ClientRequest
  ) -> NetworkError {
    NetworkError(.constraint(name: name, error), request: request.head)
  }

  /// Waits for a constraint's run, starting it if there is none.
  ///
  /// - Returns: The outcome, and whether this call's work was started.
  private func wait(
    at gate: RegisteredConstraint, limit: Duration, _ work: @escaping Work
  ) async -> (Outcome, isFirst: Bool) {
    let id = gate.id
    let number = state.withLock { $0.number() }
    let isFirst = LockedValue(false)
    let gates = ObjectIdentifier(self)
    let blockedRuns = Set(Self.satisfying.filter { $0.coordinator == gates }.map(\.constraint))
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(
          work: work, limit: limit, blockedRuns: blockedRuns, resume: continuation)
        var wouldWaitForItself = false
        let started: Int? = state.withLock { state in
          if state.run(of: id, waitsForAnyOf: blockedRuns) {
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
          start(started, of: id, work, limit)
        }
        // The cancellation handler may have run before the waiter was added.
        if Task.isCancelled { leave(number, id) }
      }
    } onCancel: {
      leave(number, id)
    }
    state.synchronizeMemory()
    return (outcome, isFirst.value)
  }

  /// Starts a run's work and its timer. The tasks are created outside the lock, so the run may have
  /// ended or been abandoned before they are stored.
  private func start(
    _ run: Int, of id: ObjectIdentifier, _ work: @escaping Work, _ limit: Duration
  ) {
    let open = Self.satisfying.union([Key(coordinator: ObjectIdentifier(self), constraint: id)])
    let task = Task {
      await Self.$satisfying.withValue(open) {
        do {
          try await work()
          self.finish(run, of: id, .satisfied)
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
      state.runs[id]?.tasks = [task, timer]
      return current.isEnding ? false : nil
    }
    // A run that ended or was abandoned meanwhile could not cancel these tasks.
    if isOver != nil { task.cancel() }
    if isOver == true { timer.cancel() }
  }

  /// Ends a run and resumes its waiters. If the run was abandoned before they arrived, its outcome
  /// does not apply to them, and a new run is started for them.
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
      start(next.number, of: id, next.waiter.work, next.waiter.limit)
    } else {
      for waiter in ended.waiters.values { waiter.resume.resume(returning: outcome) }
    }
  }

  /// Removes a cancelled waiter. If there are no more waiters, the run is cancelled.
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
    // The timer continues so that a run that ignores cancellation can't block new requests forever.
    tasks.first?.cancel()
    waiter?.resume.resume(returning: .cancelled)
  }

  /// The number of runs and the number of waiting requests, for tests.
  var counts: (runs: Int, waiters: Int) {
    state.withLock { ($0.runs.count, $0.runs.values.reduce(0) { $0 + $1.waiters.count }) }
  }
}
