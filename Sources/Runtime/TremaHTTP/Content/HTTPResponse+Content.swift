import TremaSupport

extension HTTPResponse {
  /// The same with its content decoded, as its `Content-Encoding` says; that and `Content-Length` are
  /// gone then. A body that is there is decoded at once, a stream while it is read.
  ///
  /// It stays as it is when one of the codings is not known (all are but `gzip`, `x-gzip`, `deflate`
  /// and `identity`), when there is no body, and when the body is but a part (206): a part of
  /// compressed content means nothing.
  ///
  /// - Parameter limit: the most bytes that the content may become, between two codings also.
  /// - Throws: `content` for damage, for something behind the end and for too many bytes;
  ///   `truncatedBody` when the content ends too early. A stream throws the same when it comes to it.
  package func decodedContent(limit: Int) throws(TransportError) -> HTTPResponse {
    guard let value = fields[.contentEncoding], ![204, 205, 206, 304].contains(status.code),
      body.bytes?.isEmpty != true
    else { return self }
    guard let codings = try ContentCoding.list(value), !codings.isEmpty else { return self }
    var decoded = self
    decoded.head.fields[.contentEncoding] = nil
    decoded.head.fields[.contentLength] = nil
    for coding in codings.reversed() {
      decoded.body = try decoded.body.decoded(coding, limit: limit)
    }
    return decoded
  }
}

extension HTTPResponseBody {
  fileprivate func decoded(
    _ coding: ContentCoding, limit: Int
  ) throws(TransportError) -> HTTPResponseBody {
    if let source { return .stream(DecodedBodySource(source, coding, limit: limit)) }
    let inflater = ContentInflater(coding, limit: limit)
    inflater.feed(bytes ?? [])
    var all: [UInt8] = []
    while let piece = try inflater.piece() { all += piece }
    try inflater.finish()
    return .bytes(all)
  }
}

/// The codings of content that are decoded here.
enum ContentCoding: Sendable {
  case gzip, deflate

  var name: String { self == .gzip ? "gzip" : "deflate" }

  /// The most codings around one content; two have no use already.
  private static let limit = 4

  /// Returns the codings of a `Content-Encoding`, without `identity`, in the order in which they were
  /// applied.
  ///
  /// - Returns: nil when one of them is not known.
  /// - Throws: `content` for more codings than anybody needs.
  ///
  /// Source: RFC 9110, section 8.4; `x-gzip` means `gzip`.
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
      throw TransportError(.content(.damaged), "more than \(limit) codings lie around the content")
    }
    return codings
  }
}

/// The decoded bytes of a body that is on its way. Input is read when the piece before it is used up,
/// so that a slow reader slows down the server, and nothing is read ahead.
final class DecodedBodySource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let inflater: ContentInflater
  private let isCancelled = LockedValue(false)

  init(_ source: any HTTPBodySource, _ coding: ContentCoding, limit: Int) {
    self.source = source
    inflater = ContentInflater(coding, limit: limit)
  }

  func next() async throws(TransportError) -> [UInt8]? {
    while true {
      do throws(TransportError) {
        if let piece = try inflater.piece() { return piece }
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

  func cancel() { if isCancelled.takeFirst() { source.cancel() } }
}
