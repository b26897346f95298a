#if canImport(FoundationNetworking)
  import Foundation

  /// This process's connections, as reported by the `/proc` file system.
  enum ProcessSockets {
    /// Returns whether a socket is connected to a port on any host. The result is `true` if this
    /// cannot be determined; `false` means that the process has no connection to such a port.
    static func hasConnection(to port: Int) -> Bool {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
        return true
      }
      return names.compactMap { Int32($0) }.contains { peerPort(of: $0) == port }
    }

    /// Returns the peer's port, or `nil` if the descriptor is not a connected socket.
    private static func peerPort(of descriptor: Int32) -> Int? {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &address) { pointer -> Int? in
        let isConnected = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &size) == 0
        }
        guard isConnected else { return nil }
        switch Int32(pointer.pointee.ss_family) {
        case AF_INET:
          return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            Int(UInt16(bigEndian: $0.pointee.sin_port))
          }
        case AF_INET6:
          return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            Int(UInt16(bigEndian: $0.pointee.sin6_port))
          }
        default: return nil
        }
      }
    }
  }
#endif
