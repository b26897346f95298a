import TremaSupport

/// Whether this thread is inside of a handler: one that logs would otherwise call itself without end.
enum HandlingThread {
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// - Returns: false, and nothing is run, inside of a handler.
  static func run(_ body: () -> Void) -> Bool {
    // Without a key, which the system had none left of, a record is worth more than the guard.
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

  /// Runs it in any case, as the inside of a handler.
  static func mark(_ body: () -> Void) {
    if !run(body) { body() }
  }
}
