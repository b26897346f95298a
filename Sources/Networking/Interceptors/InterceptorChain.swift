import TremaHTTP
import TremaLock

/// The interceptors of a client in their order, and what is known of them: found out when one is added,
/// not for each request.
final class InterceptorChain: Sendable {
  struct Link: Sendable {
    let interceptor: any Interceptor
    let name: String
    let identifying: (any IdentifyingInterceptor)?
  }

  let links: [Link]
  /// Whether there are some that may take longer than they are given.
  let hasForeign: Bool
  /// Fields that ``Redirects`` are told not to pass on.
  let marked: Set<HTTPFields.Name>
  /// Which interceptors of others that do not say whose requests are it has further in than
  /// ``Deduplication``: chains with one number have the same ones.
  let foreignNumber: Int

  static let empty = InterceptorChain([], foreignNumber: 0)
  private static let foreignNumbers = LockedValue(0)

  private init(_ links: [Link], foreignNumber: Int) {
    self.links = links
    hasForeign = links.contains { !($0.interceptor is any PunctualInterceptor) }
    marked = links.reduce(into: []) { marked, link in
      if let redirects = link.interceptor as? Redirects { marked.formUnion(redirects.marked) }
    }
    self.foreignNumber = foreignNumber
  }

  /// With one more, within those of its place.
  func adding(_ interceptor: any Interceptor) -> InterceptorChain {
    let place = interceptor.place
    let link = Link(
      interceptor: interceptor, name: interceptor.name,
      identifying: interceptor as? any IdentifyingInterceptor)
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
    InterceptorChain(Array(links[(index + 1)...]), foreignNumber: foreignNumber)
  }

  private func changed(to links: [Link], by changes: [Link]) -> InterceptorChain {
    InterceptorChain(
      links,
      foreignNumber: changes.contains(where: Self.isUnknown)
        ? Self.foreignNumbers.add(1) + 1 : foreignNumber)
  }

  /// Whether it may send requests on somebody's behalf without a word.
  private static func isUnknown(_ link: Link) -> Bool {
    link.interceptor.place > .deduplication && link.identifying == nil
      && !(link.interceptor is any PunctualInterceptor)
  }
}
