import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One of ours that mostly knows without waiting on whose behalf it sends.
protocol KnowingInterceptor: IdentifyingInterceptor {
  func knownIdentity(for request: ClientRequest, at date: Date) -> PromptIdentity
}

enum PromptIdentity {
  /// Nil is nobody.
  case known(String?)
  case toBeAsked
}

extension StepContext {
  /// The same as ``identity(of:)`` without waiting; nil where somebody is to be waited for.
  func knownIdentity(of request: ClientRequest) -> RequestIdentity? {
    var identity = ownIdentity(of: request)
    let date = clock.date()
    for position in record.chain.identifying where isAsked(position) {
      let link = record.chain.links[position]
      guard let knowing = link.knowing,
        case .known(let own) = knowing.knownIdentity(for: request, at: date)
      else { return nil }
      record.note(own, ofInterceptorAt: position, for: request.head.target)
      identity.add(link.name, own)
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
      ownFieldsOf: request.head, marked: own.isEmpty ? marked : marked.union(own))
  }

  /// Whether one stands further in, and the request does not go round it.
  private func isAsked(_ position: Int) -> Bool {
    guard position > index else { return false }
    let skipped = record.draft.options.skippedInterceptors
    return skipped.isEmpty || !skipped.contains(record.chain.links[position].name)
  }
}
