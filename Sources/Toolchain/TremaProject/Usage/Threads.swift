import TremaSupport

/// Threads that perform an operation together. System threads are used because the Swift
/// concurrency runtime would delay the start of every command.
enum Threads {
  /// The number of processors.
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Runs a function on multiple threads at once and waits for all of them.
  ///
  /// - Parameters:
  ///   - count: The number of threads, including the current one.
  ///   - work: The function to run, which must distribute the work itself.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(2, count) where count > 1 {
      let box = Unmanaged.passRetained(Work(work))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let error = pthread_create(
        &thread, nil,
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
        // The existing threads, including the current thread, do all the work.
        box.release()
        break
      }
      #if canImport(Darwin)
        if let thread { threads.append(thread) }
      #else
        threads.append(thread)
      #endif
    }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// A box for a thread's function.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
