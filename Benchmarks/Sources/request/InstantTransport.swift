import TremaHTTP

/// A transport that returns nginx's response without a network, to measure everything but the
/// transport.
struct InstantTransport: HTTPTransport {
  let name = "instant"
  private let fields: HTTPFields = [
    "Server": "nginx", "Date": "Sat, 21 Nov 2026 20:00:00 GMT",
    "Content-Type": "application/octet-stream", "Content-Length": "200",
    "Last-Modified": "Sat, 21 Nov 2026 20:00:00 GMT", "Connection": "keep-alive",
    "ETag": "\"6920c4e0-c8\"", "Cache-Control": "no-store", "Accept-Ranges": "bytes",
  ]
  private let body: [UInt8]

  init(length: Int) { body = [UInt8](repeating: 0x61, count: length) }

  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    HTTPResponse(
      HTTPResponseHead(.ok, fields: fields, url: request.target, version: .http11),
      body: .bytes(self.body))
  }

  func close() async {}
}
