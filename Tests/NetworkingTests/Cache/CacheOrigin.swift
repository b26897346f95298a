import Foundation
import Networking
import TremaDates
import TremaHTTP
import TremaSupport

/// A server whose responses a test sets, and the requests to a cache in front of it: all in virtual
/// time, which begins on a Sunday of 1994.
final class CacheOrigin: Sendable {
  typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

  let time = VirtualClock(date: Date(timeIntervalSince1970: 784_111_777))
  private let answer = LockedValue<Answer?>(nil)
  private let seen = LockedValue<[HTTPRequest]>([])

  var requests: [HTTPRequest] { seen.value }
  var now: Int64 { Int64(time.date.timeIntervalSince1970) }
  var date: String { HTTPDate.text(now) }

  func answers(_ answer: @escaping Answer) { self.answer.value = answer }

  func answers(_ text: String, _ fields: HTTPFields, _ status: HTTPStatus = .ok) {
    answers { request throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(status, fields: fields, url: request.target),
        body: .bytes(Array(text.utf8)))
    }
  }

  func fails(_ kind: TransportError.Kind) {
    answers { _ throws(TransportError) in throw TransportError(kind) }
  }

  func client(_ cache: Cache?) -> HTTPClient {
    let transport = TestTransport { [self] (request, _, context) throws(TransportError) in
      seen.withLock { $0.append(request) }
      guard let answer = answer.value else { throw TransportError(.cannotConnect) }
      var response = try await answer(request)
      if context.delivery != .stream, let source = response.body.source {
        response.body = .bytes(try await HTTPResponseBody.stream(source).collect(upTo: .max))
      }
      return response
    }
    var client = HTTPClient(transport: transport)
    client.clock = time.clock
    return cache.map { client.adding($0) } ?? client
  }
}

/// The response that a client received.
struct Got: CustomStringConvertible {
  let status: HTTPStatus
  let fields: HTTPFields
  let text: String

  var cache: String { fields[.cacheStatus] ?? "" }
  var description: String { "\(status) '\(text)' [\(cache)]" }
}

extension HTTPClient {
  /// Returns the response of any status.
  func got(_ draft: RequestBuilder<BodyForbidden>) async throws(NetworkError) -> Got {
    let response = try await send(draft.accepting(100...599).bytes.withHead)
    return Got(
      status: response.head.status, fields: response.head.fields,
      text: String(decoding: response.value, as: UTF8.self))
  }

  func got(_ target: String) async throws(NetworkError) -> Got { try await got(.get(target)) }
}

/// A body in chunks, and then its end or an error; counts the reads.
final class CachePieces: HTTPBodySource {
  private let pieces: LockedValue<[[UInt8]]>
  private let failure: TransportError?
  let read = LockedValue(0)
  let isCancelled = LockedValue(false)

  init(_ pieces: [[UInt8]], failure: TransportError? = nil) {
    self.pieces = LockedValue(pieces)
    self.failure = failure
  }

  func next() async throws(TransportError) -> [UInt8]? {
    let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let piece {
      read.add(1)
      return piece
    }
    if let failure { throw failure }
    return nil
  }

  func cancel() { isCancelled.value = true }
}
