import TremaHTTP
import TremaSupport

extension MockAnswer {
  /// Answers one request of a client.
  ///
  /// - Throws: `unsupported` where the app does not say that it is being worked on: an answer that
  ///   no server gave must not look like one in the hands of a user.
  func response(
    to sent: ClientRequest, _ context: TransportContext
  ) async throws(NetworkError) -> HTTPResponse {
    guard Runtime.isDebug else {
      throw NetworkError(
        .unsupported("the request has a mock, which answers only where Runtime.isDebug is true"),
        request: sent.head)
    }
    do throws(TransportError) {
      return try await MockTransport(.any(self)).send(sent.head, body: sent.body, context: context)
    } catch {
      throw NetworkError(transport: error, request: sent.head)
    }
  }
}
