import TremaDates
import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An interceptor that stores responses, and answers requests with them if the server allows it. It
/// conforms to RFC 9111, for one user at a time. Multiple clients can share a cache, and multiple
/// caches a store.
///
///     let client = client.adding(Cache(store: DiskCacheStore(folder: folder)))
///
/// Responses that differ by `Vary` are stored separately for each URL and user. Each response's
/// `Cache-Status` field reports what the cache did.
public final class Cache: Interceptor {
  let store: any CacheStore
  let options: CacheOptions
  /// The store, if it responds without waiting, or `nil` for other stores.
  let memory: MemoryCacheStore?
  /// The rules for using stored responses.
  let rules: CacheRules
  /// The store as invalidation tokens identify it.
  let storeIdentity: InvalidationToken.Store
  /// The problems of the store so far.
  private let reportedProblems = LockedValue(CacheProblems())
  /// The keys that are being validated in the background.
  let keysBeingValidated = LockedValue<Set<CacheKey>>([])

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - store: The store of the responses, in memory by default.
  ///   - options: The settings that RFC 9111 leaves open.
  public init(store: any CacheStore = MemoryCacheStore(), options: CacheOptions = CacheOptions()) {
    self.store = store
    self.options = options
    storeIdentity = InvalidationToken.Store(store)
    memory = store as? MemoryCacheStore
    rules = CacheRules(heuristicLimit: max(0, options.heuristicLimit.components.seconds))
  }

  /// The name shown in the client's description.
  public var name: String { "Cache" }
  /// The interceptor's phase.
  public var phase: InterceptorPhase { .cache }

  /// The problems of the store so far. They do not fail requests.
  public var problems: CacheProblems { reportedProblems.value }

