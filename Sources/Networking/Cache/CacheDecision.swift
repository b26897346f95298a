import TremaHTTP

/// The decision about using a stored response for a request.
enum CacheDecision: Hashable, Sendable {
  /// It is the answer.
  case use(age: Int64, ttl: Int64, UseReason)
  /// The server is asked; the response is kept until it has answered.
  case validate(ForwardReason)
  /// The response is none for this request.
  case miss(ForwardReason)
}

enum UseReason: Hashable, Sendable {
  case fresh
  /// The request takes what is stale: `max-stale`, ``HTTPRequest/CachePolicy``.
  case staleIsAccepted
  /// The server lets it be used while it is asked: RFC 5861, section 3.
  case whileRevalidating
}

/// Why a request goes to the server, in the words of RFC 9211, section 2.2.
enum ForwardReason: String, Hashable, Sendable {
  case missing = "uri-miss"
  case varies = "vary-miss"
  case stale
  /// The stored response is a part that lacks requested bytes.
  case partial
  case request
  case bypass
  case method
}

/// The rules by which responses are used, without clock and store.
struct CacheRules: Hashable, Sendable {
  var heuristicLimit: Int64 = 86_400

  /// Source: RFC 9111, sections 4 and 5.2; RFC 8246; RFC 5861.
  func decision(_ request: HTTPRequest, _ stored: StoredResponse, now: Int64) -> CacheDecision {
    guard stored.selecting.allSatisfy({ $0 == .init($0.name, of: request) }) else {
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
    let (asked, said) = (RequestControl(request.fields), stored.control)
    // With names of fields it is about those alone, and they are not kept.
    if said.contains("no-cache"), said.fieldNames("no-cache") == nil { return .validate(.stale) }
    if asked.isNoCache { return .validate(.request) }
    // What never changes need not be asked for to be sure (RFC 8246, section 2).
    let isImmutable = said.contains("immutable") && ttl > 0
    if let most = asked.maxAge, age > most, !isImmutable { return .validate(.request) }
    if let least = asked.minFresh, ttl < least { return .validate(.request) }
    if ttl > 0 { return .use(age: age, ttl: ttl, .fresh) }
    if said.contains("must-revalidate") { return .validate(.stale) }
    if let most = asked.maxStale, -ttl <= most { return .use(age: age, ttl: ttl, .staleIsAccepted) }
    if let most = said.seconds("stale-while-revalidate").value, -ttl <= most, asked.maxAge == nil,
      asked.minFresh == nil
    {
      return .use(age: age, ttl: ttl, .whileRevalidating)
    }
    return .validate(.stale)
  }
}

/// The cache directives of a request.
///
/// Source: RFC 9111, sections 5.2.1 and 5.4; RFC 5861, section 4.
struct RequestControl {
  let isNoCache: Bool
  /// Nil where it says nothing. What cannot be read is the number that asks for more.
  let maxAge: Int64?
  let minFresh: Int64?
  let maxStale: Int64?
  let staleIfError: Int64?

  init(_ fields: HTTPFields) {
    let control = CacheControl(fields)
    isNoCache =
      control.contains("no-cache")
      || control.directives.isEmpty
        && fields[values: "Pragma"].contains { CacheControl([$0]).contains("no-cache") }
    maxAge = control.seconds("max-age").value(whenInvalid: 0)
    minFresh = control.seconds("min-fresh").value(whenInvalid: DeltaSeconds.most)
    staleIfError = control.seconds("stale-if-error").value
    // Without a number it takes what is however stale.
    let anyAge = control.directives.contains { $0.name == "max-stale" && $0.argument == nil }
    maxStale = anyAge ? DeltaSeconds.most : control.seconds("max-stale").value
  }
}

extension CacheControl.Seconds {
  fileprivate func value(whenInvalid invalid: Int64) -> Int64? {
    switch self {
    case .absent: nil
    case .invalid: invalid
    case .value(let seconds): seconds
    }
  }
}
