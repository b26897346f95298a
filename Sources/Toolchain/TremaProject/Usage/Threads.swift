import TremaSupport

/// Threads that share one piece of work. Those of the system: the run time of Swift's own tasks
/// would make every command start later.
enum Threads {
  /// The processors there are.
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Runs `work` on as many threads, this one included, and waits for all of them.
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
        // This thread does it alone.
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

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
