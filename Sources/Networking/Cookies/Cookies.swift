import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends the cookies of a jar, and keeps those that responses set, hop by hop, also of responses that
/// are errors.
///
///     client.adding(Cookies(CookieJar()))
///
/// A `Cookie` field that a request has by itself stays, before those of the jar; a cookie in it takes
/// the place of one in the jar with the same name.
public struct Cookies: SynchronousInterceptor {
  /// The name in descriptions of the client.
  public let name = "Cookies"
  /// The jar that cookies are kept in.
  public let jar: CookieJar
  /// The URL that requests are made for; nil is their own: see ``CookieJar/cookies(for:firstParty:at:)``.
  let firstParty: String?

  /// Creates an interceptor for a jar.
  ///
  /// - Parameter firstParty: the site of the app, for the rules of `SameSite`.
  public init(_ jar: CookieJar = CookieJar(), firstParty: String? = nil) {
    (self.jar, self.firstParty) = (jar, firstParty)
  }

  /// The place in the chain of interceptors.
  public var phase: InterceptorPhase { .cookies }

  /// A digest of the cookies that would be sent now.
  public func identity(for request: ClientRequest) async -> String? {
    sentIdentity(for: request, at: Date())
  }

  var isIdentifying: Bool { true }

  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity? {
    RequestIdentity(name, sentIdentity(for: request, at: context.clock.date()))
  }

  private func sentIdentity(for request: ClientRequest, at date: Date) -> String? {
    let cookies = jar.cookies(for: request.head.target, firstParty: firstParty, at: date)
    if cookies.isEmpty { return nil }
    return HashFunction.sha256.hexDigest(
      of: Array(cookies.map(\.pair).joined(separator: "; ").utf8))
  }

  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    let date = context.clock.date()
    let url = request.head.target
    let cookies = jar.cookies(for: url, firstParty: firstParty, at: date)
    if !cookies.isEmpty {
      let own = request.head.fields[values: .cookie].filter { !$0.isEmpty }
      let added = cookies.filter { cookie in !own.contains { Self.names(in: $0, cookie.name) } }
      request.head.fields[.cookie] = (own + added.map(\.pair)).joined(separator: "; ")
      jar.markUsed(added, at: date)
    }
    return .around(Hop(cookies: self, url: url, record: context.record))
  }

  /// One that went to a server, whose answer may set some.
  private final class Hop: OutcomeHandler {
    let cookies: Cookies
    let url: String
    let record: RequestState

    init(
      cookies: Cookies, url: String, record: RequestState
    ) {
      self.cookies = cookies
      self.url = url
      self.record = record
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      if response.fields.contains(.setCookie) {
        cookies.keep(response.fields, from: url, at: record.clock.date())
      }
      return nil
    }
  }

  /// Keeps what a response sets.
  func keep(_ fields: HTTPFields, from url: String, at date: Date) {
    if jar.read(fields, from: url, firstParty: firstParty, at: date) {
      jar.saveInPassing(at: date)
    }
  }

  /// Whether a field has a cookie with a name.
  private static func names(in field: String, _ name: String) -> Bool {
    field.utf8.split(separator: UInt8(ascii: ";")).contains { pair in
      let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return name.isEmpty }
      return pair[..<sign].elementsEqual(name.utf8)
    }
  }
}
