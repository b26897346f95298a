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
    for (position, link) in identifying {
      guard let knowing = link.knowing,
        case .known(let own) = knowing.knownIdentity(for: request, at: clock.date())
      else { return nil }
      record.note(own, ofInterceptorAt: position, for: request.head.target)
      identity.add(link.name, own)
    }
    return identity
  }

  /// On whose behalf a request would go to the network from here.
  func identity(of request: ClientRequest) async -> RequestIdentity {
    var identity = ownIdentity(of: request)
    for (position, link) in identifying {
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

  /// Those further in that say on whose behalf it goes.
  private var identifying: [(position: Int, link: InterceptorChain.Link)] {
    let (chain, skipped) = (record.chain, record.draft.options.skippedInterceptors)
    return chain.identifying.compactMap { position in
      let link = chain.links[position]
      return position > index && !skipped.contains(link.name) ? (position, link) : nil
    }
  }
}
