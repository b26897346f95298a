#if canImport(Dispatch)
  import Dispatch
  import TremaSupport

  extension HTTPClient {
    /// Sends a request, and holds the thread that it is called on until its value is there. For
    /// command-line programs and threads of one's own.
    ///
    /// The exchange runs on that thread; before macOS 15 and iOS 18, on the threads of tasks. On the
    /// main thread, interceptors and constraints must not need the main actor, which waits.
    ///
    /// - Throws: `unsupported` where a task runs: holding its thread could hold up all others for
    ///   ever. There it is `try await send(request)`.
    public func sendBlocking<Value>(_ request: Request<Value>) throws(NetworkError) -> Value {
      if withUnsafeCurrentTask(body: { $0 != nil }) {
        throw NetworkError(
          .unsupported("a task must not block its thread: use 'await send' instead"),
          request: request.draft.request)
      }
      let call = call(request)
      let work: @Sendable () async -> Result<Value, NetworkError> = { await call.result }
      let result: Result<Value, NetworkError>?
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        result = CallingThread.run(priority: call.priority, work)
      } else {
        result = Self.wait(priority: call.priority, work)
      }
      // A thread that came back has a result; if it had none, the request did not end.
      guard let result else { throw NetworkError(.cancelled, request: request.draft.request) }
      return try result.get()
    }

    private static func wait<Outcome: Sendable>(
      priority: TaskPriority?, _ work: @escaping @Sendable () async -> Outcome
    ) -> Outcome? {
      let outcome = LockedValue<Outcome?>(nil)
      let isOver = DispatchSemaphore(value: 0)
      Task(priority: priority) {
        outcome.value = await work()
        isOver.signal()
      }
      isOver.wait()
      return outcome.value
    }
  }

  /// Runs a task on the thread that waits for it, which then does not need one of the pool that all
  /// tasks share: it goes on when that one is busy.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class CallingThread: TaskExecutor {
    private struct State {
      var jobs: [UnownedJob] = []
      var isOver = false
    }

    /// The one that waits for what runs here.
    @TaskLocal static var current: CallingThread?

    private let state = LockedValue(State())
    private let changed = DispatchSemaphore(value: 0)

    /// Runs all that the work does, until it has a result.
    static func run<Value: Sendable>(
      priority: TaskPriority?, _ work: @escaping @Sendable () async -> Value
    ) -> Value? {
      let thread = CallingThread()
      let outcome = LockedValue<Value?>(nil)
      Task(executorPreference: thread, priority: priority) {
        outcome.value = await $current.withValue(thread) { await work() }
        thread.end()
      }
      thread.runJobs()
      return outcome.value
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isTaken = state.withLock { state in
        if state.isOver { return false }
        state.jobs.append(job)
        return true
      }
      if isTaken {
        changed.signal()
      } else {
        // Jobs that an actor still has to run after the blocking call has returned.
        globalConcurrentExecutor.enqueue(job)
      }
    }

    private func end() {
      state.withLock { $0.isOver = true }
      changed.signal()
    }

    private func runJobs() {
      while true {
        changed.wait()
        let (job, isOver) = state.withLock { state in
          (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isOver)
        }
        if let job {
          job.runSynchronously(on: asUnownedTaskExecutor())
        } else if isOver {
          return
        }
      }
    }
  }
#endif
