import TremaHTTP

extension Cache: SynchronousInterceptor {
  /// What is in memory is known at once; where it is not there, and the answer is not to be kept,
  /// nothing has to be waited for.
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let record = context.record
    guard let memory, record.draft.options.mock == nil, Self.isForCaches(request.head),
      withoutCookies(request) == nil, let identity = knownIdentity(of: request, context),
      let key = record.withURL(
        of: request.head.target, { CacheKey($0, as: request.head.target, of: identity) }) ?? nil
    else { return .enter }
    let question = CacheQuestion(key, in: asked)
    if memory.has(key) { return .enter }
    if let answer = try kept(from: request.head) { return .answer(answer) }
    return .around(
      Missed(
        cache: self, request: request, own: key, question: question,
        asked: Self.seconds(context.clock)))
  }

  private func knownIdentity(
    of request: ClientRequest, _ context: StepContext
  ) -> RequestIdentity? {
    options.identifyingCookies == nil
      ? context.knownIdentity(of: request)
      : context.knownIdentity(of: withIdentifyingCookies(request))
  }

  /// What nothing was kept of.
  private final class Missed: OutcomeHandler {
    let cache: Cache
    let request: ClientRequest
    let own: CacheKey
    let question: CacheQuestion
    let asked: Int64

    init(
      cache: Cache, request: ClientRequest, own: CacheKey, question: CacheQuestion, asked: Int64
    ) {
      self.cache = cache
      self.request = request
      self.own = own
      self.question = question
      self.asked = asked
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      let status = CacheStatus(forward: .missing)
      guard StoredResponse.mayBeKept(response.head, to: request.head) else {
        response.add(status)
        return nil
      }
      return { [self, response] (context, _) async throws(NetworkError) in
        let times = Times(asked: asked, answered: Cache.seconds(context.clock))
        let keys = Keys(own: own, shared: own)
        var lookup = Lookup(request: request, keys: keys, context: context, question: question)
        lookup.isVacant = true
        return await cache.keep(response, lookup, sent: context.record.sent, times, status)
      }
    }
  }
}
