import TremaDates
import TremaHTTP
import TremaLock
import TremaScalars

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps responses, and answers with them for as long as their server lets it: RFC 9111, for one user
/// at a time. Several clients may share one, or several ones a store.
///
///     let client = client.adding(Cache(store: DiskCacheStore(folder: folder)))
///
/// What ``Vary`` keeps apart is kept for each URL and user. A response says in `Cache-Status` what was done.
public final class Cache: Interceptor {
  public let store: any CacheStore
  public let options: CacheOptions
  /// The store, where nobody has to wait for it.
  let memory: MemoryCacheStore?
  let rules: CacheRules
  /// For its questions.
  let asked: CacheQuestion.Store
  private let found = LockedValue(CacheProblems())
  /// What is being validated while nobody waits.
  let validating = LockedValue<Set<CacheKey>>([])

  public init(store: any CacheStore = MemoryCacheStore(), options: CacheOptions = CacheOptions()) {
    self.store = store
    self.options = options
    asked = CacheQuestion.Store(store)
    memory = store as? MemoryCacheStore
    rules = CacheRules(heuristicLimit: max(0, options.heuristicLimit.components.seconds))
  }

  public var name: String { "Cache" }
  public var place: PipelinePlace { .cache }

  /// What the store could not do. Requests went on without it.
  public var problems: CacheProblems { found.value }

  public func intercept(
    _ request: ClientRequest, context: InterceptorContext, next: Next
  ) async throws(NetworkError) -> HTTPResponse {
    // What a request answers itself is nothing that a server said.
    if context.isMocked { return try await next(request) }
    guard request.head.method.isSafe else {
      return try await changing(request, next)
    }
    guard let key = await key(of: request, context) else {
      return try await passing(request, next)
    }
    var lookup = Lookup(
      request: request, own: key, context: context, question: CacheQuestion(key, in: asked))
    guard Self.isForCaches(request.head) else {
      if let part = try await part(&lookup) { return part }
      return try await passing(request, next)
    }
    guard let entry = await entry(for: &lookup) else {
      return try await forward(lookup, nil, lookup.isVaried ? .varies : .missing, next)
    }
    switch rules.decision(request.head, entry.response, now: Self.seconds(context.clock)) {
    case .use(let age, let ttl, let reason):
      guard let whole = await whole(entry, lookup) else {
        return try await forward(lookup, nil, .missing, next)
      }
      if reason == .whileRevalidating { validateAside(lookup, entry.response) }
      return try respond(lookup, whole, age, Self.status(ttl, reason))
    case .validate(let reason):
      return try await forward(lookup, entry, reason, next)
    case .miss(let reason):
      entry.body.cancel()
      lookup.isVaried = true
      return try await forward(lookup, nil, reason, next)
    }
  }

  /// - Returns: `nil` where no response to the request is stored or used.
  private func key(of request: ClientRequest, _ context: InterceptorContext) async -> CacheKey? {
    guard Self.isForCaches(request.head) || ByteRange(of: request.head) != nil else { return nil }
    return CacheKey(
      context.url(of: request), as: request.head.target, of: await identity(of: request, context))
  }

  /// A request that may be answered from here.
  struct Lookup: Sendable {
    let request: ClientRequest
    /// The key for the URL and the user.
    let own: CacheKey
    /// The key for the URL under which a response was found or will be stored: that of the user, or that
    /// of all users.
    private(set) var url: CacheKey
    /// Under which the response stands.
    var key: CacheKey
    let context: InterceptorContext
    let question: CacheQuestion
    /// There are responses to the URL that other fields of the request lead to.
    var isVaried = false
    var variants: CacheVariants?
    /// It is known that nothing stood under the key.
    var isVacant = false

    init(
      request: ClientRequest, own: CacheKey, context: InterceptorContext, question: CacheQuestion
    ) {
      (self.request, self.own, url, key, self.context) = (request, own, own, own, context)
      self.question = question
    }

    /// Continues under another key of the URL.
    mutating func move(to url: CacheKey) {
      (self.url, key) = (url, url)
      (isVaried, variants, isVacant) = (false, nil, false)
    }
  }

  /// Parts and conditions are the business of who asks for them.
  static func isForCaches(_ request: HTTPRequest) -> Bool {
    (request.method == .get || request.method == .head)
      && !request.fields.contains { isOwnCondition($0.name) }
  }

  private static func isOwnCondition(_ name: HTTPFields.Name) -> Bool {
    // Most others begin otherwise, and are told apart by a letter.
    switch name.text.utf8.first.map(ASCII.lowercased) {
    case UInt8(ascii: "i"), UInt8(ascii: "r"): ownConditions.contains(name)
    default: false
    }
  }

  private static let ownConditions: [HTTPFields.Name] = [
    .range, .ifNoneMatch, .ifModifiedSince, "If-Match", "If-Unmodified-Since", "If-Range",
  ]

  private static func status(_ ttl: Int64, _ reason: UseReason) -> CacheStatus {
    var status = CacheStatus(isHit: true, ttl: ttl)
    switch reason {
    case .fresh: break
    case .staleIsAccepted: status.detail = .staleIsAccepted
    case .whileRevalidating: status.detail = .staleWhileRevalidate
    }
    return status
  }

  static func seconds(_ clock: NetworkClock) -> Int64 {
    Int64(clock.date().timeIntervalSince1970.rounded(.down))
  }

  /// On whose behalf it is, as far as responses to it differ.
  func identity(of request: ClientRequest, _ context: InterceptorContext) async -> RequestIdentity {
    await context.identity(of: withIdentifyingCookies(request))
  }

  func withIdentifyingCookies(_ request: ClientRequest) -> ClientRequest {
    if options.identifyingCookies == nil { return request }
    var request = request
    let counting = request.head.fields[values: .cookie].flatMap(Self.pairs).filter(isIdentifying)
    request.head.fields[.cookie] =
      counting.isEmpty ? nil : counting.sorted().joined(separator: "; ")
    return request
  }

  // MARK: What may fail without anybody's harm

  func note(_ problem: CacheProblem) {
    found.withLock { problems in
      problems.count += 1
      problems.last = problem
    }
    options.observer?(problem)
  }

  /// Finds what is stored for the user, else what is stored for all users.
  func entry(for lookup: inout Lookup) async -> CacheEntry? {
    if let entry = await storedEntry(for: &lookup) { return entry }
    let shared = lookup.own.shared
    guard shared != lookup.own else { return nil }
    let own = lookup
    lookup.move(to: shared)
    if let entry = await storedEntry(for: &lookup) {
      if entry.response.isForAllUsers { return entry }
      entry.body.cancel()
    }
    lookup = own
    return nil
  }

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
      note(error)
      return nil
    }
  }

  func remove(_ key: CacheKey) async {
    do throws(CacheProblem) { try await store.remove(key) } catch { note(error) }
  }
}
