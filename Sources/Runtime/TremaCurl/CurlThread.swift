internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// A transport's thread. It is either joined or detached, once.
final class CurlThread: Sendable {
  /// The argument that is passed to the thread.
  private final class Start: Sendable {
    let commandQueue: CommandQueue
    let settings: CurlSettings

    init(_ commandQueue: CommandQueue, _ settings: CurlSettings) {
      self.commandQueue = commandQueue
      self.settings = settings
    }

    /// Runs the loop on the current thread.
    func run() {
      CurlThread.blockSignals()
      CurlThread.setName()
      if let loop = CurlLoop(commandQueue, settings) {
        loop.run()
      } else {
        for transfer in commandQueue.close() {
          transfer.fail(TransportError(.other, "cannot create libcurl's event loop"))
        }
      }
    }
  }

  /// The bits of a `pthread_t`, which is a number on Linux and a pointer on Apple platforms, or
  /// `nil` after the thread was joined or detached.
  private let thread: LockedValue<UInt?>

  /// Starts the thread.
  ///
  /// - Throws: `other` if the system cannot create a thread.
  init(_ commandQueue: CommandQueue, _ settings: CurlSettings) throws(TransportError) {
    let start = Unmanaged.passRetained(Start(commandQueue, settings))
    #if canImport(Darwin)
      var newThread: pthread_t?
    #else
      var newThread = pthread_t()
    #endif
    let code = pthread_create(&newThread, nil, Self.main, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw TransportError(.other, "cannot create a thread: \(String(cString: strerror(code)))")
    }
    #if canImport(Darwin)
      thread = LockedValue(UInt(bitPattern: newThread))
    #else
      thread = LockedValue(UInt(newThread))
    #endif
  }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { CurlThread.run($0) }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { $0.flatMap(CurlThread.run) }
  #endif

  /// Runs the loop, and resumes the callers that wait for its end.
  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    start.run()
    start.commandQueue.resumeWaiters()
    return nil
  }

  /// Blocks signals, so the process's signals are delivered to its other threads. A closed
  /// connection is then reported by an error code instead of `SIGPIPE`.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    // Signals caused by the thread's own faults must not be blocked.
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&signals, signal)
    }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  /// Sets the thread name that debuggers and process tools show.
  private static func setName() {
    #if canImport(Darwin)
      pthread_setname_np("trema-curl")
    #else
      trema_curl_name_thread("trema-curl")
    #endif
  }

  /// Joins the thread. Its loop must have ended.
  func join() {
    guard let bits = thread.exchange(nil) else { return }
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: bits) { pthread_join(thread, nil) }
    #else
      pthread_join(pthread_t(bits), nil)
    #endif
  }

  /// Detaches the thread, which ends on its own.
  func detach() {
    guard let bits = thread.exchange(nil) else { return }
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: bits) { pthread_detach(thread) }
    #else
      pthread_detach(pthread_t(bits))
    #endif
  }
}