  /// Answers the request from the store, or sends the request and stores the response.
  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    // A mock's response does not come from a server.
    if context.isMocked { return try await next(request) }
    guard request.head.method.isSafe else {
      return try await forwardUnsafe(request, next)
    }
    guard let keys = await keys(of: request, context) else {
      return try await forwardUncached(request, next)
    }
    var lookup = Lookup(
      request: request, keys: keys, context: context,
      invalidationToken: InvalidationToken(keys.cookieSpecific, in: storeIdentity))
    if !Self.isUnconditionalRead(request.head), let range = ByteRange(of: request.head) {
      return try await handleRange(range, lookup, next)
    }
    guard let entry = await entry(for: &lookup) else {
      return try await forward(lookup, nil, lookup.isVaried ? .varies : .missing, next)
    }
    if entry.response.status == .partialContent {
      return try await complete(lookup, entry, wanted: nil, next)
    }
    switch rules.decision(request.head, entry.response, now: Self.seconds(context.clock)) {
    case .use(let age, let ttl, let reason):
      guard let loaded = await loadBody(entry, lookup) else {
        return try await forward(lookup, nil, .missing, next)
      }
      if reason == .whileRevalidating { validateInBackground(lookup, entry.response) }
      return try respond(lookup, loaded, age, Self.status(ttl, reason))
    case .validate(let reason):
      return try await forward(lookup, entry, reason, next)
    case .miss(let reason):
      entry.body.cancel()
      lookup.isVaried = true
      return try await forward(lookup, nil, reason, next)
    }
  }

  /// Returns a request's keys, or `nil` if no response to it is stored or used.
  private func keys(of request: ClientRequest, _ context: InterceptorContext) async -> Keys? {
    guard Self.isUnconditionalRead(request.head) || ByteRange(of: request.head) != nil else {
      return nil
    }
    let url = context.url(of: request)
    let identity = await identity(of: request, context)
    guard let cookieSpecific = CacheKey(url, as: request.head.target, of: identity) else {
      return nil
    }
    guard let plain = withoutCookies(request) else {
      return Keys(cookieSpecific: cookieSpecific, shared: cookieSpecific)
    }
    let shared = CacheKey(url, as: request.head.target, of: await context.identity(of: plain))
    return Keys(cookieSpecific: cookieSpecific, shared: shared ?? cookieSpecific)
  }

  /// The keys of a URL for one user.
  struct Keys: Sendable {
    /// The key for the cookies that the request sends.
    let cookieSpecific: CacheKey
    /// The key for responses that do not depend on cookies.
    let shared: CacheKey
  }

  /// Returns a request without its cookies, or `nil` if it has none or if the options specify the
  /// identifying cookies.
  func withoutCookies(_ request: ClientRequest) -> ClientRequest? {
    guard options.identifyingCookies == nil, request.head.fields.contains(.cookie) else {
      return nil
    }
    var request = request
    request.head.fields[.cookie] = nil
    return request
  }

  /// The lookup of a response for a request.
  struct Lookup: Sendable {
    var request: ClientRequest
    let keys: Keys
    /// The key of the URL that a response was found under or will be stored under.
    private(set) var url: CacheKey
    /// The response's key, which is the key of the URL or of a variant.
    var key: CacheKey
    let context: InterceptorContext
    /// Detects a change of the resource during the request.
    let invalidationToken: InvalidationToken
    /// Whether responses for the URL are selected by other request fields.
    var isVaried = false
    /// The index of the variants, or `nil` if there is none.
    var variants: CacheVariants?
    /// Whether the key is known to have no entry.
    var isVacant = false

    init(
      request: ClientRequest, keys: Keys, context: InterceptorContext,
      invalidationToken: InvalidationToken
    ) {
      (self.request, self.keys, self.context) = (request, keys, context)
      (url, key) = (keys.cookieSpecific, keys.cookieSpecific)
      self.invalidationToken = invalidationToken
    }

    /// Continues under another key of the URL.
    mutating func move(to url: CacheKey) {
      (self.url, key) = (url, url)
      (isVaried, variants, isVacant) = (false, nil, false)
    }
  }

  /// Returns whether the request reads the whole content and has no conditions of its own.
  static func isUnconditionalRead(_ request: HTTPRequest) -> Bool {
    (request.method == .get || request.method == .head)
      && !request.fields.contains { isConditionField($0.name) }
  }

  /// Returns whether a field makes a request conditional or partial.
  private static func isConditionField(_ name: HTTPFields.Name) -> Bool {
    // Most other fields start with a different letter, so it is compared first.
    switch name.text.utf8.first.map(ASCII.lowercased) {
    case UInt8(ascii: "i"), UInt8(ascii: "r"): conditionFields.contains(name)
    default: false
    }
  }

  private static let conditionFields: [HTTPFields.Name] = [
    .range, .ifNoneMatch, .ifModifiedSince, "If-Match", "If-Unmodified-Since", .ifRange,
  ]

  /// Returns the status of a response from the store.
  static func status(_ ttl: Int64, _ reason: UseReason) -> CacheStatus {
    var status = CacheStatus(isHit: true, ttl: ttl)
    switch reason {
    case .fresh: break
    case .staleIsAccepted: status.detail = .staleIsAccepted
    case .whileRevalidating: status.detail = .staleWhileRevalidate
    }
    return status
  }

  /// Returns the current time, in seconds since 1970.
  static func seconds(_ clock: NetworkClock) -> Int64 {
    Int64(clock.date().timeIntervalSince1970.rounded(.down))
  }

  /// Returns the part of the request's identity that responses depend on.
  func identity(of request: ClientRequest, _ context: InterceptorContext) async -> RequestIdentity {
    await context.identity(of: withIdentifyingCookies(request))
  }

  /// Returns a request with only the cookies that identify users, in a fixed order.
  func withIdentifyingCookies(_ request: ClientRequest) -> ClientRequest {
    if options.identifyingCookies == nil { return request }
    var request = request
    let counting = request.head.fields[values: .cookie].flatMap(Self.pairs).filter(isIdentifying)
    request.head.fields[.cookie] =
      counting.isEmpty ? nil : counting.sorted().joined(separator: "; ")
    return request
  }

  // MARK: Problems that do not fail a request

  /// Counts a problem and reports it to the observer.
  func report(_ problem: CacheProblem) {
    reportedProblems.withLock { problems in
      problems.count += 1
      problems.last = problem
    }
    options.observer?(problem)
  }

  /// Finds the stored response for the request's cookies, or else the response for all cookies.
  func entry(for lookup: inout Lookup) async -> CacheEntry? {
    if let entry = await storedEntry(for: &lookup) { return entry }
    guard lookup.keys.shared != lookup.keys.cookieSpecific else { return nil }
    let original = lookup
    lookup.move(to: lookup.keys.shared)
    guard let entry = await storedEntry(for: &lookup) else {
      // The next variant is stored next to the others.
      if lookup.variants == nil { lookup = original }
      return nil
    }
    if entry.response.isForAllCookies { return entry }
    entry.body.cancel()
    lookup = original
    return nil
  }

  /// Finds the response for the lookup's current key, or its variant.
  private func storedEntry(for lookup: inout Lookup) async -> CacheEntry? {
    do throws(CacheProblem) {
      var entry = try await store.entry(for: lookup.url)
      if let found = entry, let variants = CacheVariants(found.response) {
        found.body.cancel()
        lookup.isVaried = true
        lookup.variants = variants
        lookup.key = variants.key(of: lookup.request.head, lookup.url)
        entry = try await store.entry(for: lookup.key)
      }
      lookup.isVacant = entry == nil
      return entry
    } catch {
      lookup.isVacant = false
      report(error)
      return nil
    }
  }

  /// Removes an entry. Problems are only recorded.
  func remove(_ key: CacheKey) async {
    do throws(CacheProblem) { try await store.remove(key) } catch { report(error) }
  }
}
