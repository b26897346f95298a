import TremaHTTP

/// The action of a cache, as reported by a response's `Cache-Status` field: `Trema; hit; ttl=30`.
///
/// See RFC 9211.
struct CacheStatus: Hashable, Sendable {
  /// Whether a stored response was used.
  var isHit = false
  /// The remaining freshness in seconds; negative if the response is stale.
  var ttl: Int64?
  /// The reason why the request was sent, or `nil` if it was not.
  var forward: ForwardReason?
  /// The server's status, if it differs from the response's status.
  var forwardStatus: HTTPStatus?
  /// Whether the response is now stored.
  var isStored = false
  /// The reason for an exception to the usual behavior.
  var detail: Detail?

  /// An exception to the usual behavior.
  enum Detail: String, Hashable, Sendable {
    case staleIfError = "stale-if-error"
    case staleWhileRevalidate = "stale-while-revalidate"
    case onlyIfCached = "only-if-cached"
    case staleIsAccepted = "stale-is-accepted"
  }

  /// The field's value.
  var text: String { commonText ?? composed }

  /// The value for a response that was not stored before, kept as a constant so that it needn't be
  /// composed.
  private var commonText: String? {
    guard !isHit, ttl == nil, forwardStatus == nil, detail == nil else { return nil }
    switch (forward, isStored) {
    case (.missing, false): return "Trema; fwd=uri-miss"
    case (.missing, true): return "Trema; fwd=uri-miss; stored"
    case (.bypass, false): return "Trema; fwd=bypass"
    case (.method, false): return "Trema; fwd=method"
    default: return nil
    }
  }

  /// The value, composed of its parts.
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
  /// The `Cache-Status` field, which reports the actions of caches. See RFC 9211.
  public static let cacheStatus = Self("Cache-Status")
}

extension HTTPResponse {
  /// Appends this cache's status after the statuses of caches that are closer to the server.
  mutating func add(_ status: CacheStatus) { head.fields.append(.cacheStatus, status.text) }
}
