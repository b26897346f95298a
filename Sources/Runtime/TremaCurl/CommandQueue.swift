internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// The queue of commands from other threads to the thread of a transport. It is woken once for all that
/// comes while it sleeps, and not at all while it works.
final class CommandQueue: Sendable {
  enum Command: Sendable {
    case start(PendingTransfer)
    /// The caller does not wait any more: for the head, or for the rest of the body.
    case cancel(UInt64)
    /// The reader of a body has taken what there was.
    case receive(UInt64)
    /// There is more of the body of a request.
    case send(UInt64)
    /// The thread ends after the last exchange.
    case retire
    /// The thread ends now.
    case close
  }

  private struct State {
    var commands: [Command] = []
    /// The event; `nil` before the thread listens and after it has ended.
    var bell: WakeupEvent?
    var isAsleep = false
    /// Nothing new is taken.
    var isClosed = false
    /// The thread is through.
    var isOver = false
    var closers: [CheckedContinuation<Void, Never>] = []
    var lastID: UInt64 = 0
  }

  private let state = LockedValue(State())

  /// A number for an exchange that no other one of this transport has.
  func makeID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// - Returns: false when the thread will not look at it.
  @discardableResult
  func submit(_ command: Command) -> Bool {
    let (isTaken, bell) = state.withLock { state in
      switch command {
      case .start where state.isClosed: return (false, nil as WakeupEvent?)
      case .close: state.isClosed = true
      default: break
      }
      if state.isOver { return (false, nil) }
      state.commands.append(command)
      defer { state.isAsleep = false }
      return (true, state.isAsleep ? state.bell : nil)
    }
    // Not under the lock: the thread that wakes takes it first.
    bell?.ring()
    return isTaken
  }

  /// Called by who was given an answer: see `answer`.
  func handOver() { state.handOver() }

  /// Waits until the thread is through.
  func end() async {
    await withCheckedContinuation { closer in
      let isOver = state.withLock { state in
        if !state.isOver { state.closers.append(closer) }
        return state.isOver
      }
      if isOver { closer.resume() }
    }
  }
}

/// The functions that the thread itself calls.
extension CommandQueue {
  func open(_ bell: WakeupEvent) { state.withLock { $0.bell = bell } }

  /// Puts what has come into `commands`, which is empty, and takes its memory for what will come.
  func take(into commands: inout [Command]) {
    state.withLock { state in
      state.isAsleep = false
      swap(&state.commands, &commands)
    }
  }

  /// Returns true when there is nothing to do; the next command then wakes the thread.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.commands.isEmpty
      return state.isAsleep
    }
  }

  /// Gives what came of it to who waits for it.
  func answer(_ job: PendingTransfer, _ result: Result<HTTPResponse, TransportError>) {
    state.handOver()
    job.continuation.resume(returning: result)
  }

  /// Closes the queue, which accepts nothing from here on.
  ///
  /// - Returns: exchanges that were never begun.
  func shut() -> [PendingTransfer] {
    state.withLock { state in
      state.bell = nil
      (state.isClosed, state.isOver) = (true, true)
      let commands = state.commands
      state.commands = []
      return commands.compactMap { if case .start(let job) = $0 { job } else { nil } }
    }
  }

  func tellClosers() {
    let closers = state.withLock { state in
      let closers = state.closers
      state.closers = []
      return closers
    }
    for closer in closers { closer.resume() }
  }
}

/// Wakes the thread of a transport where it waits for connections. libcurl has a bell of its own
/// (`curl_multi_wakeup`), which costs four times as much: it is a pair of sockets.
///
/// It is rung without a lock: who rings holds it, and so its descriptors are open.
final class WakeupEvent: Sendable {
  /// Can be read from when it was rung.
  let descriptor: Int32
  /// The descriptor that signals: the other end of a pipe, or the same one.
  private let other: Int32

  /// Returns `nil` if no descriptor is available.
  init?() {
    #if canImport(Darwin)
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (descriptor, other) = (ends[0], ends[1])
    #else
      descriptor = trema_curl_eventfd()
      guard descriptor >= 0 else { return nil }
      other = descriptor
    #endif
  }

  deinit {
    close(descriptor)
    if other != descriptor { close(other) }
  }

  func ring() {
    var count: UInt64 = 1
    // One that is full rings already.
    while write(other, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Called by the thread when it is awake.
  func silence() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = read(descriptor, buffer.baseAddress, buffer.count)
    }
  }
}
