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
