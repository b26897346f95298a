import TremaSupport

/// A socket for messages that are sent whole or not at all.
public enum LogDestination: Sendable, Hashable {
  /// A datagram socket of this machine.
  case socket(path: String)
  /// UDP to a name or an address.
  case udp(host: String, port: UInt16)

  /// The address of the syslog of this machine.
  public static let localSyslog = LogDestination.socket(path: "/dev/log")
}

extension LogDestination: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .socket(let path): path
    case .udp(let host, let port): "\(host):\(port)"
    }
  }
}

/// A socket that is connected when something is first sent, and again when the other side was
/// started anew.
struct DatagramSocket: ~Copyable {
  private let destination: LogDestination
  private var open: Descriptor?

  /// A receiver that does not read must not stop the program: after this time it is a failure.
  private static let secondsToWait = 1

  init(_ destination: LogDestination) { self.destination = destination }

  deinit { open?.close() }

  mutating func close() {
    open?.close()
    open = nil
  }

  mutating func send(_ bytes: [UInt8]) throws(LogFailure) {
    try withSocket { socket in
      bytes.withUnsafeBytes { systemSend(socket.number, $0.baseAddress, $0.count) }
    }
  }

  /// Calls `body` with the socket; it returns the result of the system. When the receiver is gone,
  /// the socket is connected and `body` called once again.
  mutating func withSocket(_ body: (Descriptor) -> Int) throws(LogFailure) {
    for isLast in [false, true] {
      let socket = try connected()
      var result = body(socket)
      while result < 0, errno == EINTR { result = body(socket) }
      if result >= 0 { return }
      let code = errno
      let isGone = [ECONNREFUSED, ENOTCONN, ECONNRESET, EPIPE].contains(code)
      if isGone { close() }
      if isLast || !isGone { throw LogFailure("send to \(destination)", code: code) }
    }
  }

  private mutating func connected() throws(LogFailure) -> Descriptor {
    if let open { return open }
    let socket =
      switch destination {
      case .socket(let path): try Self.connect(to: path)
      case .udp(let host, let port): try Self.connect(to: host, port)
      }
    var wait = timeval(tv_sec: Self.secondsToWait, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    _ = setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &wait, length)
    _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC)
    open = socket
    return socket
  }

  private static func connect(to path: String) throws(LogFailure) -> Descriptor {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      // The last byte stays 0.
      guard path.utf8.count < room.count else { return false }
      room.copyBytes(from: path.utf8)
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

  // The constant is an enumeration in one C library and a number in the others.
  #if canImport(Glibc)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
  #else
    private static let datagram = SOCK_DGRAM
  #endif

  private static func datagramSocket(_ family: Int32) -> Int32 { socket(family, datagram, 0) }
}

// The names of methods hide those of functions.
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
