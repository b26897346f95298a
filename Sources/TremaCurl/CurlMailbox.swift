internal import CTremaCurl
import TremaHTTP
import TremaLock

/// Where other threads put what the thread of a transport is to do. It is woken once for all that
/// comes while it sleeps, and not at all while it works.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(CurlJob)
    /// Nobody waits any more: for the head, or for the rest of the body.
    case cancel(UInt64)
    /// The reader of a body has taken what there was.
    case receive(UInt64)
    /// There is more of the body of a request.
    case send(UInt64)
    /// To end when all exchanges have.
    case retire
    /// To end now.
    case close
  }

  private struct State {
    var commands: [Command] = []
    var isAsleep = false
    /// Nothing new is taken.
    var isClosed = false
    /// The thread is through.
    var isOver = false
    var closers: [CheckedContinuation<Void, Never>] = []
    var lastID: UInt64 = 0
  }

  private let state = LockedValue(State())
  /// The address of the multi handle; 0 before there is one, and when it is gone. It has a lock of
  /// its own, or the thread that is woken would find the other one taken and sleep again at once.
  private let multi = LockedValue<UInt>(0)

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
    let (isTaken, wakes) = state.withLock { state in
      switch command {
      case .start where state.isClosed: return (false, false)
      case .close: state.isClosed = true
      default: break
      }
      if state.isOver { return (false, false) }
      state.commands.append(command)
      defer { state.isAsleep = false }
      return (true, state.isAsleep)
    }
    if wakes {
      multi.withLock { multi in
        // Under the lock, or the handle could be gone.
        if let multi = UnsafeMutableRawPointer(bitPattern: multi) { curl_multi_wakeup(multi) }
      }
    }
    return isTaken
  }

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

/// What the thread itself calls.
extension CurlMailbox {
  func open(_ multi: UnsafeMutableRawPointer) {
    self.multi.value = UInt(bitPattern: multi)
  }

  /// Puts what has come into `commands`, which is empty, and takes its memory for what will come.
  func take(into commands: inout [Command]) {
    state.withLock { state in
      state.isAsleep = false
      swap(&state.commands, &commands)
    }
  }

  /// True when there is nothing to do, and then whoever brings something wakes the thread.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.commands.isEmpty
      return state.isAsleep
    }
  }

  /// From here on nobody touches the multi handle.
  ///
  /// - Returns: exchanges that were never begun.
  func shut() -> [CurlJob] {
    multi.value = 0
    return state.withLock { state in
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
