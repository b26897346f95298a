import TremaHTTP
import TremaSupport

extension Cache {
  /// Handles a request for a byte range: answers it from a usable stored response that contains all
  /// of it, completes a stored part, or sends the request.
  ///
  /// A part does not replace a stored whole response.
  ///
  /// See RFC 9111, section 3.4, and RFC 9110, section 15.3.7.
  func handleRange(
    _ range: ByteRange, _ lookup: Lookup, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    var lookup = lookup
    let request = lookup.request
    guard let entry = await entry(for: &lookup) else {
      return try await forward(lookup, nil, lookup.isVaried ? .varies : .missing, next)
    }
    let extent = entry.extent
    let requested = extent.flatMap { range.part(of: $0.total) }
    if let extent, let requested, extent.range.contains(requested),
      case .use(let age, let ttl, let reason) = rules.decision(
        request.head, entry.response, now: Self.seconds(lookup.context.clock)),
      reason != .whileRevalidating, let loaded = await loadBody(entry.part(requested), lookup)
    {
      return try respond(lookup, loaded, age, Self.status(ttl, reason))
    }
    if entry.response.status == .partialContent {
      return try await complete(lookup, entry, wanted: requested ?? 0..<0, next)
    }
    entry.body.cancel()
    return try await forwardUncached(request, next)
  }
}

extension CacheEntry {
  /// The byte range that the entry contains, and the whole content's length, or `nil` if the entry
  /// is not a valid part.
  fileprivate var extent: (range: Range<Int>, total: Int)? {
    if response.status == .ok { return (0..<length, length) }
    return StoredPart(self).map { ($0.range, $0.total) }
  }

  /// Returns an entry with one range of the content.
  ///
  /// - Parameter range: A range that the entry contains.
  fileprivate func part(_ range: Range<Int>) -> CacheEntry {
    guard let extent else { return self }
    var response = response
    response.describe(range, of: extent.total)
    let start = extent.range.lowerBound
    return CacheEntry(
      response, body: body.part(range.lowerBound - start..<range.upperBound - start, of: length),
      length: range.count)
  }
}

extension StoredResponse {
  /// Turns the response into one for a range of its content.
  fileprivate mutating func describe(_ range: Range<Int>, of total: Int) {
    var head = HTTPResponseHead(status, fields: fields)
    head.describe(range, of: total)
    (status, fields) = (head.status, head.fields)
  }
}

extension HTTPResponseHead {
  /// Turns the head into one for a range of its content.
  mutating func describe(_ range: Range<Int>, of total: Int) {
    status = .partialContent
    fields[.contentRange] = StoredPart.contentRange(range, of: total)
    fields[.contentLength] = "\(range.count)"
  }
}

extension HTTPResponseBody {
  /// Returns a byte range of a body with `count` bytes.
  func part(_ range: Range<Int>, of count: Int) -> HTTPResponseBody {
    if let bytes { return .bytes(Array(bytes[range])) }
    guard let source, range != 0..<count else { return self }
    return .stream(PartSource(source, range, readsEnd: range.upperBound == count))
  }
}

/// A source that returns a byte range of another source.
private final class PartSource: HTTPBodySource {
  private let source: any HTTPBodySource
  /// The number of bytes left to skip, and the number left to return.
  private let remaining: LockedValue<(skipped: Int, count: Int)>
  /// Whether the source is read to its end, as a body that is stored while it is read is only
  /// complete at its end.
  private let readsToEnd: Bool

  init(_ source: any HTTPBodySource, _ range: Range<Int>, readsEnd: Bool) {
    self.source = source
    self.readsToEnd = readsEnd
    remaining = LockedValue((range.lowerBound, range.count))
  }

  func next() async throws(TransportError) -> [UInt8]? {
    while readsToEnd || remaining.value.count > 0, let chunk = try await source.next() {
      let part = remaining.withLock { rest in
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
