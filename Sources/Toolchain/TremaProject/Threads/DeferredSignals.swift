import TremaSupport

/// Defers termination signals until temporary files are removed.
///
/// The signals are blocked rather than handled. Operations check ``isPending`` regularly and clean
/// up. ``release()`` then delivers the signals. If several threads write outputs, ``SharedSignals``
/// receives the signals.
struct DeferredSignals {
  /// The signals that were previously blocked.
  private var previous = sigset_t()
  /// Whether ``SharedSignals`` receives the signals.
  private let isShared: Bool

  /// Blocks the termination signals.
  init() {
    isShared = SharedSignals.begin()
    sigemptyset(&previous)
    if isShared { return }
    var held = Self.terminating
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

  /// The termination signals that are not ignored.
  static var terminating: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) {
      sigaddset(&signals, signal)
    }
    return signals
  }

  /// Whether a deferred signal has arrived. Signals that were previously blocked or are ignored do
  /// not count.
  var isPending: Bool {
    if isShared { return SharedSignals.haveArrived }
    var pending = sigset_t()
    sigemptyset(&pending)
    guard sigpending(&pending) == 0 else { return false }
    var previous = previous
    return [SIGINT, SIGTERM, SIGHUP].contains { signal in
      sigismember(&pending, signal) == 1 && sigismember(&previous, signal) == 0
        && !Self.isIgnored(signal)
    }
  }

  /// Restores the previously blocked signals, which delivers the deferred signals.
  func release() {
    if isShared { return SharedSignals.end() }
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Returns whether a signal is ignored, as in a process started by `nohup`. The kernel keeps
  /// ignored signals pending while they are blocked.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
