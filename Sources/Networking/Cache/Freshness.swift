import TremaDates
import TremaHTTP
import TremaSupport

extension StoredResponse {
  /// The directives of `Cache-Control`.
  var control: CacheControl { CacheControl(fields) }

  /// The response's date, in seconds since 1970: its `Date` field, or the time when it was
  /// received.
  var date: Int64 { Self.date(.date, in: fields, now: responseTime) ?? responseTime }

  /// Returns the response's age, in seconds.
  ///
  /// See RFC 9111, section 4.2.3.
  func age(at now: Int64) -> Int64 {
    let apparentAge = max(0, responseTime &- date)
    let delay = max(0, responseTime &- requestTime)
    let correctedAge = ageValue &+ delay
    let residentTime = max(0, now &- responseTime)
    return min(max(apparentAge, correctedAge) &+ residentTime, DeltaSeconds.maxValue)
  }

  /// The value of `Age` in seconds. The first number applies; an invalid one counts as 0 (RFC 9111,
  /// section 5.1).
  private var ageValue: Int64 {
    let first = fields[values: "Age"].first.flatMap { FieldList.items($0).first }
    return first.flatMap(DeltaSeconds.read) ?? 0
  }

  /// Returns how long the response is fresh, in seconds from `date`. The cache is private, so
  /// `s-maxage` is ignored.
  ///
  /// See RFC 9111, sections 4.2.1 and 4.2.2.
  ///
  /// - Parameter heuristicLimit: The maximum if the server does not specify a lifetime. The
  ///   lifetime is then a tenth of the time since the last modification.
  func freshnessLifetime(heuristicLimit: Int64) -> Int64 {
    let control = control
    switch control.seconds("max-age") {
    case .value(let seconds): return seconds
    // An invalid lifetime counts as 0, so the response is validated.
    case .invalid: return 0
    case .absent: break
    }
    if let expires = fields[values: "Expires"].first {
      guard let end = HTTPDate.seconds(Self.trimmed(expires), now: responseTime) else { return 0 }
      return min(max(0, end &- date), DeltaSeconds.maxValue)
    }
    guard Self.isHeuristicallyCacheable(status) || control.contains("public"),
      let modified = Self.date(.lastModified, in: fields, now: responseTime), modified < date
    else { return 0 }
    return min((date &- modified) / 10, heuristicLimit)
  }

  /// Returns a field's date in seconds since 1970, or `nil` if the field is missing or invalid.
  private static func date(_ name: HTTPFields.Name, in fields: HTTPFields, now: Int64) -> Int64? {
    fields[values: name].first.flatMap { HTTPDate.seconds(trimmed($0), now: now) }
  }

  /// Returns a string without whitespace at either end.
  private static func trimmed(_ text: String) -> String { FieldList.trimmed(text.utf8) }

  /// Returns whether a response with this status is cacheable without an explicit lifetime.
  ///
  /// See RFC 9110, section 15.1.
  static func isHeuristicallyCacheable(_ status: HTTPStatus) -> Bool {
    switch status.code {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// Returns whether a response to a `GET` may be stored for one user. A response to a request for
  /// a single byte range may be stored as a `StoredPart`; responses to other requests only as a
  /// whole.
  ///
  /// See RFC 9111, sections 3, 3.3 and 5.2.2.3.
  ///
  /// - Parameter now: The current time, used to interpret two-digit years in the dates of a part.
  static func isStorable(
    _ head: HTTPResponseHead, to request: HTTPRequest, now: Int64 = 0
  ) -> Bool {
    // A 304 describes a different response.
    guard request.method == .get, (200..<600).contains(head.status.code),
      head.status != .notModified
    else { return false }
    if head.status == .partialContent || request.fields.contains(.range) {
      guard ByteRange(of: request) != nil, StoredPart(head.status, head.fields, now: now) != nil
      else { return false }
    }
    let directives = CacheControlDirectives(head.fields)
    if directives.contains(.mustUnderstand) {
      guard isUnderstood(head.status) else { return false }
    } else if directives.contains(.noStore) {
      return false
    }
    guard !CacheControlDirectives(request.fields).contains(.noStore), !Vary(head.fields).isStar
    else { return false }
    return !directives.isDisjoint(with: [.public, .private, .maxAge])
      || isHeuristicallyCacheable(head.status) || head.fields.contains("Expires")
  }

  /// Whether the response may be used regardless of a request's cookies: it is `public`, does not
  /// vary by cookies, and has no separate lifetime for shared caches.
  ///
  /// See RFC 9111, sections 5.2.2.9 and 5.2.2.10.
  var isForAllCookies: Bool {
    let directives = CacheControlDirectives(fields)
    let vary = Vary(fields)
    return directives.contains(.public) && !directives.contains(.private) && !vary.isStar
      && !vary.names.contains(.cookie) && !control.contains("s-maxage")
  }

  /// Returns whether the caching requirements of a status are implemented.
  private static func isUnderstood(_ status: HTTPStatus) -> Bool {
    isHeuristicallyCacheable(status) || [302, 303, 307].contains(status.code)
  }
}
