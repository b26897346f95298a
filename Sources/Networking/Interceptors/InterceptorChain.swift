import TremaHTTP
import TremaSupport

/// The interceptors of a client in their order, and what is known of them: found out when one is added,
/// not for each request.
final class InterceptorChain: Sendable {
  /// An object, so that a request that passes it copies no interceptor.
  final class Link: Sendable {
    let interceptor: any Interceptor
    let name: String
    let identifying: (any IdentifyingInterceptor)?
    /// ``KnowingInterceptor/knownIdentity(for:_:)`` of one that has it.
    let knownIdentity: Identity?
    /// Nil for one that is always entered.
    let stepper: (any InterceptorStepper)?

    // A function, so that nothing is copied to call it: an interceptor may be a large value.
    typealias Identity = @Sendable (ClientRequest, StepContext) -> RequestIdentity?

    init(_ interceptor: any Interceptor) {
      self.interceptor = interceptor
      name = interceptor.name
      identifying = interceptor as? any IdentifyingInterceptor
      knownIdentity = (interceptor as? any KnowingInterceptor).map { Self.identity(of: $0) }
      stepper = (interceptor as? any SteppingInterceptor).map { Self.stepper(of: $0) }
    }

    private static func identity(of knowing: some KnowingInterceptor) -> Identity {
      { knowing.knownIdentity(for: $0, $1) }
    }

    private static func stepper(of stepping: some SteppingInterceptor) -> any InterceptorStepper {
      Stepper(interceptor: stepping)
    }

    private final class Stepper<Stepping: SteppingInterceptor>: InterceptorStepper {
      private let interceptor: Stepping

      init(interceptor: Stepping) { self.interceptor = interceptor }

      func step(
        _ request: inout ClientRequest, _ context: StepContext
      ) throws(NetworkError) -> InterceptorStep {
        try interceptor.step(&request, context)
      }
    }
  }

  let links: [Link]
  /// By their place, those that need not be entered.
  let steppers: [(any InterceptorStepper)?]
  /// Whether there are some that may take longer than they are given.
  let hasForeign: Bool
  /// Fields that ``Redirects`` are told not to pass on.
  let marked: Set<HTTPFields.Name>
  /// Which of them say on whose behalf a request goes.
  let identifying: [Int]
  /// Where what goes over the wire is looked at: the first of that place, or the end.
  let wire: Int
  /// Which ones it has further in than ``Deduplication``: chains with one number have the same ones.
  let innerNumber: Int

  static let empty = InterceptorChain([], innerNumber: 0)
  private static let innerNumbers = LockedValue(0)

  private init(_ links: [Link], innerNumber: Int) {
    self.links = links
    steppers = links.map(\.stepper)
    hasForeign = links.contains { !($0.interceptor is any PunctualInterceptor) }
    marked = links.reduce(into: []) { marked, link in
      if let redirects = link.interceptor as? Redirects { marked.formUnion(redirects.marked) }
    }
    wire = links.firstIndex { $0.interceptor.place >= .wire } ?? links.count
    identifying = links.indices.filter { links[$0].identifying != nil }
    self.innerNumber = innerNumber
  }

  /// With one more, within those of its place.
  func adding(_ interceptor: any Interceptor) -> InterceptorChain {
    let place = interceptor.place
    let link = Link(interceptor)
    var links = links
    let index = links.firstIndex { $0.interceptor.place > place }
    links.insert(link, at: index ?? links.endIndex)
    return changed(to: links, by: [link])
  }

  func removing(_ name: String) -> InterceptorChain {
    changed(to: links.filter { $0.name != name }, by: links.filter { $0.name == name })
  }

  /// What stands further in than one of them.
  func inside(of index: Int) -> InterceptorChain {
    InterceptorChain(Array(links[(index + 1)...]), innerNumber: innerNumber)
  }

  private func changed(to links: [Link], by changes: [Link]) -> InterceptorChain {
    let isInner = changes.contains { $0.interceptor.place > .deduplication }
    return InterceptorChain(
      links, innerNumber: isInner ? Self.innerNumbers.add(1) + 1 : innerNumber)
  }
}

/// Asks an interceptor what it does. An object: an interceptor may be a large value, and would be copied
/// to be asked.
protocol InterceptorStepper: AnyObject, Sendable {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep
}
