import TremaSupport

/// A number of an open file, pipe or socket.
struct Descriptor: Sendable, Hashable {
  let number: Int32

  static let standardError = Descriptor(number: 2)

  var isTerminal: Bool { isatty(number) == 1 }

  /// Whether the other end may be closed. The system then ends a process that writes, unless the
  /// signal is ignored.
  var mayBreak: Bool {
    var info = stat()
    guard fstat(number, &info) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(info.st_mode & S_IFMT)
  }

  /// False for a file that was removed while it is open.
  var hasName: Bool {
    var info = stat()
    return fstat(number, &info) == 0 && info.st_nlink > 0
  }

  /// Writes as ``write(_:)`` does, but a closed pipe is a failure, and not the end of the process.
  func writeUnbroken(_ bytes: [UInt8]) throws(LogFailure) {
    var pipe = sigset_t()
    var old = sigset_t()
    var waiting = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    let (_, code) = put(bytes)
    if code == EPIPE {
      // The signal is for this thread and waits for it; it is taken before it can be delivered.
      sigpending(&waiting)
      var signal: Int32 = 0
      if sigismember(&waiting, SIGPIPE) == 1 { _ = sigwait(&pipe, &signal) }
    }
    if code != 0 { throw LogFailure("write", code: code) }
  }

  /// Writes all of it, with one call if the system takes it at once.
  func write(_ bytes: [UInt8]) throws(LogFailure) {
    let (_, code) = put(bytes)
    if code != 0 { throw LogFailure("write", code: code) }
  }

  /// - Returns: how many bytes were written, and the system's error when these are not all.
  func put(_ bytes: [UInt8]) -> (written: Int, code: Int32) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(
          number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count > 0 {
          written += count
        } else if count == 0 {
          // No file does this; going round for ever would be worse.
          return (written, EIO)
        } else if errno == EAGAIN {
          var state = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          _ = poll(&state, 1, 1000)
          if state.revents & Int16(POLLOUT) == 0 { return (written, EAGAIN) }
        } else if errno != EINTR {
          return (written, errno)
        }
      }
      return (written, 0)
    }
  }

  func close() { systemClose(number) }
}

// The names of methods hide those of functions.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}

private func systemClose(_ number: Int32) { _ = close(number) }
