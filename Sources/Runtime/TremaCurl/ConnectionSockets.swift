import TremaSupport

/// The sockets of a transport's connections, used to inspect a connection before it is reused.
///
/// Input on an HTTP/1.1 connection before a request is sent is not a response to that request, but
/// a second response to the previous one or a `408` from a server that closes an idle connection.
/// libcurl before version 8 returns it as the response to the next request.
struct ConnectionSockets {
  /// The state of a connection before it is reused.
  enum State: Sendable {
    /// There is no unread input.
    case idle
    /// There is unread input, or the connection was closed by the server.
    case readable
    /// The socket was not found. A Unix domain socket has no port to find it by.
    case unknown
  }

  /// The addresses of a connection, as reported by libcurl.
  struct Addresses {
    /// The server's numeric address.
    var address: String
    /// The server's port.
    var port: Int
    /// The local port.
    var localPort: Int
  }

  /// A socket that libcurl has opened.
  private struct Socket {
    let descriptor: Int32
    /// Whether the connection uses HTTP/2, or `nil` until the first response is received.
    var isHTTP2: Bool?
  }

  /// The sockets by last use, most recent first. A closed socket remains until its descriptor is
  /// reused.
  private var sockets: [Socket] = []

  /// Adds a new socket, replacing a closed one with the same descriptor.
  mutating func add(_ descriptor: Int32) {
    sockets.removeAll { $0.descriptor == descriptor }
    sockets.insert(Socket(descriptor: descriptor), at: 0)
  }

  /// Returns a connection's socket, or `nil` if it is not found, and moves it to the front.
  mutating func descriptor(of addresses: Addresses) -> Int32? {
    guard addresses.localPort > 0,
      let index = sockets.firstIndex(where: { Self.matches($0.descriptor, addresses) })
    else { return nil }
    if index > 0 { sockets.insert(sockets.remove(at: index), at: 0) }
    return sockets[0].descriptor
  }

  /// Stores the HTTP version of the first response.
  mutating func record(isHTTP2: Bool, on descriptor: Int32) {
    guard let index = sockets.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    sockets[index].isHTTP2 = isHTTP2
  }

  /// Returns the state of a connection that is about to be reused.
  ///
  /// Input on an HTTP/2 connection is expected, because each frame identifies its stream. A
  /// connection without a first response is an HTTP/2 connection, because only HTTP/2 connections
  /// are reused before their first response.
  func state(of descriptor: Int32?) -> State {
    guard let socket = sockets.first(where: { $0.descriptor == descriptor }) else {
      return .unknown
    }
    guard socket.isHTTP2 == false else { return .idle }
    var poll = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return Self.readyCount(&poll) == 0 ? .idle : .readable
  }

  /// Returns the number of descriptors with events, without waiting.
  private static func readyCount(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, 0) }

  /// Returns whether a descriptor is the socket of a connection.
  private static func matches(_ descriptor: Int32, _ addresses: Addresses) -> Bool {
    socketAddress(of: descriptor, getsockname)?.port == addresses.localPort
      && socketAddress(of: descriptor, getpeername).map {
        $0 == (addresses.address, addresses.port)
      } == true
  }

  /// Returns the address and port of a socket's local or remote end, or `nil` if it is not an IP
  /// socket.
  ///
  /// - Parameter getName: `getsockname` or `getpeername`.
  private static func socketAddress(
    of descriptor: Int32,
    _ getName: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
  ) -> (address: String, port: Int)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      let succeeded = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getName(descriptor, $0, &size) == 0
      }
      guard succeeded else { return nil }
      switch Int32(storage.pointee.ss_family) {
      case AF_INET:
        return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          (text(AF_INET, &$0.pointee.sin_addr), Int(UInt16(bigEndian: $0.pointee.sin_port)))
        }
      case AF_INET6:
        return storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          (text(AF_INET6, &$0.pointee.sin6_addr), Int(UInt16(bigEndian: $0.pointee.sin6_port)))
        }
      default: return nil
      }
    }
  }

  /// Returns a binary address as a string, or an empty string if it cannot be converted.
  private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
    var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &bytes, socklen_t(bytes.count)) != nil else { return "" }
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
