import TremaSupport

/// Socket operations that hide the differences between C libraries.
enum Sockets {
  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif
  private static let tcp = Int32(IPPROTO_TCP)

  /// Creates a socket that is bound to 127.0.0.1 and an unused port.
  ///
  /// - Parameter backlog: The maximum number of connections in the accept queue, or `nil` if the
  ///   socket does not listen.
  /// - Throws: ``ConformanceServerError`` if an operation fails.
  static func makeBound(backlog: Int32?) throws(ConformanceServerError) -> (
    descriptor: Int32, port: Int
  ) {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw ConformanceServerError("socket", errno) }
    setCloseOnExec(descriptor)
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(descriptor, raw, length) == 0 && getsockname(descriptor, raw, &length) == 0
      }
    }
    guard status else { throw closeAfterFailure("bind", descriptor) }
    if let backlog, listen(descriptor, backlog) != 0 {
      throw closeAfterFailure("listen", descriptor)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Closes a descriptor, and returns the error of a failed call.
  private static func closeAfterFailure(_ call: String, _ descriptor: Int32)
    -> ConformanceServerError
  {
    let error = ConformanceServerError(call, errno)
    closeDescriptor(descriptor)
    return error
  }

  /// Returns the address of a port on the loopback interface.
  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Sets the close-on-exec flag so that child processes don't inherit the descriptor.
  private static func setCloseOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Starts a nonblocking connection to a local port, and returns the descriptor.
  static func beginConnecting(to port: Int) throws(ConformanceServerError) -> Int32 {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw ConformanceServerError("socket", errno) }
    setCloseOnExec(descriptor)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var address = loopback(port: port)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        _ = connect(descriptor, raw, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  /// Returns the next connection, or `nil` after the listening socket has been shut down.
  static func acceptConnection(on listener: Int32) -> Int32? {
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 {
        prepare(descriptor)
        return descriptor
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Sets the options of an accepted connection: no delay, and no SIGPIPE if the peer closes it.
  private static func prepare(_ descriptor: Int32) {
    setCloseOnExec(descriptor)
    var enabled: Int32 = 1
    setsockopt(descriptor, tcp, TCP_NODELAY, &enabled, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &enabled, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Returns up to 64 KiB, or an empty array at the end or after an error.
  static func receiveBytes(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      var receivedCount = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      while receivedCount < 0, errno == EINTR {
        receivedCount = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      }
      count = max(0, receivedCount)
    }
  }

  /// Sends all bytes.
  ///
  /// - Returns: `false` if the connection was closed.
  static func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        let count = send(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, sendFlags)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Shuts down both directions, which interrupts blocked operations.
  static func shutdownBoth(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Closes a descriptor.
  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Makes the next close send a reset instead of closing the connection normally.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}

/// An error that prevents the server from starting.
public struct ConformanceServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the system call that failed.
  public let call: String
  /// The error number (`errno`) of the call, or 0 if it is unknown.
  public let number: Int32

  /// Creates an error.
  init(_ call: String, _ number: Int32) {
    self.call = call
    self.number = number
  }

  /// A textual representation of the error.
  public var description: String { "conformance server: \(call) failed (errno \(number))" }
}
