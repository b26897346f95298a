#if canImport(Dispatch)
  import Dispatch
  import TremaSupport

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
        // What an actor still has to do when nobody waits here any more.
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
