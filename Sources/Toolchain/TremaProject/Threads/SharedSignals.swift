import TremaSupport

/// The termination signals of a process whose threads write outputs at the same time.
///
/// A thread can block a signal only for itself, so all threads block the signals, and a separate
/// thread receives them. A signal ends the process as soon as no thread has temporary files.
enum SharedSignals {
  /// The state of all threads.
  private struct State {
    /// Whether the separate thread receives the signals.
    var isActive = false
    /// The number of threads that have temporary files.
    var writerCount = 0
    /// The signal that has arrived, or `nil` if there is none.
    var arrived: Int32?
  }

  /// The state of all threads.
  private static let state = LockedValue(State())

  /// Blocks the signals in this thread and in the threads that it starts from now on, and receives
  /// them in a separate thread. Signals that are ignored or already blocked are not changed.
  ///
  /// If the thread cannot be started, a signal ends the process at once, as `SIGKILL` does.
  static func receive() {
    guard !state.withLock({ $0.isActive }) else { return }
    var signals = DeferredSignals.terminating
    var previous = sigset_t()
    sigemptyset(&previous)
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    for signal in [SIGINT, SIGTERM, SIGHUP] where sigismember(&previous, signal) == 1 {
      sigdelset(&signals, signal)
    }
    let received = signals
    let isStarted = Threads.start { wait(for: received) }
    state.withLock { $0.isActive = isStarted }
    if !isStarted { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  }

  /// Whether a signal has arrived, so that all threads should end.
  static var haveArrived: Bool { state.withLock { $0.arrived != nil } }

  /// Counts a thread that is about to create temporary files.
  ///
  /// - Returns: Whether the separate thread receives the signals. If so, the thread must call
  ///   ``end()``.
  static func begin() -> Bool {
    state.withLock { state in
      if state.isActive { state.writerCount += 1 }
      return state.isActive
    }
  }

  /// Counts a thread that has no temporary files any more. If it was the last and a signal has
  /// arrived, the process ends.
  static func end() {
    state.withLock { state in
      state.writerCount -= 1
      if let signal = state.arrived, state.writerCount == 0 { terminate(signal) }
    }
  }

  /// Waits for a signal. The process ends at once if no thread has temporary files.
  private static func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    guard sigwait(&signals, &number) == 0 else { return }
    state.withLock { state in
      state.arrived = number
      // The lock is held, so no thread can create a temporary file.
      if state.writerCount == 0 { terminate(number) }
    }
  }

  /// Ends the process with a signal, which has not been handled or ignored.
  private static func terminate(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
