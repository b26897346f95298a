import TremaSupport

/// Threads that perform an operation together. System threads are used because the Swift
/// concurrency runtime would delay the start of every command.
package enum Threads {
  /// The number of processors.
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The stack size of a thread in bytes, which is the main thread's default on Linux. Some C
  /// libraries give other threads much less.
  private static let stackSize = 8 << 20

  /// Runs a function on multiple threads at once and waits for all of them.
  ///
  /// - Parameters:
  ///   - count: The number of threads, including the current one.
  ///   - work: The function to run, which must distribute the work itself.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(2, count) where count > 1 {
      // If no thread can be created, the existing threads, including the current thread, do all the
      // work.
      guard let thread = create(work) else { break }
      threads.append(thread)
    }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Starts a function on a thread that runs until the process ends.
  ///
  /// - Returns: Whether the thread could be created.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = create(work) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Creates a thread.
  ///
  /// - Returns: The thread, or `nil` if it cannot be created.
  private static func create(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    let box = Unmanaged.passRetained(Work(work))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let error = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        #else
          guard let argument else { return nil }
          let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        #endif
        work.body()
        return nil
      }, box.toOpaque())
    guard error == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  /// A box for a thread's function.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
