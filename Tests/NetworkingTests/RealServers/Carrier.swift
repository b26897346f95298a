import Foundation
import Networking
import TremaCurl
import TremaHTTP
import TremaURLSession

/// The transports that are available on this machine.
enum Carrier: String, CaseIterable, Sendable {
  case curl, urlSession

  private func transport() throws -> any HTTPTransport {
    switch self {
    case .curl: return try CurlTransport()
    case .urlSession:
      // The machine may have a proxy, which the libcurl inside Foundation uses with any
      // configuration.
      for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      where getenv(name) != nil { unsetenv(name) }
      return try URLSessionTransport()
    }
  }

  /// Calls the operation with a client over the transport, which is closed afterwards.
  func withClient(
    _ server: String, concurrency: Int? = nil, _ body: (HTTPClient) async throws -> Void
  ) async throws {
    let transport = try transport()
    let client = HTTPClient(baseURL: server, concurrency: concurrency, transport: transport)
    do { try await body(client) } catch {
      await transport.close()
      throw error
    }
    await transport.close()
  }
}
