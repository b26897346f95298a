import TremaHTTP

/// A transport that answers with its request: the method, the target, the type of the body and the
/// body.
struct EchoTransport: HTTPTransport {
  var name: String { "echo" }

  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    var lines = ["\(request.method) \(request.target)"]
    if let type = request.fields[.contentType] { lines.append(type) }
    if case .bytes(let bytes) = body { lines.append(String(decoding: bytes, as: UTF8.self)) }
    return HTTPResponse(
      HTTPResponseHead(.ok, fields: [:], url: request.target),
      body: .bytes(Array(lines.joined(separator: "\n").utf8)))
  }

  func close() async {}
}
