import TremaSupport

/// The descriptor of an open file, pipe or socket. It is not closed automatically.
struct Descriptor: Sendable, Hashable {
  /// The file descriptor.
  let number: Int32

  static let standardError = Descriptor(number: 2)

  /// Whether the descriptor refers to a terminal.
  var isTerminal: Bool { isatty(number) == 1 }

  /// Whether the descriptor is a pipe or a socket, whose other end may be closed. Writing then
  /// raises `SIGPIPE`, which by default ends the process.
  var isPipeOrSocket: Bool {
    var info = stat()
    guard fstat(number, &info) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(info.st_mode & S_IFMT)
  }

  /// Whether the file still has a name. This is false if it was removed while open.
  var hasName: Bool {
    var info = stat()
    return fstat(number, &info) == 0 && info.st_nlink > 0
  }

  /// Writes all bytes like `write(_:)`, but reports a closed pipe as a failure instead of raising
  /// `SIGPIPE`.
  func writeSuppressingSIGPIPE(_ bytes: [UInt8]) throws(LogFailure) {
    var pipe = sigset_t()
    var previousMask = sigset_t()
    var pendingSignals = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &previousMask)
    defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
    let (_, code) = writeAll(bytes)
    if code == EPIPE {
      // A SIGPIPE caused by this write is sent to this thread. We consume it while it's blocked so
      // that it isn't delivered when the mask is restored.
      sigpending(&pendingSignals)
      var signal: Int32 = 0
      if sigismember(&pendingSignals, SIGPIPE) == 1 { _ = sigwait(&pipe, &signal) }
    }
    if code != 0 { throw LogFailure("write", code: code) }
  }

  /// Writes all bytes, with a single system call if it accepts them all.
  func write(_ bytes: [UInt8]) throws(LogFailure) {
    let (_, code) = writeAll(bytes)
    if code != 0 { throw LogFailure("write", code: code) }
  }

  /// Writes bytes and waits at most a second at a time for a descriptor that is not ready.
  ///
  /// - Returns: The number of written bytes, and the error number if not all bytes were written, or
  ///   0 otherwise.
  func writeAll(_ bytes: [UInt8]) -> (written: Int, code: Int32) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(
          number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count > 0 {
          written += count
        } else if count == 0 {
          // No file returns 0 for a write; repeating the call could loop forever.
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

  /// Closes the descriptor.
  func close() { systemClose(number) }
}

// The methods hide the functions of the same names.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}

private func systemClose(_ number: Int32) { _ = close(number) }
