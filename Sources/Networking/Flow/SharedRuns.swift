import TremaHTTP
import TremaLock

/// Requests that several wait for.
final class SharedRuns: Sendable {
  typealias Answer = Result<HTTPResponse, NetworkError>
  typealias Work = @Sendable () async -> Answer

  /// Requests with one key are one. Texts are compared byte by byte.
  struct Key: Hashable, Sendable {
    struct Field: Hashable, Sendable {
      let name: HTTPFields.Name
      let value: [UInt8]
    }

    /// Whose transport and interceptors send it.
    let client: ObjectIdentifier
    let foreignNumber: Int
    let method: HTTPMethod
    let target: [UInt8]
    let fields: [Field]
    let cachePolicy: HTTPRequest.CachePolicy
    let limit: Int
    let decodedLimit: Int?
    let tags: Set<String>
    let skipped: Set<String>
    let identity: RequestIdentity
  }

  private struct Waiter: Sendable {
    let work: Work
    let resume: CheckedContinuation<Answer, Never>
  }

  private struct Run {
    let key: Key
    /// Whose work it is.
    let leader: Int
    /// Nil until it has been started, which is not done under the lock.
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var runs: [Int: Run] = [:]
    /// The one that who comes waits for.
    var open: [Key: Int] = [:]
    var runOfWaiter: [Int: Int] = [:]
    var count = 0

    mutating func number() -> Int {
      count += 1
      return count
    }

    mutating func remove(_ number: Int) -> Run? {
      guard let run = runs.removeValue(forKey: number) else { return nil }
      if open[run.key] == number { open[run.key] = nil }
      for waiter in run.waiters.keys { runOfWaiter[waiter] = nil }
      return run
    }

    /// Waiters of a run that has ended for its leader alone get another one.
    mutating func begin(_ key: Key, _ waiters: [Int: Waiter]) -> (Int, Work)? {
      guard let leader = waiters.min(by: { $0.key < $1.key }) else { return nil }
      let number = number()
      runs[number] = Run(key: key, leader: leader.key, waiters: waiters)
      for waiter in waiters.keys { runOfWaiter[waiter] = number }
      return (number, leader.value.work)
    }
  }

  private let state = LockedValue(State())

  /// Waits for the answer to what is asked for with this key; sends it when nobody has.
  func response(
    _ key: Key, until deadline: ContinuousClock.Instant?, clock: NetworkClock,
    _ work: @escaping Work
  ) async throws(NetworkError) -> HTTPResponse {
    let number = state.withLock { $0.number() }
    let timer = LockedValue<Task<Void, Never>?>(nil)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(work: work, resume: continuation)
        let started: (Int, Work)? = state.withLock { state in
          if let run = state.open[key] {
            state.runs[run]?.waiters[number] = waiter
            state.runOfWaiter[number] = run
            return nil
          }
          let begun = state.begin(key, [number: waiter])
          state.open[key] = begun?.0
          return begun
        }
        if let (run, work) = started {
          start(run, work)
        } else if let deadline {
          // Another one's deadline ends what is sent; this one's own has to be looked after.
          timer.value = Task {
            do { try await clock.sleep(deadline) } catch { return }
            self.leave(number, .timeout(.total))
          }
        }
        // The handler may have run before there was anything to leave.
        if Task.isCancelled { leave(number, .cancelled) }
      }
    } onCancel: {
      leave(number, .cancelled)
    }
    timer.value?.cancel()
    return try answer.get()
  }

  /// Who comes from now on waits for none of those that are on their way.
  func closeAll() {
    state.withLock { $0.open.removeAll() }
  }

  private func start(_ run: Int, _ work: @escaping Work) {
    // Nobody's child: who came first may leave before the others.
    let task = Task { self.finish(run, await work()) }
    let isOver = state.withLock { state in
      state.runs[run]?.task = task
      return state.runs[run] == nil
    }
    // All have left in the meantime, and could not stop it.
    if isOver { task.cancel() }
  }

  private func finish(_ number: Int, _ answer: Answer) {
    var next: (Int, Work)?
    let ended: Run? = state.withLock { state in
      let wasOpen = state.runs[number].map { state.open[$0.key] == number } ?? false
      guard var run = state.remove(number) else { return nil }
      guard Self.concernsLeaderAlone(answer),
        run.waiters.count > 1 || run.waiters[run.leader] == nil
      else { return run }
      let leader = run.waiters.removeValue(forKey: run.leader)
      next = state.begin(run.key, run.waiters)
      if wasOpen { state.open[run.key] = next?.0 }
      run.waiters = leader.map { [run.leader: $0] } ?? [:]
      return run
    }
    guard let ended else {
      // Nobody reads what came.
      if case .success(let response) = answer { response.body.cancel() }
      return
    }
    if let (run, work) = next { start(run, work) }
    for waiter in ended.waiters.values { waiter.resume.resume(returning: answer) }
  }

  /// The one whose request was sent is out of time, or was given up.
  private static func concernsLeaderAlone(_ answer: Answer) -> Bool {
    guard case .failure(let error) = answer else { return false }
    switch error.kind {
    case .cancelled, .timeout(.total): return true
    default: return false
    }
  }

  private func leave(_ number: Int, _ kind: NetworkError.Kind) {
    var task: Task<Void, Never>?
    let waiter: Waiter? = state.withLock { state in
      guard let run = state.runOfWaiter.removeValue(forKey: number) else { return nil }
      let waiter = state.runs[run]?.waiters.removeValue(forKey: number)
      if state.runs[run]?.waiters.isEmpty == true { task = state.remove(run)?.task }
      return waiter
    }
    task?.cancel()
    waiter?.resume.resume(
      returning: .failure(NetworkError(kind, mayHaveBeenSent: true)))
  }

  /// For tests: how many requests are on their way, and how many wait for them.
  var counts: (runs: Int, waiters: Int) {
    state.withLock { ($0.runs.count, $0.runOfWaiter.count) }
  }
}
