import TremaSupport

/// Lets signals that end the process wait until the temporary files are gone. They are blocked, not
/// handled: who writes asks ``isPending`` now and then, cleans up, and ``release()`` delivers them.
struct HeldSignals {
  private var previous = sigset_t()

  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) {
      sigaddset(&held, signal)
    }
    sigemptyset(&previous)
    pthread_sigmask(SIG_BLOCK, &held, &previous)
  }

  var isPending: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    guard sigpending(&pending) == 0 else { return false }
    var previous = previous
    return [SIGINT, SIGTERM, SIGHUP].contains { signal in
      sigismember(&pending, signal) == 1 && sigismember(&previous, signal) == 0
        && !Self.isIgnored(signal)
    }
  }

  func release() {
    var previous = previous
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// True below nohup, for instance; the kernel keeps ignored signals while they are blocked.
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
