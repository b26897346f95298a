#if os(Linux)
  import Foundation
  import Networking
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport

  /// The server that counts, for one test: its paths begin with a key of their own.
  struct FlowServer: Sendable {
    struct Count: Decodable, Equatable {
      var requests: Int
      var methods: [String]
      /// The maximum of concurrent requests.
      var most: Int
      var open: Int
      /// Clients that disconnected before the end of the response.
      var gone: Int
    }

    let url: String
    let client: HTTPClient

    /// - Parameter client: The changes to a client of this server.
    init(_ change: (HTTPClient) -> HTTPClient = { $0 }) async throws {
      url = "\(try await TestServers.flow())/\(UUID().uuidString)"
      client = change(HTTPClient(baseURL: url, transport: try CurlTransport()))
    }

    /// Returns the server's counters; asks over a connection of its own.
    func count() async throws -> Count {
      let transport = try CurlTransport()
      let plain = HTTPClient(baseURL: url, transport: transport)
      do {
        let count = try await plain.send(.get("count").decoding(Count.self))
        await transport.close()
        return count
      } catch {
        await transport.close()
        throw error
      }
    }

    /// Waits until the server's counters satisfy a condition.
    func hasSeen(_ condition: @Sendable (Count) -> Bool) async -> Bool {
      await eventually { (try? await count()).map(condition) ?? false }
    }

    func close() async { await client.transport.close() }
  }

  /// The error of a request; nil if it succeeded.
  func failure<Value: Sendable>(
    of client: HTTPClient, _ request: Request<Value>
  ) async -> NetworkError? {
    do throws(NetworkError) {
      _ = try await client.send(request)
      return nil
    } catch {
      return error
    }
  }
#endif
