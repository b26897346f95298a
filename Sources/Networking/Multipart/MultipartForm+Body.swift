import TremaHTTP

extension MultipartForm {
  /// The form as a body. Its length is known when those of all parts are, and it can be sent again
  /// when all of them can. Files are measured now; one that is not there is the error `requestBody`
  /// of the transport, before a byte is sent.
  ///
  /// - Throws: ``MultipartError``.
  public func body() throws(MultipartError) -> HTTPBody {
    var segments: [HTTPBody] = []
    for (index, part) in parts.enumerated() {
      if case .bytes(let bytes) = part.content, MultipartSyntax.occurs(boundary, in: bytes) {
        throw .boundaryInside(part: part.name)
      }
      segments.append(
        .bytes(try MultipartSyntax.head(of: part, boundary: boundary, isFirst: index == 0)))
      segments.append(part.content)
    }
    segments.append(.bytes(MultipartSyntax.end(boundary: boundary, isEmpty: parts.isEmpty)))
    return Self.joined(segments)
  }

  private static func joined(_ segments: [HTTPBody]) -> HTTPBody {
    var lengths: [Int64?] = []
    var failure: TransportError?
    for segment in segments {
      do throws(TransportError) {
        lengths.append(try segment.length())
      } catch {
        failure = failure ?? error
        lengths.append(nil)
      }
    }
    let total = lengths.reduce(0 as Int64?) { sum, length in
      guard let sum, let length else { return nil }
      return sum + length
    }
    let measured = zip(segments, lengths).map { MultipartSource.Segment(body: $0, length: $1) }
    return .stream(
      HTTPBodyStream(length: total, isReplayable: segments.allSatisfy(\.isReplayable)) {
        [failure] () throws(TransportError) in
        if let failure { throw failure }
        return MultipartSource(measured)
      })
  }
}
