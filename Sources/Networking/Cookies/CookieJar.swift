import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cookies of an app: several clients may share one. It goes by
/// draft-ietf-httpbis-rfc6265bis, with the Public Suffix List.
///
/// Hosts are compared as they are on the wire, in Punycode. What is kept and sent is bounded by
/// ``Limits``: a server that sets too much loses cookies of its own, never those of others while
/// there is room, and causes no error.
public final class CookieJar: Sendable {
  public struct Limits: Hashable, Sendable {
    /// The most cookies of one site (what somebody can have under a public suffix).
    public var perSite: Int
    public var total: Int
    /// The most bytes of a `Cookie` field. The longest cookies are left out first, of equal ones the
    /// younger first, until the rest fits.
    public var fieldBytes: Int

    public init(perSite: Int = 180, total: Int = 3000, fieldBytes: Int = 8190) {
      (self.perSite, self.total, self.fieldBytes) = (perSite, total, fieldBytes)
    }
  }

  public let limits: Limits
  let state: LockedValue<CookieStore>
  /// Nil for one that is kept in memory alone.
  let file: CookieFile?
  let saving = LockedValue(CookieSaving())
  /// Held by who writes the file.
  let writing = Lock()

  /// One without a file, and without a cookie.
  public init(limits: Limits = Limits()) {
    self.limits = limits
    file = nil
    state = LockedValue(CookieStore(limits))
  }

  init(limits: Limits, file: CookieFile, _ cookies: [Cookie]) {
    self.limits = limits
    self.file = file
    var store = CookieStore(limits)
    for cookie in cookies { store.insert(cookie, at: cookie.lastUsed) }
    state = LockedValue(store)
  }

  /// No cookie is kept for longer.
  ///
  /// Source: draft-ietf-httpbis-rfc6265bis, section 5.5.
  public static let longestLife: Duration = .seconds(longestLifeInSeconds)
  static let longestLifeInSeconds: Int64 = 400 * 86_400

  /// All that are not expired, in the order in which they were set.
  public func cookies(at date: Date = Date()) -> [Cookie] {
    state.withLock { $0.all.filter { !$0.isExpired(at: date) } }
  }

  /// Those that a request would send, in the order of the field: longer paths first, then older
  /// ones.
  ///
  /// - Parameters:
  ///   - url: absolute. What is no URL of `http` or `https` has none.
  ///   - firstParty: the URL that the request is made for. With another site than its own, only
  ///     cookies go that say `SameSite=None`. Nil is the URL itself: an app asks for itself.
  public func cookies(
    for url: String, firstParty: String? = nil, at date: Date = Date()
  ) -> [Cookie] {
    // The usual case of most servers costs no reading of URLs.
    guard state.withLock({ !$0.isEmpty }), let place = CookiePlace(url) else { return [] }
    return state.withLock { $0.chosen(for: place, firstParty: firstParty, at: date) }
  }

  /// Reads the `Set-Cookie` fields of a response.
  ///
  /// - Returns: whether there is another cookie now, or one less.
  @discardableResult
  public func read(
    _ fields: HTTPFields, from url: String, firstParty: String? = nil, at date: Date = Date()
  ) -> Bool {
    guard fields.contains(.setCookie), let place = CookiePlace(url) else { return false }
    let parsed = fields[values: .setCookie].compactMap { SetCookie($0) }
    return state.withLock { store in
      var hasChanged = false
      for cookie in parsed {
        hasChanged = store.set(cookie, from: place, firstParty: firstParty, at: date) || hasChanged
      }
      return hasChanged
    }
  }

  /// Removes cookies, also from the file: ``fileProblem`` says when that could not be done.
  public func remove(at date: Date = Date(), where isUnwanted: (Cookie) -> Bool) {
    // Not under the lock: the closure is somebody else's, and may ask this jar.
    let unwanted = Set(state.value.all.filter(isUnwanted).map(\.key))
    if unwanted.isEmpty { return }
    state.withLock { $0.remove(unwanted) }
    saveInPassing(at: date)
  }

  public func removeAll(at date: Date = Date()) { remove(at: date) { _ in true } }

  /// Those without a date of expiry, as when an app was closed.
  public func endSession(at date: Date = Date()) { remove(at: date) { $0.expires == nil } }

  /// Notes that cookies were sent: what is not used goes first when there are too many.
  func markUsed(_ cookies: [Cookie], at date: Date) {
    if cookies.isEmpty { return }
    let keys = Set(cookies.map(\.key))
    state.withLock { $0.markUsed(keys, site: CookieRules.site(of: cookies[0].domain), at: date) }
  }
}

extension CookieJar: Redacted {
  /// `12 cookies`
  public var description: String {
    let count = state.withLock { $0.count }
    return "\(count) cookie\(count == 1 ? "" : "s")"
  }
}
