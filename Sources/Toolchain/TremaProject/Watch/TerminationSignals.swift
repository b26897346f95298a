import TremaSupport

/// The termination signals as bytes in a pipe so that we can wait for signals and files at once.
enum TerminationSignals {
  /// The descriptors of the pipe, or -1 if it could not be created.
  private static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Self.open(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  /// Creates a pipe with the platform library's function.
  private static func open(_ ends: inout [Int32]) -> Int32 {
    #if canImport(Glibc)
      Glibc.pipe(&ends)
    #elseif canImport(Musl)
      Musl.pipe(&ends)
    #else
      Darwin.pipe(&ends)
    #endif
  }

  /// Whether a signal has arrived.
  static var haveArrived: Bool {
    var poll = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
    return systemPoll(&poll, 1, 0) > 0
  }

  /// Installs handlers for the signals, which from now on do not end the process. Ignored signals
  /// remain ignored.
  ///
  /// - Returns: The descriptor that becomes readable when a signal arrives.
  static func installHandlers() -> Int32 {
    let descriptor = pipe.read
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { _ in
        let saved = errno
        var byte: UInt8 = 0
        _ = write(TerminationSignals.pipe.write, &byte, 1)
        errno = saved
      }
      if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    return descriptor
  }
}

/// Waits for events of descriptors with `poll`.
///
/// - Parameters:
///   - descriptors: The descriptors and the events to wait for.
///   - count: The number of descriptors.
///   - time: The maximum time in milliseconds, or -1 for no limit.
/// - Returns: The number of descriptors with events, or -1 for an error.
func systemPoll(_ descriptors: UnsafeMutablePointer<pollfd>, _ count: Int, _ time: Int32) -> Int32 {
  poll(descriptors, nfds_t(count), time)
}
