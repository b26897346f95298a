internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// The one thread of a transport. It is joined or let go, once.
final class CurlThread: Sendable {
  /// The argument of a thread.
  private final class Start: Sendable {
    let mailbox: CommandQueue
    let settings: CurlSettings

    init(_ mailbox: CommandQueue, _ settings: CurlSettings) {
      self.mailbox = mailbox
      self.settings = settings
    }

    func run() {
      CurlThread.blockSignals()
      CurlThread.takeName()
      if let loop = CurlLoop(mailbox, settings) {
        loop.run()
      } else {
        for job in mailbox.shut() { job.fail(TransportError(.other, "libcurl cannot be used")) }
      }
    }
  }

  /// The bits of a `pthread_t`, which is a number here and a pointer there; nil when it was joined or
  /// let go.
  private let thread: LockedValue<UInt?>

  init(_ mailbox: CommandQueue, _ settings: CurlSettings) throws(TransportError) {
    let start = Unmanaged.passRetained(Start(mailbox, settings))
    #if canImport(Darwin)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    let code = pthread_create(&made, nil, Self.main, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw TransportError(.other, "no thread: \(String(cString: strerror(code)))")
    }
    #if canImport(Darwin)
      thread = LockedValue(UInt(bitPattern: made))
    #else
      thread = LockedValue(UInt(made))
    #endif
  }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { CurlThread.run($0) }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { $0.flatMap(CurlThread.run) }
  #endif

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    start.run()
    start.mailbox.tellClosers()
    return nil
  }

  /// Signals of the process go to its own threads, and a connection that is gone is told by a code.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    // What the thread itself does wrong is told to it.
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&signals, signal)
    }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  /// The name in debuggers and lists of threads.
  private static func takeName() {
    #if canImport(Darwin)
      pthread_setname_np("trema-curl")
    #else
      trema_curl_name_thread("trema-curl")
    #endif
  }

  /// Waits for the end of a thread that has said that it is at its end.
  func join() {
    guard let bits = thread.exchange(nil) else { return }
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: bits) { pthread_join(thread, nil) }
    #else
      pthread_join(pthread_t(bits), nil)
    #endif
  }

  /// Leaves it to itself.
  func letGo() {
    guard let bits = thread.exchange(nil) else { return }
    #if canImport(Darwin)
      if let thread = pthread_t(bitPattern: bits) { pthread_detach(thread) }
    #else
      pthread_detach(pthread_t(bits))
    #endif
  }
}
