internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// The queue of commands from other threads to the transport's thread. Only the first command after
/// the thread has gone to sleep signals the wakeup event.
final class CommandQueue: Sendable {
  /// A command to the transport's thread.
  enum Command: Sendable {
    /// Starts an exchange.
    case start(PendingTransfer)
    /// Ends the exchange with this identifier, because the caller no longer waits for the head or
    /// the rest of the body.
    case cancel(UInt64)
    /// Resumes receiving, because the reader has consumed enough of the response body.
    case resumeReceiving(UInt64)
    /// Resumes sending, because more of a request body is available.
    case resumeSending(UInt64)
    /// Ends the thread after the last exchange.
    case retire
    /// Ends the thread and all its exchanges now.
    case close
  }

  /// The state, protected by the lock.
  private struct State {
    /// The commands that the thread has not yet taken, in order.
    var commands: [Command] = []
    /// The event that wakes the thread, or `nil` before the thread has started and after it has
    /// ended.
    var wakeup: WakeupEvent?
    /// Whether the thread sleeps, or is about to.
    var isAsleep = false
    /// Whether new exchanges are refused.
    var isClosed = false
    /// Whether the thread no longer takes commands.
    var hasEnded = false
    /// The callers of `waitForEnd()` that wait for the thread.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The identifier of the last exchange.
    var lastID: UInt64 = 0
  }

  private let state = LockedValue(State())

  /// Returns a new identifier for an exchange, which is unique within the transport.
  func makeID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Appends a command and wakes the thread if it sleeps.
  ///
  /// - Returns: `false` if the command was refused because the queue is closed or the thread has
  ///   ended.
  @discardableResult
  func submit(_ command: Command) -> Bool {
    let (isAccepted, wakeup) = state.withLock { state in
      switch command {
      case .start where state.isClosed: return (false, nil as WakeupEvent?)
      case .close: state.isClosed = true
      default: break
      }
      if state.hasEnded { return (false, nil) }
      state.commands.append(command)
      defer { state.isAsleep = false }
      return (true, state.isAsleep ? state.wakeup : nil)
    }
    // The event is signalled without holding the lock, because the thread acquires the lock first
    // when it wakes.
    wakeup?.signal()
    return isAccepted
  }

  /// Hands over the lock. Called by a task that received a result through `complete(_:_:)`.
  func synchronizeMemory() { state.synchronizeMemory() }

  /// Returns when the thread has ended its loop.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiters.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }
}

/// The functions that are called on the transport's thread.
extension CommandQueue {
  /// Sets the event that wakes the thread.
  func setWakeup(_ wakeup: WakeupEvent) { state.withLock { $0.wakeup = wakeup } }

  /// Swaps the queued commands with an empty array, whose storage is reused for later commands.
  func take(into commands: inout [Command]) {
    state.withLock { state in
      state.isAsleep = false
      swap(&state.commands, &commands)
    }
  }

  /// Marks the thread as sleeping if there is no command. The next command then wakes it.
  ///
  /// - Returns: Whether the thread may sleep.
  func markAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.commands.isEmpty
      return state.isAsleep
    }
  }

  /// Resumes the caller of an exchange with the result.
  func complete(_ transfer: PendingTransfer, _ result: Result<HTTPResponse, TransportError>) {
    state.synchronizeMemory()
    transfer.continuation.resume(returning: result)
  }

  /// Closes the queue, which then refuses all commands.
  ///
  /// - Returns: The exchanges that were queued but not started.
  func close() -> [PendingTransfer] {
    state.withLock { state in
      state.wakeup = nil
      (state.isClosed, state.hasEnded) = (true, true)
      let commands = state.commands
      state.commands = []
      return commands.compactMap { if case .start(let transfer) = $0 { transfer } else { nil } }
    }
  }

  /// Resumes the callers that wait for the end of the thread.
  func resumeWaiters() {
    let waiters = state.withLock { state in
      let waiters = state.waiters
      state.waiters = []
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// An event that wakes the transport's thread while it waits for connections. It replaces libcurl's
/// `curl_multi_wakeup`, which uses a socket pair and takes four times as long.
///
/// It is signalled without a lock. The caller holds a reference to the object, so the descriptors
/// stay open.
final class WakeupEvent: Sendable {
  /// The descriptor that becomes readable when the event is signalled.
  let descriptor: Int32
  /// The descriptor that is written to: the other end of a pipe, or the same descriptor on Linux.
  private let writeDescriptor: Int32

  /// Creates an event, or returns `nil` if no descriptor is available.
  init?() {
    #if canImport(Darwin)
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (descriptor, writeDescriptor) = (ends[0], ends[1])
    #else
      descriptor = trema_curl_eventfd()
      guard descriptor >= 0 else { return nil }
      writeDescriptor = descriptor
    #endif
  }

  deinit {
    close(descriptor)
    if writeDescriptor != descriptor { close(writeDescriptor) }
  }

  /// Signals the event. Signals that were not cleared are merged.
  func signal() {
    var count: UInt64 = 1
    // A write that fails because the pipe or counter is full needs no retry: the event is already
    // signalled.
    while write(writeDescriptor, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Clears the event. Called by the thread after it has woken.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = read(descriptor, buffer.baseAddress, buffer.count)
    }
  }
}
