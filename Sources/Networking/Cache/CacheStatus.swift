import TremaHTTP

/// The action of a cache, as the field `Cache-Status` of a response reports it: `Trema; hit; ttl=30`.
///
/// Source: RFC 9211.
struct CacheStatus: Hashable, Sendable {
  var isHit = false
  /// The remaining freshness in seconds; negative if the response is stale.
  var ttl: Int64?
  var forward: ForwardReason?
  /// The status of the server, if it differs from that of the response.
  var forwardStatus: HTTPStatus?
  /// The response is kept now.
  var isStored = false
  /// Why it is not what it would have been.
  var detail: Detail?

  enum Detail: String, Hashable, Sendable {
    case staleIfError = "stale-if-error"
    case staleWhileRevalidate = "stale-while-revalidate"
    case onlyIfCached = "only-if-cached"
    case staleIsAccepted = "stale-is-accepted"
  }

  var text: String { usual ?? composed }

  /// The status of a response that was not stored before.
  private var usual: String? {
    guard !isHit, ttl == nil, forwardStatus == nil, detail == nil else { return nil }
    switch (forward, isStored) {
    case (.missing, false): return "Trema; fwd=uri-miss"
    case (.missing, true): return "Trema; fwd=uri-miss; stored"
    case (.bypass, false): return "Trema; fwd=bypass"
    case (.method, false): return "Trema; fwd=method"
    default: return nil
    }
  }

  private var composed: String {
    var parts = ["Trema"]
    if isHit { parts.append("hit") }
    if let forward { parts.append("fwd=\(forward.rawValue)") }
    if let forwardStatus { parts.append("fwd-status=\(forwardStatus)") }
    if let ttl { parts.append("ttl=\(ttl)") }
    if isStored { parts.append("stored") }
    if let detail { parts.append("detail=\(detail.rawValue)") }
    return parts.joined(separator: "; ")
  }
}

extension HTTPFields.Name {
  /// The handling of a request by caches: RFC 9211.
  public static let cacheStatus = Self("Cache-Status")
}

extension HTTPResponse {
  /// Caches nearer to the server are before this one.
  mutating func add(_ status: CacheStatus) { head.fields.append(.cacheStatus, status.text) }
}
