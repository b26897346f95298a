#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The sockets of a transport's connections, to look at one that is about to be used again.
///
/// What waits on a connection of HTTP/1.1 before a request was sent is no answer to it: a second response
/// to the request before, or a `408` of a server that ends an idle connection. libcurl hands it to the next
/// request up to version 8.
struct ConnectionSockets {
  enum State: Sendable {
    case isQuiet
    case hasInput
    /// The socket is not known: one in the file system has no port.
    case unknown
  }

  /// Both ends of a connection, as libcurl names them.
  struct Ends {
    var address: String
    var port: Int
    var localPort: Int
  }

  private struct Socket {
    let descriptor: Int32
    /// Nil until the first response has come.
    var isHTTP2: Bool?
  }

  /// Those that were used last come first. One that was closed stays until its number is used again.
  private var sockets: [Socket] = []

  mutating func add(_ descriptor: Int32) {
    sockets.removeAll { $0.descriptor == descriptor }
    sockets.insert(Socket(descriptor: descriptor), at: 0)
  }

  /// The socket of a connection; nil for one that is not known.
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

  /// Whether something waits on a connection that is to be used again. Over HTTP/2 that is in order: what
  /// comes there names the request that it belongs to. So it is before the first response has come: only
  /// HTTP/2 uses such a connection again.
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
