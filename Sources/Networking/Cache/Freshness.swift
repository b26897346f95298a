import TremaDates
import TremaHTTP
import TremaSupport

extension StoredResponse {
  var control: CacheControl { CacheControl(fields) }

  /// The date of the response: `Date`, or the time at which it was received.
  var date: Int64 { Self.date(.date, in: fields, now: responseTime) ?? responseTime }

  /// How many seconds old it is.
  ///
  /// Source: RFC 9111, section 4.2.3.
  func age(at now: Int64) -> Int64 {
    let apparentAge = max(0, responseTime &- date)
    let delay = max(0, responseTime &- requestTime)
    let correctedAge = ageValue &+ delay
    let residentTime = max(0, now &- responseTime)
    return min(max(apparentAge, correctedAge) &+ residentTime, DeltaSeconds.most)
  }

  /// The first one counts; what is no number is none (RFC 9111, section 5.1).
  private var ageValue: Int64 {
    let first = fields[values: "Age"].first.flatMap { FieldList.items($0).first }
    return first.flatMap(DeltaSeconds.read) ?? 0
  }

  /// For how many seconds from ``date`` on it is fresh, for a cache of one user: `s-maxage` says
  /// nothing to it.
  ///
  /// - Parameter heuristicLimit: the most where the server says nothing; else it is a tenth of the
  ///   time since the last modification.
  ///
  /// Source: RFC 9111, sections 4.2.1 and 4.2.2.
  func freshnessLifetime(heuristicLimit: Int64) -> Int64 {
    let control = control
    switch control.seconds("max-age") {
    case .value(let seconds): return seconds
    // Better too old than for too long.
    case .invalid: return 0
    case .absent: break
    }
    if let expires = fields[values: "Expires"].first {
      guard let end = HTTPDate.seconds(Self.trimmed(expires), now: responseTime) else { return 0 }
      return min(max(0, end &- date), DeltaSeconds.most)
    }
    guard Self.isHeuristicallyCacheable(status) || control.contains("public"),
      let modified = Self.date(.lastModified, in: fields, now: responseTime), modified < date
    else { return 0 }
    return min((date &- modified) / 10, heuristicLimit)
  }

  /// Returns the date, or `nil` if the text is none.
  private static func date(_ name: HTTPFields.Name, in fields: HTTPFields, now: Int64) -> Int64? {
    fields[values: name].first.flatMap { HTTPDate.seconds(trimmed($0), now: now) }
  }

  private static func trimmed(_ text: String) -> String { FieldList.trimmed(text.utf8) }

  /// Source: RFC 9110, section 15.1.
  static func isHeuristicallyCacheable(_ status: HTTPStatus) -> Bool {
    switch status.code {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// Whether a response to a `GET` may be kept for one user. A request for one range of bytes may have a
  /// ``StoredPart`` kept, other requests whole responses alone.
  ///
  /// - Parameter now: the time by which years of two digits are read in the dates of a part.
  ///
  /// Source: RFC 9111, sections 3, 3.3 and 5.2.2.3.
  static func mayBeKept(
    _ head: HTTPResponseHead, to request: HTTPRequest, now: Int64 = 0
  ) -> Bool {
    // 304 speaks of another response.
    guard request.method == .get, (200..<600).contains(head.status.code),
      head.status != .notModified
    else { return false }
    if head.status == .partialContent || request.fields.contains(.range) {
      guard ByteRange(of: request) != nil, StoredPart(head.status, head.fields, now: now) != nil
      else { return false }
    }
    let said = CacheControlDirectives(head.fields)
    if said.contains(.mustUnderstand) {
      guard isUnderstood(head.status) else { return false }
    } else if said.contains(.noStore) {
      return false
    }
    guard !CacheControlDirectives(request.fields).contains(.noStore), !Vary(head.fields).isStar
    else { return false }
    return !said.isDisjoint(with: [.public, .private, .maxAge])
      || isHeuristicallyCacheable(head.status) || head.fields.contains("Expires")
  }

  /// Whether the response may be used regardless of a request's cookies: it is `public`, does not vary
  /// by them, and has no separate lifetime for shared caches.
  ///
  /// Source: RFC 9111, sections 5.2.2.9 and 5.2.2.10.
  var isForAllCookies: Bool {
    let said = CacheControlDirectives(fields)
    let vary = Vary(fields)
    return said.contains(.public) && !said.contains(.private) && !vary.isStar
      && !vary.names.contains(.cookie) && !control.contains("s-maxage")
  }

  /// Statuses whose meaning for caches is known here.
  private static func isUnderstood(_ status: HTTPStatus) -> Bool {
    isHeuristicallyCacheable(status) || [302, 303, 307].contains(status.code)
  }
}
