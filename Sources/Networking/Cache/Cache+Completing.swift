import TremaHTTP
import TremaSupport

extension Cache {
  /// Requests the bytes that are missing in a stored part, and joins the two.
  ///
  /// With `If-Range`, the server sends the whole content if it has changed. The stored part may be
  /// stale: a `206` with the same strong validator confirms it.
  ///
  /// See RFC 9111, sections 3.3 and 3.4, and RFC 9110, sections 13.1.5 and 14.2.
  ///
  /// - Parameter wanted: The requested range, or `nil` for the whole content.
  func complete(
    _ lookup: Lookup, _ entry: CacheEntry, wanted: Range<Int>?, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    let reason: ForwardReason
    switch rules.decision(
      lookup.request.head, entry.response, now: Self.seconds(lookup.context.clock))
    {
    case .use: reason = .partial
    case .validate(let forwardReason): reason = forwardReason
    case .miss(let forwardReason): reason = forwardReason
    }
    if let answer = try offlineResponse(to: lookup.request.head) {
      entry.body.cancel()
      return answer
    }
    guard let part = StoredPart(entry),
      let end = Self.end(of: part, wanted: wanted, lookup, reason),
      let entry = await loadBody(entry, lookup)
    else {
      entry.body.cancel()
      var lookup = lookup
      if reason == .varies { lookup.isVaried = true }
      return try await forward(lookup, nil, reason, next)
    }
    var isUsed = false
    defer { if !isUsed { entry.body.cancel() } }
    var sent = lookup.request
    let last = end == part.total ? "" : "\(end - 1)"
    sent.head.fields[.range] = "bytes=\(part.range.upperBound)-\(last)"
    sent.head.fields[.ifRange] = part.validator
    var times = Times(requestTime: Self.seconds(lookup.context.clock))
    let response = try await next(sent)
    times.responseTime = Self.seconds(lookup.context.clock)
    let status = CacheStatus(forward: reason)
    switch response.status {
    case .partialContent where Self.continues(part, through: end, response, times):
      isUsed = true
      return await joined(entry, part, with: response, wanted: wanted, lookup, times, status)
    case .partialContent, .rangeNotSatisfiable:
      // The response contains bytes of different content, or bytes other than the missing ones, and
      // cannot be joined with the part.
      response.body.cancel()
      await remove(lookup.key)
      return try await forward(lookup, nil, reason, next)
    default:
      var lookup = lookup
      // A response with the whole content is stored like the response to a request without a range.
      if response.status == .ok { lookup.request.head.fields[.range] = nil }
      return await storeWhileReading(
        response, lookup, sent: lookup.context.requestState.sentRequest, times, status)
    }
  }

  /// Returns the end of the range to request, or `nil` if requesting only the rest has no
  /// advantage: the requested range does not start in the part, the whole content is requested in
  /// any case, or the range exceeds the request's limit.
  private static func end(
    of part: StoredPart, wanted: Range<Int>?, _ lookup: Lookup, _ reason: ForwardReason
  ) -> Int? {
    let wanted = wanted ?? 0..<part.total
    guard lookup.request.head.method == .get, reason == .partial || reason == .stale,
      part.range.contains(wanted.lowerBound), wanted.upperBound > part.range.upperBound
    else { return nil }
    let count = wanted.upperBound - part.range.lowerBound
    if case .whole(let limit) = lookup.context.requestState.delivery, count > limit { return nil }
    return wanted.upperBound
  }

  /// Returns whether a response contains the bytes that follow the part, from the same content.
  private static func continues(
    _ part: StoredPart, through end: Int, _ response: HTTPResponse, _ times: Times
  ) -> Bool {
    guard let rest = StoredPart(response.status, response.fields, now: times.responseTime) else {
      return false
    }
    return part.isContinued(by: rest, through: end)
      && (response.body.bytes.map { $0.count == rest.range.count } ?? true)
  }

  /// Returns a response that consists of a part and the bytes that follow it. The response is
  /// stored while it is read.
  private func joined(
    _ entry: CacheEntry, _ part: StoredPart, with rest: HTTPResponse, wanted: Range<Int>?,
    _ lookup: Lookup, _ times: Times, _ status: CacheStatus
  ) async -> HTTPResponse {
    let new = StoredResponse(
      rest.head, to: lookup.request.head, requestTime: times.requestTime,
      responseTime: times.responseTime)
    let end = wanted?.upperBound ?? part.total
    let range = part.range.lowerBound..<end
    var (response, lookup) = (rest, lookup)
    response.head.fields = entry.response.updated(by: new).fields
    response.add(cookiesOf: rest.fields)
    response.head.describe(range, of: part.total)
    response.body = .joined(entry.body, rest.body, count: end - part.range.upperBound)
    if range == 0..<part.total {
      response.head.status = .ok
      response.head.fields[.contentRange] = nil
      lookup.request.head.fields[.range] = nil
    }
    var status = status
    if wanted == nil { status.forwardStatus = .partialContent }
    response = await storeWhileReading(
      response, lookup, sent: lookup.context.requestState.sentRequest, times, status)
    guard let wanted else { return response }
    response.head.describe(wanted, of: part.total)
    response.body = response.body.part(
      wanted.lowerBound - range.lowerBound..<range.count, of: range.count)
    return response
  }
}

extension HTTPResponseBody {
  /// Returns a body that consists of two bodies.
  ///
  /// - Parameter count: The number of bytes that the second body must have.
  fileprivate static func joined(
    _ first: HTTPResponseBody, _ second: HTTPResponseBody, count: Int
  ) -> HTTPResponseBody {
    if let start = first.bytes, let rest = second.bytes { return .bytes(start + rest) }
    return .stream(
      JoinedSource(
        first.source ?? BytesSource(first.bytes ?? []),
        second.source ?? BytesSource(second.bytes ?? []), count: count))
  }
}

/// A source that first returns the bytes of a stored part and then the bytes from the server.
private final class JoinedSource: HTTPBodySource {
  private struct State: Sendable {
    var isFirstRead = false
    /// The number of bytes that the second source still has to deliver.
    var remaining: Int
    var isSecondCancelled = false
  }

  private let first: any HTTPBodySource
  private let second: any HTTPBodySource
  private let state: LockedValue<State>

  init(_ first: any HTTPBodySource, _ second: any HTTPBodySource, count: Int) {
    (self.first, self.second) = (first, second)
    state = LockedValue(State(remaining: count))
  }

  func next() async throws(TransportError) -> [UInt8]? {
    if !state.value.isFirstRead {
      if let chunk = try await first.next() { return chunk }
      state.withLock { $0.isFirstRead = true }
    }
    guard let chunk = try await second.next() else {
      // The joined response's head contains the length announced by `Content-Range`.
      if state.value.remaining > 0 { throw TransportError(.truncatedBody) }
      return nil
    }
    let remaining = state.withLock { state in
      state.remaining -= chunk.count
      return state.remaining
    }
    guard remaining >= 0 else {
      cancelSecond()
      throw TransportError(.malformedResponse("is longer than its Content-Range"))
    }
    return chunk
  }

  func cancel() {
    first.cancel()
    cancelSecond()
  }

  /// Cancels the second source once.
  private func cancelSecond() {
    let wasCancelled = state.withLock { state in
      defer { state.isSecondCancelled = true }
      return state.isSecondCancelled
    }
    if !wasCancelled { second.cancel() }
  }
}
