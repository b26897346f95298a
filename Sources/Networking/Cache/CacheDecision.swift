import TremaHTTP

/// A decision about using a stored response for a request.
enum CacheDecision: Hashable, Sendable {
  /// The stored response is used. Its age and remaining freshness are in seconds.
  case use(age: Int64, ttl: Int64, UseReason)
  /// The request is sent to validate the stored response.
  case validate(ForwardReason)
  /// The stored response does not belong to the request.
  case miss(ForwardReason)
}

/// The reason why a stored response is used.
enum UseReason: Hashable, Sendable {
  /// The response is fresh.
  case fresh
  /// The response is stale, but the request accepts that, by `max-stale` or its `CachePolicy`.
  case staleIsAccepted
  /// The server allows using the response during its validation (RFC 5861, section 3).
  case whileRevalidating
}

/// The reason why a request is forwarded to the server, in the terms of RFC 9211, section 2.2.
enum ForwardReason: String, Hashable, Sendable {
  /// There is no stored response.
  case missing = "uri-miss"
  /// There is no stored response for the request's fields.
  case varies = "vary-miss"
  /// The stored response is stale.
  case stale
  /// The stored response is a part that lacks some of the requested bytes.
  case partial
  /// The request requires a new response or a validation.
  case request
  /// The cache does not handle the request.
  case bypass
  /// Caches do not support the method.
  case method
}

/// The rules for using stored responses, independent of the clock and the store.
struct CacheRules: Hashable, Sendable {
  /// The maximum freshness, in seconds, of a response without an explicit lifetime.
  var heuristicLimit: Int64 = 86_400

  /// Returns the decision about a stored response for a request.
  ///
  /// See RFC 9111, sections 4 and 5.2; RFC 8246; and RFC 5861.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  func decision(_ request: HTTPRequest, _ stored: StoredResponse, now: Int64) -> CacheDecision {
    guard stored.selectors.allSatisfy({ $0 == .init($0.name, of: request) }) else {
      return .miss(.varies)
    }
    let age = stored.age(at: now)
    let lifetime = stored.freshnessLifetime(heuristicLimit: heuristicLimit)
    let ttl = lifetime - age
    switch request.cachePolicy {
    case .reload: return .validate(.request)
    case .cacheElseLoad, .cacheOnly:
      return .use(age: age, ttl: ttl, ttl > 0 ? .fresh : .staleIsAccepted)
    case .protocol: break
    }
    let (requestControl, responseControl) = (RequestControl(request.fields), stored.control)
    // If the directive lists fields, it applies only to them, and they aren't stored.
    if responseControl.contains("no-cache"), responseControl.fieldNames("no-cache") == nil {
      return .validate(.stale)
    }
    if requestControl.isNoCache { return .validate(.request) }
    // An immutable response need not be validated while it is fresh (RFC 8246, section 2).
    let isImmutable = responseControl.contains("immutable") && ttl > 0
    if let limit = requestControl.maxAge, age > limit, !isImmutable { return .validate(.request) }
    if let minimum = requestControl.minFresh, ttl < minimum { return .validate(.request) }
    if ttl > 0 { return .use(age: age, ttl: ttl, .fresh) }
    if responseControl.contains("must-revalidate") { return .validate(.stale) }
    if let limit = requestControl.maxStale, -ttl <= limit {
      return .use(age: age, ttl: ttl, .staleIsAccepted)
    }
    if let limit = responseControl.seconds("stale-while-revalidate").value, -ttl <= limit,
      requestControl.maxAge == nil,
      requestControl.minFresh == nil
    {
      return .use(age: age, ttl: ttl, .whileRevalidating)
    }
    return .validate(.stale)
  }
}

/// A request's cache directives.
///
/// See RFC 9111, sections 5.2.1 and 5.4, and RFC 5861, section 4.
struct RequestControl {
  let isNoCache: Bool
  /// The maximum age in seconds, or `nil` if the directive is missing. An invalid number is
  /// replaced with the strictest one.
  let maxAge: Int64?
  /// The minimum remaining freshness, in seconds.
  let minFresh: Int64?
  /// The maximum staleness, in seconds.
  let maxStale: Int64?
  /// The maximum staleness after a failure, in seconds.
  let staleIfError: Int64?

  init(_ fields: HTTPFields) {
    let control = CacheControl(fields)
    isNoCache =
      control.contains("no-cache")
      || control.directives.isEmpty
        && fields[values: "Pragma"].contains { CacheControl([$0]).contains("no-cache") }
    maxAge = control.seconds("max-age").value(whenInvalid: 0)
    minFresh = control.seconds("min-fresh").value(whenInvalid: DeltaSeconds.maxValue)
    staleIfError = control.seconds("stale-if-error").value
    // Without an argument, any staleness is accepted.
    let anyAge = control.directives.contains { $0.name == "max-stale" && $0.argument == nil }
    maxStale = anyAge ? DeltaSeconds.maxValue : control.seconds("max-stale").value
  }
}

extension CacheControl.Seconds {
  /// Returns the number of seconds, or `nil` if the directive is missing. The argument replaces an
  /// invalid number.
  fileprivate func value(whenInvalid invalid: Int64) -> Int64? {
    switch self {
    case .absent: nil
    case .invalid: invalid
    case .value(let seconds): seconds
    }
  }
}
