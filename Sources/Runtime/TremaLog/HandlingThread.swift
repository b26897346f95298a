import TremaSupport

/// A marker for threads that run a handler. It prevents infinite recursion if a handler logs.
enum HandlingThread {
  /// The marker's thread-specific key, or `nil` if the system has no more keys.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// Runs `body` unless the thread is inside a handler, and marks the thread while `body` runs.
  ///
  /// - Returns: `false` if the thread is inside a handler, in which case `body` is not run.
  static func run(_ body: () -> Void) -> Bool {
    // Without a key there is no protection against recursion, but records aren't lost.
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

  /// Runs `body` unconditionally, with the thread marked as being inside a handler.
  static func mark(_ body: () -> Void) {
    if !run(body) { body() }
  }
}
