import TremaHTTP
import TremaSupport

/// The interceptors of a client in their order, and what is known of them: found out when one is added,
/// not for each request.
final class InterceptorChain: Sendable {
  /// An object, so that a request that passes it copies no interceptor.
  final class Link: Sendable {
    let interceptor: any Interceptor
    let name: String
    let isIdentifying: Bool
    /// ``SynchronousInterceptor/knownIdentity(for:_:)``; `nil` for an interceptor of another module.
    let knownIdentity: Identity?
    /// ``SynchronousInterceptor/step(_:_:)``; `nil` for an interceptor of another module.
    let step: Step?

    // Functions, so that no interceptor is copied to call it: it may be a large value.
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

    private static func identity(of interceptor: some SynchronousInterceptor) -> Identity {
      { interceptor.knownIdentity(for: $0, $1) }
    }

    private static func step(of interceptor: some SynchronousInterceptor) -> Step {
      { (request, context) throws(NetworkError) in try interceptor.step(&request, context) }
    }
  }

  let links: [Link]
  /// The synchronous functions of the interceptors, by position.
  let steps: [Link.Step?]
  /// Whether there are some that may take longer than they are given.
  let hasForeign: Bool
  /// Fields that ``Redirects`` are told not to pass on.
  let marked: Set<HTTPFields.Name>
  /// The positions of the interceptors that identify the user of a request.
  let identifying: [Int]
  /// The position of the first interceptor of the phase `wire`, or the end.
  let wire: Int
  /// The number of the set of interceptors further in than ``Deduplication``; equal numbers mean equal sets.
  let innerNumber: Int

  static let empty = InterceptorChain([], innerNumber: 0)
  private static let innerNumbers = LockedValue(0)

  private init(_ links: [Link], innerNumber: Int) {
    self.links = links
    steps = links.map(\.step)
    hasForeign = links.contains { $0.step == nil }
    marked = links.reduce(into: []) { marked, link in
      if let redirects = link.interceptor as? Redirects { marked.formUnion(redirects.marked) }
    }
    wire = links.firstIndex { $0.interceptor.phase >= .wire } ?? links.count
    identifying = links.indices.filter { links[$0].isIdentifying }
    self.innerNumber = innerNumber
  }

  /// Returns a chain with one more interceptor, the innermost one of its phase.
  func adding(_ interceptor: any Interceptor) -> InterceptorChain {
    let phase = interceptor.phase
    let link = Link(interceptor)
    var links = links
    let index = links.firstIndex { $0.interceptor.phase > phase }
    links.insert(link, at: index ?? links.endIndex)
    return changed(to: links, by: [link])
  }

  func removing(_ name: String) -> InterceptorChain {
    changed(to: links.filter { $0.name != name }, by: links.filter { $0.name == name })
  }

  /// Returns the chain of the interceptors further in than a position.
  func inside(of index: Int) -> InterceptorChain {
    InterceptorChain(Array(links[(index + 1)...]), innerNumber: innerNumber)
  }

  private func changed(to links: [Link], by changes: [Link]) -> InterceptorChain {
    let isInner = changes.contains { $0.interceptor.phase > .deduplication }
    return InterceptorChain(
      links, innerNumber: isInner ? Self.innerNumbers.add(1) + 1 : innerNumber)
  }
}
