import TremaHTTP

/// One of ours that mostly knows without waiting on whose behalf it sends.
protocol KnowingInterceptor: IdentifyingInterceptor {
  /// What its ``IdentifyingInterceptor/identity(for:at:)`` adds to that of a request; nil where
  /// somebody is to be waited for.
  ///
  /// - Parameter context: of this interceptor. What it is to be held to is noted there.
  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity?
}

extension StepContext {
  /// The same as ``identity(of:)`` without waiting; nil where somebody is to be waited for.
  func knownIdentity(of request: ClientRequest) -> RequestIdentity? {
    var identity = ownIdentity(of: request)
    for position in record.chain.identifying where isAsked(position) {
      let context = StepContext(record: record, index: position)
      guard let own = record.chain.links[position].knownIdentity?(request, context) else {
        return nil
      }
      identity.add(own)
    }
    return identity
  }

  /// On whose behalf a request would go to the network from here.
  func identity(of request: ClientRequest) async -> RequestIdentity {
    var identity = ownIdentity(of: request)
    for position in record.chain.identifying where isAsked(position) {
      let link = record.chain.links[position]
      let own = await link.identifying?.identity(for: request, at: clock.date())
      record.note(own, ofInterceptorAt: position, for: request.head.target)
      identity.add(link.name, own)
    }
    return identity
  }

  /// As the request says by itself.
  private func ownIdentity(of request: ClientRequest) -> RequestIdentity {
    let own = record.draft.options.fieldsForOrigin
    let marked = record.chain.marked
    return RequestIdentity(
      own: request.head.fields, marked: own.isEmpty ? marked : marked.union(own))
  }

  /// Whether one stands further in, and the request does not go round it.
  private func isAsked(_ position: Int) -> Bool {
    guard position > index else { return false }
    let skipped = record.draft.options.skippedInterceptors
    return skipped.isEmpty || !skipped.contains(record.chain.links[position].name)
  }
}
