#if os(Linux)
  import Foundation
  import Networking
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaURLSession

  enum TransferTools {
    enum Wire: String, CaseIterable, Sendable {
      case curl, urlSession

      /// A client whose waits take no time.
      func client(_ clock: VirtualClock = VirtualClock(skipsWaiting: true)) throws -> HTTPClient {
        let transport: any HTTPTransport =
          switch self {
          case .curl: try CurlTransport()
          case .urlSession: try URLSessionTransport()
          }
        var client = HTTPClient(transport: transport)
        client.clock = clock.clock
        return client
      }
    }

    /// Returns the content of the server's `/file`.
    static func content(version: Int = 0, size: Int = 200_000) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251 + version * 31) }
    }

    /// The requests with a key that the server has received.
    static func log(_ key: String) async throws -> [[String: String]] {
      let server = try await TestServers.transfers()
      return try await Wire.curl.client().get(
        "\(server.url)/log/\(key)", as: [[String: String]].self)
    }

    static func newKey() -> String { UUID().uuidString }
  }
#endif
