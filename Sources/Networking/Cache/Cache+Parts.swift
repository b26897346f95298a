import TremaHTTP
import TremaSupport

extension Cache {
  /// Answers a request for a range of bytes from a stored response that is whole and may be used.
  ///
  /// Responses to requests for a part are not stored: `Download` continues what was cut, in a file of its
  /// own and of any size.
  ///
  /// - Returns: `nil` where the server has to be asked.
  ///
  /// Source: RFC 9111, section 3.4; RFC 9110, section 15.3.7.
  func part(_ lookup: inout Lookup) async throws(NetworkError) -> HTTPResponse? {
    let request = lookup.request.head
    guard let range = ByteRange(of: request), let entry = await entry(for: &lookup) else {
      return nil
    }
    guard entry.response.status == .ok, let part = range.part(of: entry.length),
      case .use(let age, let ttl, let reason) = rules.decision(
        request, entry.response, now: Self.seconds(lookup.context.clock)),
      reason != .whileRevalidating, let whole = await whole(entry.part(part), lookup)
    else {
      entry.body.cancel()
      return nil
    }
    return try respond(lookup, whole, age, Self.status(ttl, reason))
  }
}

extension CacheEntry {
  fileprivate func part(_ range: Range<Int>) -> CacheEntry {
    var response = response
    response.status = .partialContent
    response.fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
    response.fields[.contentLength] = "\(range.count)"
    let body: HTTPResponseBody =
      if let bytes = body.bytes {
        .bytes(Array(bytes[range]))
      } else if let source = body.source {
        .stream(PartSource(source, range))
      } else {
        body
      }
    return CacheEntry(response, body: body, length: range.count)
  }
}

/// A range of the bytes of another source.
private final class PartSource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let rest: LockedValue<(skipped: Int, count: Int)>

  init(_ source: any HTTPBodySource, _ range: Range<Int>) {
    self.source = source
    rest = LockedValue((range.lowerBound, range.count))
  }

  func next() async throws(TransportError) -> [UInt8]? {
    while rest.value.count > 0, let chunk = try await source.next() {
      let part = rest.withLock { rest in
        let part = chunk.dropFirst(rest.skipped).prefix(rest.count)
        rest.skipped -= min(rest.skipped, chunk.count)
        rest.count -= part.count
        return Array(part)
      }
      if !part.isEmpty { return part }
    }
    return nil
  }

  func cancel() { source.cancel() }
}
