import Networking
import TremaHTTP
import TremaSupport

/// A transport that stores its requests, and answers with a body.
final class KeepingTransport: HTTPTransport {
  struct Sent: Sendable {
    var request: HTTPRequest
    var body: [UInt8]
    var length: Int64?
  }

  let name = "keeping"
  let sent = LockedValue<[Sent]>([])
  private let fields: HTTPFields
  private let answer: [UInt8]

  init(type: String? = nil, answer: [UInt8] = []) {
    fields = type.map { ["Content-Type": $0] } ?? [:]
    self.answer = answer
  }

  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    let open = try await body.opened()
    var bytes: [UInt8] = []
    while let piece = try await open?.source.next() { bytes += piece }
    let all = bytes
    sent.withLock { $0.append(Sent(request: request, body: all, length: open?.length)) }
    return HTTPResponse(HTTPResponseHead(.ok, fields: fields), body: .bytes(answer))
  }

  func close() async {}
}
