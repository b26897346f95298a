import Foundation
import TremaHTTP

/// A port whose queue of connections is full, so that another one is neither accepted nor refused.
final class FullListener {
  let port: Int
  private var sockets: [Int32] = []

  init() throws {
    let kind = Int32(SOCK_STREAM.rawValue)
    let listener = socket(AF_INET, kind, 0)
    sockets.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 0) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isReady else { throw TransportError(.other, "no port to listen at") }
    for _ in 0..<4 {
      let client = socket(AF_INET, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
      sockets.append(client)
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, size) }
      }
    }
  }

  deinit { for socket in sockets { close(socket) } }
}
