import Networking
import Testing
import TremaHTTP
import TremaSupport

@testable import Networking

extension CacheOrigin {
  /// A server with one content, which answers ranges of it as the standard requires.
  struct Content: Sendable {
    var text = "0123456789"
    /// Its validator and the other fields of all responses.
    var fields: HTTPFields = [.cacheControl: "max-age=60", .etag: "\"1\""]
    /// The size of each chunk of a streamed body, in bytes.
    var pieceLength: Int?
    /// Changes a response, to break it.
    var breaks: @Sendable (inout HTTPResponse, HTTPRequest) -> Void = { _, _ in }
  }

  func serves(_ content: Content) {
    answers { request throws(TransportError) in Self.answer(content, to: request) }
  }

  static func answer(_ content: Content, to request: HTTPRequest) -> HTTPResponse {
    var head = HTTPResponseHead(.ok, fields: content.fields, url: request.target)
    var bytes = Array(content.text.utf8)
    let condition = request.fields["If-Range"]
    let isCurrent = condition.map { [head.fields[.etag], head.fields[.lastModified]].contains($0) }
    if isCurrent ?? true, let asked = request.fields[.range].flatMap(ByteRange.init) {
      guard let part = asked.part(of: bytes.count) else {
        head.status = .rangeNotSatisfiable
        return HTTPResponse(head)
      }
      head.status = .partialContent
      head.fields["Content-Range"] =
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
      bytes = Array(bytes[part])
    }
    head.fields[.contentLength] = "\(bytes.count)"
    var response = HTTPResponse(head, body: .bytes(bytes))
    content.breaks(&response, request)
    if let length = content.pieceLength, let whole = response.body.bytes {
      let pieces = stride(from: 0, to: whole.count, by: length).map { start in
        Array(whole[start..<min(start + length, whole.count)])
      }
      response.body = .stream(CachePieces(pieces))
    }
    return response
  }

  /// `Range | If-Range` of the last request.
  var lastCondition: String {
    let fields = requests.last?.fields ?? [:]
    return "\(fields[.range] ?? "") | \(fields["If-Range"] ?? "")"
  }
}

extension RequestBuilder<BodyForbidden> {
  func range(_ range: String) -> Self { header(.range, "bytes=\(range)") }
}

/// A store whose disk is full on demand.
final class FullCacheStore: CacheStore {
  let isFull = LockedValue(false)
  private let store = MemoryCacheStore()

  private struct Writer: CacheWriter {
    let writer: any CacheWriter
    let isFull: Bool

    func append(_ piece: [UInt8]) async throws(CacheProblem) -> Bool {
      if isFull { throw CacheProblem(.write, "No space left on device") }
      return try await writer.append(piece)
    }

    func finish() async throws(CacheProblem) { try await writer.finish() }
    func abandon() { writer.abandon() }
  }

  func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry? {
    try await store.entry(for: key)
  }

  func writer(
    for key: CacheKey, _ response: StoredResponse, length: Int?
  ) async throws(CacheProblem) -> (any CacheWriter)? {
    guard let writer = try await store.writer(for: key, response, length: length) else {
      return nil
    }
    return Writer(writer: writer, isFull: isFull.value)
  }

  func replace(
    _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
  ) async throws(CacheProblem) { try await store.replace(old, by: new, for: key) }

  func remove(_ key: CacheKey) async throws(CacheProblem) { try await store.remove(key) }

  func removeAll(ofResource key: CacheKey) async throws(CacheProblem) {
    try await store.removeAll(ofResource: key)
  }

  func removeAll() async throws(CacheProblem) { try await store.removeAll() }
}
