#if canImport(Dispatch)
  import Dispatch
  import TremaSupport

  extension HTTPClient {
    /// Sends a request and blocks the calling thread until its value is available. This is intended
    /// for command-line programs and dedicated threads.
    ///
    /// The exchange runs on the calling thread, or on the shared thread pool before macOS 15 and
    /// iOS 18. If this is called on the main thread, interceptors and constraints must not use the
    /// main actor, which is blocked.
    ///
    /// - Throws: ``NetworkError``, which is `unsupported` in a task: blocking a thread of the
    ///   shared pool could stop all other tasks. Use `try await send(request)` in tasks.
    public func sendBlocking<Value>(_ request: Request<Value>) throws(NetworkError) -> Value {
      if withUnsafeCurrentTask(body: { $0 != nil }) {
        throw NetworkError(
          .unsupported("a task must not block its thread; use 'await send' instead"),
          request: request.builder.request)
      }
      let call = call(request)
      let work: @Sendable () async -> Result<Value, NetworkError> = { await call.result }
      let result: Result<Value, NetworkError>?
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        result = CallingThread.run(priority: call.priority, work)
      } else {
        result = Self.wait(priority: call.priority, work)
      }
      // `run` returns `nil` only if the task ended without a result.
      guard let result else { throw NetworkError(.cancelled, request: request.builder.request) }
      return try result.get()
    }

    /// Runs work in a task on the shared thread pool, and blocks the calling thread until it ends.
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

  /// A task executor that runs a task on the blocked calling thread. The task needs no thread of
  /// the shared pool, so it makes progress even if the pool is busy.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class CallingThread: TaskExecutor {
    /// The jobs that have not run yet, in order.
    private struct State {
      var jobs: [UnownedJob] = []
      var isOver = false
    }

    /// The executor of the thread that is blocked for the current task, or `nil` if there is none.
    @TaskLocal static var current: CallingThread?

    private let state = LockedValue(State())
    /// Signalled once for each job, and once at the end.
    private let semaphore = DispatchSemaphore(value: 0)

    /// Runs work on the calling thread, and blocks it until the work returns. Returns `nil` if the
    /// task ended without a value.
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

    /// Appends a job to the blocked thread's queue.
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isAccepted = state.withLock { state in
        if state.isOver { return false }
        state.jobs.append(job)
        return true
      }
      if isAccepted {
        semaphore.signal()
      } else {
        // An actor may still have jobs to run after the blocking call has returned, when no thread
        // runs them here anymore.
        globalConcurrentExecutor.enqueue(job)
      }
    }

    /// Makes `runJobs()` return after the remaining jobs.
    private func end() {
      state.withLock { $0.isOver = true }
      semaphore.signal()
    }

    /// Runs jobs on the calling thread until `end()` has been called and no jobs are left.
    private func runJobs() {
      while true {
        semaphore.wait()
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
