import TremaSupport

/// A receiver of datagrams. Each datagram arrives completely or not at all.
public enum LogDestination: Sendable, Hashable {
  /// A datagram socket on this machine.
  case socket(path: String)
  /// UDP to a host name or an address.
  case udp(host: String, port: UInt16)

  /// This machine's syslog socket.
  public static let localSyslog = LogDestination.socket(path: "/dev/log")
}

extension LogDestination: CustomStringConvertible {
  /// The path, or the host and the port.
  public var description: String {
    switch self {
    case .socket(let path): path
    case .udp(let host, let port): "\(host):\(port)"
    }
  }
}

/// A datagram socket that connects when a message is sent, and reconnects after the receiver has
/// restarted.
struct DatagramSocket: ~Copyable {
  /// The receiver.
  private let destination: LogDestination
  /// The connected socket, or `nil`.
  private var openSocket: Descriptor?

  /// The time after which sending fails, in seconds. It prevents an unresponsive receiver from
  /// blocking the program.
  private static let secondsToWait = 1

  init(_ destination: LogDestination) { self.destination = destination }

  deinit { openSocket?.close() }

  /// Closes the socket. The next message reopens it.
  mutating func close() {
    openSocket?.close()
    openSocket = nil
  }

  /// Sends a message.
  mutating func send(_ bytes: [UInt8]) throws(LogFailure) {
    try withSocket { socket in
      bytes.withUnsafeBytes { systemSend(socket.number, $0.baseAddress, $0.count) }
    }
  }

  /// Calls `body` with the connected socket. If the receiver is gone, the socket is reconnected and
  /// `body` is called a second time.
  ///
  /// - Parameter body: Sends a message and returns the result of the system call.
  mutating func withSocket(_ body: (Descriptor) -> Int) throws(LogFailure) {
    for isLast in [false, true] {
      let socket = try connected()
      var result = body(socket)
      while result < 0, errno == EINTR { result = body(socket) }
      if result >= 0 { return }
      let code = errno
      let isDisconnected = [ECONNREFUSED, ENOTCONN, ECONNRESET, EPIPE].contains(code)
      if isDisconnected { close() }
      if isLast || !isDisconnected { throw LogFailure("send to \(destination)", code: code) }
    }
  }

  /// Returns the connected socket, opening it if necessary.
  private mutating func connected() throws(LogFailure) -> Descriptor {
    if let openSocket { return openSocket }
    let socket =
      switch destination {
      case .socket(let path): try Self.connect(to: path)
      case .udp(let host, let port): try Self.connect(to: host, port)
      }
    var wait = timeval(tv_sec: Self.secondsToWait, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    _ = setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &wait, length)
    _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC)
    openSocket = socket
    return socket
  }

  /// Opens a socket that is connected to a path.
  private static func connect(to path: String) throws(LogFailure) -> Descriptor {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      // The string must remain NUL-terminated.
      guard path.utf8.count < buffer.count else { return false }
      buffer.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { throw LogFailure("connect to \(path)", code: ENAMETOOLONG) }
    let number = datagramSocket(AF_UNIX)
    guard number >= 0 else { throw LogFailure("open a socket", code: errno) }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemConnect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return try connected(number, result, "connect to \(path)")
  }

  /// Opens a socket that is connected to the first address of a host.
  private static func connect(
    to host: String, _ port: UInt16
  ) throws(LogFailure) -> Descriptor {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = datagram
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let found = list?.pointee else {
      throw LogFailure("find \(host)", code: EHOSTUNREACH)
    }
    defer { freeaddrinfo(list) }
    let number = datagramSocket(found.ai_family)
    guard number >= 0 else { throw LogFailure("open a socket", code: errno) }
    let result = systemConnect(number, found.ai_addr, found.ai_addrlen)
    return try connected(number, result, "connect to \(host):\(port)")
  }

  /// Returns the connected socket, or closes it if connecting failed.
  private static func connected(
    _ number: Int32, _ result: Int32, _ action: String
  ) throws(LogFailure) -> Descriptor {
    let code = errno
    guard result == 0 else {
      Descriptor(number: number).close()
      throw LogFailure(action, code: code)
    }
    return Descriptor(number: number)
  }

  // The constant is an enumeration value in Glibc and a number in other C libraries.
  #if canImport(Glibc)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
  #else
    private static let datagram = SOCK_DGRAM
  #endif

  private static func datagramSocket(_ family: Int32) -> Int32 { socket(family, datagram, 0) }
}

// The methods hide the functions of the same names.
private func systemSend(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(number, bytes, count, 0)
  #else
    send(number, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}

private func systemConnect(
  _ number: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> Int32 {
  connect(number, address, length)
}
