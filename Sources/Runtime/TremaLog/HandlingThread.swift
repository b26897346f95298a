import TremaSupport

/// A mark of the threads that run a handler. It prevents a handler that logs from calling itself
/// without end.
enum HandlingThread {
  /// The key of the mark, or `nil` if the system has no more keys.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// Runs `body` on a thread that is not inside a handler, and marks the thread meanwhile.
  ///
  /// - Returns: `false` if the thread is inside a handler; `body` did not run then.
  static func run(_ body: () -> Void) -> Bool {
    // Without a key there is no protection against recursion, but records are not lost.
    guard let key else {
      body()
      return true
    }
    guard pthread_getspecific(key) == nil else { return false }
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    body()
    pthread_setspecific(key, nil)
    return true
  }

  /// Runs `body` in any case, with the thread marked as being inside a handler.
  static func mark(_ body: () -> Void) {
    if !run(body) { body() }
  }
}
