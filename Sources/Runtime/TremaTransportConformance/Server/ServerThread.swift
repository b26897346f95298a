import TremaSupport

/// A thread of its own for what blocks.
enum ServerThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Returns: false when the system has no thread to give; then nothing runs.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(run))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, nil,
        { pointer in
          Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if status == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { pointer in
          if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
          return nil
        }, work.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #endif
    if status != 0 { work.release() }
    return status == 0
  }
}
