import TremaHTTP
import TremaSupport

/// A client's interceptors in order. Values derived from them are computed when an interceptor is
/// added instead of for each request.
final class InterceptorChain: Sendable {
  /// An interceptor of the chain. It is a class, so requests do not copy interceptors.
  final class Link: Sendable {
    let interceptor: any Interceptor
    let name: String
    /// Whether the interceptor may send requests on behalf of a user.
    let isIdentifying: Bool
    /// `SynchronousInterceptor.knownIdentity(for:_:)`, or `nil` for an interceptor from another
    /// module.
    let knownIdentity: Identity?
    /// `SynchronousInterceptor.step(_:_:)`, or `nil` for an interceptor from another module.
    let step: Step?

    // These are closures so that calls don't copy an interceptor, which may be a large value.
    typealias Identity = @Sendable (ClientRequest, StepContext) -> RequestIdentity?
    typealias Step =
      @Sendable (inout ClientRequest, StepContext) throws(NetworkError) -> InterceptorStep

    init(_ interceptor: any Interceptor) {
      self.interceptor = interceptor
      name = interceptor.name
      let synchronous = interceptor as? any SynchronousInterceptor
      isIdentifying = synchronous?.isIdentifying ?? true
      knownIdentity = synchronous.map { Self.identity(of: $0) }
      step = synchronous.map { Self.step(of: $0) }
    }

    /// Returns an interceptor's function. Its type is statically known, so the call is not dynamic.
    private static func identity(of interceptor: some SynchronousInterceptor) -> Identity {
      { interceptor.knownIdentity(for: $0, $1) }
    }

    /// Returns an interceptor's function. Its type is statically known, so the call is not dynamic.
    private static func step(of interceptor: some SynchronousInterceptor) -> Step {
      { (request, context) throws(NetworkError) in try interceptor.step(&request, context) }
    }
  }

  /// The interceptors, outermost first.
  let links: [Link]
  /// The interceptors' synchronous functions, by position.
  let steps: [Link.Step?]
  /// Whether the chain contains interceptors from other modules, which may exceed the deadline.
  let hasExternalInterceptors: Bool
  /// The fields that ``Redirects`` does not send to a different origin.
  let originBoundFields: Set<HTTPFields.Name>
  /// The positions of the interceptors that identify a request's user.
  let identifyingIndexes: [Int]
  /// The position of the first `wire` interceptor, or the end.
  let wire: Int
  /// The number that identifies the interceptors inside ``Deduplication``. Equal numbers mean equal
  /// interceptors.
  let innerNumber: Int

  /// The chain without interceptors.
  static let empty = InterceptorChain([], innerNumber: 0)
  /// The last number used for inner interceptors.
  private static let innerNumbers = LockedValue(0)

  private init(_ links: [Link], innerNumber: Int) {
    self.links = links
    steps = links.map(\.step)
    hasExternalInterceptors = links.contains { $0.step == nil }
    originBoundFields = links.reduce(into: []) { fields, link in
      if let redirects = link.interceptor as? Redirects {
        fields.formUnion(redirects.originBoundFields)
      }
    }
    wire = links.firstIndex { $0.interceptor.phase >= .wire } ?? links.count
    identifyingIndexes = links.indices.filter { links[$0].isIdentifying }
    self.innerNumber = innerNumber
  }

  /// Returns a chain with an additional interceptor, which is the innermost one of its phase.
  func adding(_ interceptor: any Interceptor) -> InterceptorChain {
    let phase = interceptor.phase
    let link = Link(interceptor)
    var links = links
    let index = links.firstIndex { $0.interceptor.phase > phase }
    links.insert(link, at: index ?? links.endIndex)
    return changed(to: links, by: [link])
  }

  /// Returns a chain without the interceptors that have a name.
  func removing(_ name: String) -> InterceptorChain {
    changed(to: links.filter { $0.name != name }, by: links.filter { $0.name == name })
  }

  /// Returns the chain of the interceptors inside a position.
  func suffix(after index: Int) -> InterceptorChain {
    InterceptorChain(Array(links[(index + 1)...]), innerNumber: innerNumber)
  }

  /// Returns a chain with different links. Changes inside the `deduplication` phase result in a new
  /// number.
  private func changed(to links: [Link], by changes: [Link]) -> InterceptorChain {
    let isInner = changes.contains { $0.interceptor.phase > .deduplication }
    return InterceptorChain(
      links, innerNumber: isInner ? Self.innerNumbers.add(1) + 1 : innerNumber)
  }
}
