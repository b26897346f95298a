import TremaSupport

/// The sockets of a transport's connections, used to inspect a connection before it is reused.
///
/// Input on an HTTP/1.1 connection before a request is sent is not a response to that request, but a second
/// response to the previous one or a `408` from a server that closes an idle connection. libcurl before version
/// 8 returns it as the response to the next request.
struct ConnectionSockets {
  enum State: Sendable {
    case isQuiet
    case hasInput
    /// The socket was not found. A Unix domain socket has no port to find it by.
    case unknown
  }

  /// The two ends of a connection, as reported by libcurl.
  struct Ends {
    var address: String
    var port: Int
    var localPort: Int
  }

  private struct Socket {
    let descriptor: Int32
    /// `nil` until the first response has arrived.
    var isHTTP2: Bool?
  }

  /// Ordered by last use, the most recent first. A closed socket stays until its descriptor is reused.
  private var sockets: [Socket] = []

  mutating func add(_ descriptor: Int32) {
    sockets.removeAll { $0.descriptor == descriptor }
    sockets.insert(Socket(descriptor: descriptor), at: 0)
  }

  /// Returns the socket of a connection, or `nil` if there is none.
  mutating func descriptor(of ends: Ends) -> Int32? {
    guard ends.localPort > 0,
      let index = sockets.firstIndex(where: { Self.has($0.descriptor, ends) })
    else { return nil }
    if index > 0 { sockets.insert(sockets.remove(at: index), at: 0) }
    return sockets[0].descriptor
  }

  mutating func note(isHTTP2: Bool, on descriptor: Int32) {
    guard let index = sockets.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    sockets[index].isHTTP2 = isHTTP2
  }

  /// Returns whether there is unread input on a connection that is about to be reused. HTTP/2 input is expected,
  /// as each frame names its stream. A connection without a first response is HTTP/2, because only HTTP/2 reuses
  /// such a connection.
  func state(of descriptor: Int32?) -> State {
    guard let socket = sockets.first(where: { $0.descriptor == descriptor }) else {
      return .unknown
    }
    guard socket.isHTTP2 == false else { return .isQuiet }
    var poll = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return Self.wait(&poll) == 0 ? .isQuiet : .hasInput
  }

  private static func wait(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, 0) }

  private static func has(_ descriptor: Int32, _ ends: Ends) -> Bool {
    end(of: descriptor, getsockname)?.port == ends.localPort
      && end(of: descriptor, getpeername).map { $0 == (ends.address, ends.port) } == true
  }

  private static func end(
    of descriptor: Int32,
    _ ask: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
  ) -> (address: String, port: Int)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      let isThere = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        ask(descriptor, $0, &size) == 0
      }
      guard isThere else { return nil }
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

  private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
    var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &bytes, socklen_t(bytes.count)) != nil else { return "" }
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
