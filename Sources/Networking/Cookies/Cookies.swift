import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends the cookies of a jar, and stores the cookies set by responses: for each hop, including
/// responses with an error status.
///
///     client.adding(Cookies(CookieJar()))
///
/// The request's own `Cookie` field is kept and precedes the jar's cookies. A cookie in it replaces
/// the jar's cookie with the same name.
public struct Cookies: SynchronousInterceptor {
  /// The name shown in the client's description.
  public let name = "Cookies"
  /// The jar that stores the cookies.
  public let jar: CookieJar
  /// The URL of the site on whose behalf requests are made; `nil` means the request's URL. See
  /// ``CookieJar/cookies(for:firstParty:at:)``.
  let firstParty: String?

  /// Creates an interceptor for a jar.
  ///
  /// - Parameters:
  ///   - jar: The jar that stores the cookies.
  ///   - firstParty: The URL of the site on whose behalf requests are made, for the `SameSite`
  ///     rules; `nil` means the request's URL.
  public init(_ jar: CookieJar = CookieJar(), firstParty: String? = nil) {
    (self.jar, self.firstParty) = (jar, firstParty)
  }

  /// The interceptor's phase.
  public var phase: InterceptorPhase { .cookies }

  /// Returns a digest of the cookies that would be sent now, or `nil` if there are none.
  public func identity(for request: ClientRequest) async -> String? {
    sentIdentity(for: request, at: Date())
  }

  var isIdentifying: Bool { true }

  func knownIdentity(for request: ClientRequest, _ context: StepContext) -> RequestIdentity? {
    RequestIdentity(name, sentIdentity(for: request, at: context.clock.date()))
  }

  /// Returns a digest of the cookies that would be sent on a date.
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
      let existing = request.head.fields[values: .cookie].filter { !$0.isEmpty }
      let added = cookies.filter { cookie in
        !existing.contains { Self.hasCookie(in: $0, cookie.name) }
      }
      request.head.fields[.cookie] = (existing + added.map(\.pair)).joined(separator: "; ")
      jar.markUsed(added, at: date)
    }
    return .handleOutcome(HopHandler(cookies: self, url: url, requestState: context.requestState))
  }

  /// Handles a response, which may set cookies.
  private final class HopHandler: OutcomeHandler {
    let cookies: Cookies
    let url: String
    let requestState: RequestState

    init(
      cookies: Cookies, url: String, requestState: RequestState
    ) {
      self.cookies = cookies
      self.url = url
      self.requestState = requestState
    }

    func handle(_ response: inout HTTPResponse) -> FollowUp? {
      if response.fields.contains(.setCookie) {
        cookies.store(response.fields, from: url, at: requestState.clock.date())
      }
      return nil
    }
  }

  /// Stores the cookies set by a response.
  func store(_ fields: HTTPFields, from url: String, at date: Date) {
    if jar.store(fields, from: url, firstParty: firstParty, at: date) {
      jar.saveCoalesced(at: date)
    }
  }

  /// Returns whether a `Cookie` field contains a cookie with this name.
  private static func hasCookie(in field: String, _ name: String) -> Bool {
    field.utf8.split(separator: UInt8(ascii: ";")).contains { pair in
      let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return name.isEmpty }
      return pair[..<equals].elementsEqual(name.utf8)
    }
  }
}
