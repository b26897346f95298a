import TremaSupport

extension HTTPResponse {
  /// Returns the response with its content decoded according to `Content-Encoding`. Removes
  /// `Content-Encoding` and `Content-Length`. A body in memory is decoded immediately; a stream is
  /// decoded while it is read.
  ///
  /// The response is returned unchanged if any coding is unknown (`gzip`, `x-gzip`, `deflate` and
  /// `identity` are known), if there is no body, or if the body is a range (206): a range of
  /// compressed content cannot be decoded on its own.
  ///
  /// - Parameter limit: The maximum decoded content size, in bytes. It also applies to the
  ///   intermediate result between two codings.
  /// - Throws: `content` for damaged content, data after its end and content that exceeds the
  ///   limit; `truncatedBody` for incomplete content. A stream throws these errors while it is
  ///   read.
  package func decodedContent(limit: Int) throws(TransportError) -> HTTPResponse {
    guard let value = fields[.contentEncoding], ![204, 205, 206, 304].contains(status.code),
      body.bytes?.isEmpty != true
    else { return self }
    guard let codings = try ContentCoding.list(value), !codings.isEmpty else { return self }
    var decoded = self
    decoded.head.fields[.contentEncoding] = nil
    decoded.head.fields[.contentLength] = nil
    // Codings are listed in the order they were applied.
    for coding in codings.reversed() {
      decoded.body = try decoded.body.decoded(coding, limit: limit)
    }
    return decoded
  }
}

extension HTTPResponseBody {
  /// Returns the body with one coding removed.
  fileprivate func decoded(
    _ coding: ContentCoding, limit: Int
  ) throws(TransportError) -> HTTPResponseBody {
    if let source { return .stream(DecodedBodySource(source, coding, limit: limit)) }
    let inflater = ContentInflater(coding, limit: limit)
    inflater.feed(bytes ?? [])
    var all: [UInt8] = []
    while let chunk = try inflater.nextChunk() { all += chunk }
    try inflater.finish()
    return .bytes(all)
  }
}

/// A content coding that can be decoded.
enum ContentCoding: Sendable {
  case gzip, deflate

  /// The coding's registered name.
  var name: String { self == .gzip ? "gzip" : "deflate" }

  /// The maximum number of codings that may be applied to one body. More than one is never useful.
  private static let limit = 4

  /// Parses the value of `Content-Encoding`.
  ///
  /// - Returns: The codings in the order they were applied, without `identity`, or `nil` if one of
  ///   them is unknown.
  /// - Throws: `content` if there are more codings than the limit.
  ///
  /// See RFC 9110, section 8.4. `x-gzip` is an alias for `gzip`.
  static func list(_ value: String) throws(TransportError) -> [ContentCoding]? {
    var codings: [ContentCoding] = []
    for element in value.utf8.split(separator: UInt8(ascii: ",")) {
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let name = element.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
      if name.isEmpty { continue }
      switch String(decoding: name.map(ASCII.lowercased), as: UTF8.self) {
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      case "identity": continue
      default: return nil
      }
    }
    guard codings.count <= limit else {
      throw TransportError(.content(.damaged), "the content has more than \(limit) codings")
    }
    return codings
  }
}

/// A source that decodes the body of a response while it is read. Input is read only when the
/// preceding chunk has been consumed, so nothing is buffered ahead and a slow reader slows down the
/// server.
final class DecodedBodySource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let inflater: ContentInflater
  private let isCancelled = LockedValue(false)

  /// Creates a source.
  ///
  /// - Parameter limit: The maximum decoded content size, in bytes.
  init(_ source: any HTTPBodySource, _ coding: ContentCoding, limit: Int) {
    self.source = source
    inflater = ContentInflater(coding, limit: limit)
  }

  /// Returns the next decoded chunk, or `nil` at the end. An error of the decoder cancels the
  /// source.
  func next() async throws(TransportError) -> [UInt8]? {
    while true {
      do throws(TransportError) {
        if let chunk = try inflater.nextChunk() { return chunk }
      } catch {
        cancel()
        throw error
      }
      guard let input = try await source.next() else {
        try inflater.finish()
        return nil
      }
      inflater.feed(input)
    }
  }

  /// Cancels the source, at most once.
  func cancel() { if isCancelled.trySet() { source.cancel() } }
}
