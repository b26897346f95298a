import TremaHTTP
import TremaSupport

extension Cache {
  /// Asks the server for the bytes that a stored part lacks, and joins both.
  ///
  /// `If-Range` makes the server send the whole content if it is another one by now. A stored part may be
  /// stale: a `206` with the same strong validator confirms it.
  ///
  /// - Parameter wanted: the range that is asked for; `nil` for the whole content.
  ///
  /// Source: RFC 9111, sections 3.3 and 3.4; RFC 9110, sections 13.1.5 and 14.2.
  func complete(
    _ lookup: Lookup, _ entry: CacheEntry, wanted: Range<Int>?, _ next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    let reason: ForwardReason
    switch rules.decision(
      lookup.request.head, entry.response, now: Self.seconds(lookup.context.clock))
    {
    case .use: reason = .partial
    case .validate(let why): reason = why
    case .miss(let why): reason = why
    }
    if let answer = try kept(from: lookup.request.head) {
      entry.body.cancel()
      return answer
    }
    guard let part = StoredPart(entry),
      let end = Self.end(of: part, wanted: wanted, lookup, reason),
      let entry = await whole(entry, lookup)
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
    var times = Times(asked: Self.seconds(lookup.context.clock))
    let response = try await next(sent)
    times.answered = Self.seconds(lookup.context.clock)
    let status = CacheStatus(forward: reason)
    switch response.status {
    case .partialContent where Self.continues(part, through: end, response, times):
      isUsed = true
      return await joined(entry, part, with: response, wanted: wanted, lookup, times, status)
    case .partialContent, .rangeNotSatisfiable:
      // It has bytes of another content, or not those that are missing: nothing can be made of both.
      response.body.cancel()
      await remove(lookup.key)
      return try await forward(lookup, nil, reason, next)
    default:
      var lookup = lookup
      // A whole content is stored as the response to a request without a range.
      if response.status == .ok { lookup.request.head.fields[.range] = nil }
      return await keep(
        response, lookup, sent: lookup.context.record.sent, times, status)
    }
  }

  /// - Returns: the end of the bytes to ask for; `nil` where nothing is gained by asking for the rest:
  ///   the range does not begin in the part, the whole is to be sent again, or is too long for the caller.
  private static func end(
    of part: StoredPart, wanted: Range<Int>?, _ lookup: Lookup, _ reason: ForwardReason
  ) -> Int? {
    let wanted = wanted ?? 0..<part.total
    guard lookup.request.head.method == .get, reason == .partial || reason == .stale,
      part.range.contains(wanted.lowerBound), wanted.upperBound > part.range.upperBound
    else { return nil }
    let count = wanted.upperBound - part.range.lowerBound
    if case .whole(let limit) = lookup.context.record.delivery, count > limit { return nil }
    return wanted.upperBound
  }

  private static func continues(
    _ part: StoredPart, through end: Int, _ response: HTTPResponse, _ times: Times
  ) -> Bool {
    guard let rest = StoredPart(response.status, response.fields, now: times.answered) else {
      return false
    }
    return part.isContinued(by: rest, through: end)
      && (response.body.bytes.map { $0.count == rest.range.count } ?? true)
  }

  /// Makes one response of a part and of the bytes that follow on it, and stores it on its way.
  private func joined(
    _ entry: CacheEntry, _ part: StoredPart, with rest: HTTPResponse, wanted: Range<Int>?,
    _ lookup: Lookup, _ times: Times, _ status: CacheStatus
  ) async -> HTTPResponse {
    let new = StoredResponse(
      rest.head, to: lookup.request.head, requestTime: times.asked, responseTime: times.answered)
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
    response = await keep(
      response, lookup, sent: lookup.context.record.sent, times, status)
    guard let wanted else { return response }
    response.head.describe(wanted, of: part.total)
    response.body = response.body.part(
      wanted.lowerBound - range.lowerBound..<range.count, of: range.count)
    return response
  }
}

extension HTTPResponseBody {
  /// - Parameter count: the number of bytes that the second body must have.
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

/// The bytes of a stored part, then those that the server sends.
private final class JoinedSource: HTTPBodySource {
  private struct State: Sendable {
    var isFirstRead = false
    /// The bytes that the second source still has to give.
    var left: Int
    var isSecondCancelled = false
  }

  private let first: any HTTPBodySource
  private let second: any HTTPBodySource
  private let state: LockedValue<State>

  init(_ first: any HTTPBodySource, _ second: any HTTPBodySource, count: Int) {
    (self.first, self.second) = (first, second)
    state = LockedValue(State(left: count))
  }

  func next() async throws(TransportError) -> [UInt8]? {
    if !state.value.isFirstRead {
      if let piece = try await first.next() { return piece }
      state.withLock { $0.isFirstRead = true }
    }
    guard let piece = try await second.next() else {
      // `Content-Range` has promised as many bytes, and the head of the whole has, too.
      if state.value.left > 0 { throw TransportError(.truncatedBody) }
      return nil
    }
    let left = state.withLock { state in
      state.left -= piece.count
      return state.left
    }
    guard left >= 0 else {
      cancelSecond()
      throw TransportError(.malformedResponse("is longer than its Content-Range"))
    }
    return piece
  }

  func cancel() {
    first.cancel()
    cancelSecond()
  }

  private func cancelSecond() {
    let wasCancelled = state.withLock { state in
      defer { state.isSecondCancelled = true }
      return state.isSecondCancelled
    }
    if !wasCancelled { second.cancel() }
  }
}
