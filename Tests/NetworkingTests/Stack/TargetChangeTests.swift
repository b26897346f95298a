import Networking
import Testing
import TremaHTTP

@Suite struct TargetChangeTests {
  private struct Answering: HTTPTransport {
    var name: String { "answering" }

    func send(
      _ request: HTTPRequest, body: HTTPBody, context: TransportContext
    ) async throws(TransportError) -> HTTPResponse {
      HTTPResponse(HTTPResponseHead(.ok, url: request.target))
    }

    func close() async {}
  }

  /// U+212A, the sign of Kelvin, is canonically equal to K.
  @Test func `a canonically equivalent target is not taken for the original`()
    async throws
  {
    let base = "https://api.example.com/K"
    let lead = BeforeRequest("Lead") { request, _ in
      request.head.target = "https://api.example.com/\u{212A}"
    }
    let client = HTTPClient(baseURL: base, transport: Answering())
      .adding(lead).adding(Authentication(.bearer("token")))
    let inspector = NetworkInspector()
    _ = try await client.adding(inspector).send(.get("").bytes)
    // An invalid URL gets no credentials.
    #expect(inspector.exchanges.first?.request.fields[.authorization] == nil)
  }

  /// An interceptor that sends another request while the first one occupies its slot.
  private struct Asking: Interceptor {
    let phase = InterceptorPhase.wire
    let client: HTTPClient
    let target: String
    let patience: Duration

    func intercept(
      _ request: ClientRequest, context: InterceptorContext, next: Next
    ) async throws(NetworkError) -> HTTPResponse {
      _ = try await client.send(.get(target).timeout(patience).bytes)
      return try await next(request)
    }
  }

  @Test(arguments: [
    ("https://API.Example.com:443/b", false), ("https://api.example.com/b", false),
    ("https://api.example.com:444/b", true), ("https://api.example.org/b", true),
  ])
  func `host limits ignore letter case and the default port`(
    target: String, isOther: Bool
  ) async throws {
    let client = HTTPClient(transport: Answering()).adding(HostLimit(1))
    // The inner request waits only if both requests count for the same host.
    let patience = isOther ? Duration.seconds(60) : .milliseconds(50)
    let asking = client.adding(Asking(client: client, target: target, patience: patience))
    do throws(NetworkError) {
      _ = try await asking.send(.get("https://api.example.com/a").bytes)
      #expect(isOther)
    } catch {
      guard case .timeout(.total) = error.kind else { throw error }
      #expect(!isOther)
    }
  }
}
