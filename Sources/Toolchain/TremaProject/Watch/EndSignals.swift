import TremaSupport

/// Signals that ask the process to end, as bytes in a pipe: who waits for files waits for them,
/// too.
enum EndSignals {
  private static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Self.open(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  private static func open(_ ends: inout [Int32]) -> Int32 {
    #if canImport(Glibc)
      Glibc.pipe(&ends)
    #elseif canImport(Musl)
      Musl.pipe(&ends)
    #else
      Darwin.pipe(&ends)
    #endif
  }

  /// Whether one of them has come.
  static var haveCome: Bool {
    var poll = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
    return systemPoll(&poll, 1, 0) > 0
  }

  /// Catches the signals, which end nothing by themselves from now on; those that are ignored stay so.
  ///
  /// - Returns: what becomes readable when one comes.
  static func catchAll() -> Int32 {
    let descriptor = pipe.read
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { _ in
        let saved = errno
        var byte: UInt8 = 0
        _ = write(EndSignals.pipe.write, &byte, 1)
        errno = saved
      }
      if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    return descriptor
  }
}

func systemPoll(_ descriptors: UnsafeMutablePointer<pollfd>, _ count: Int, _ time: Int32) -> Int32 {
  poll(descriptors, nfds_t(count), time)
}
