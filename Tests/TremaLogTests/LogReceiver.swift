#if os(Linux)
  import Glibc
  import Testing
  import TremaTestSupport

  /// A socket that replaces the journal or a syslog receiver.
  final class LogReceiver: Sendable {
    private let socket: Int32
    /// Zero for a socket with a path.
    let port: UInt16

    struct Message {
      var bytes: [UInt8]
      /// The file descriptor that came with the message; its receiver closes it.
      var file: Int32?
    }

    private struct Failure: Error {}

    init(path: String) throws {
      socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      port = 0
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      try Self.bind(socket, &address)
    }

    /// Opens UDP on a free port.
    init() throws {
      socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      try Self.bind(socket, &address)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let socket = socket
      _ = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(socket, $0, &length)
        }
      }
      port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(socket) }

    private static func bind<Address>(_ socket: Int32, _ address: inout Address) throws {
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(socket, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
      if result != 0 { throw Failure() }
      // A missing message fails the test.
      var wait = timeval(tv_sec: 30, tv_usec: 0)
      setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    }

    func next() throws -> Message {
      var bytes = [UInt8](repeating: 0, count: 1 << 18)
      var control = [UInt8](repeating: 0, count: 64)
      let (count, controlCount) = bytes.withUnsafeMutableBytes { bytes in
        control.withUnsafeMutableBytes { control in
          var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
          return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            message.msg_iov = part
            message.msg_iovlen = 1
            message.msg_control = control.baseAddress
            message.msg_controllen = control.count
            let count = recvmsg(socket, &message, 0)
            return (count, message.msg_controllen)
          }
        }
      }
      guard count >= 0 else { throw Failure() }
      let head = MemoryLayout<cmsghdr>.size
      let file = control.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: head, as: Int32.self) }
      return Message(bytes: Array(bytes.prefix(count)), file: controlCount > head ? file : nil)
    }

    func text() throws -> String { String(decoding: try next().bytes, as: UTF8.self) }
  }
#endif
