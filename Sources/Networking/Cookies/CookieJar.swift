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
  /// The most cookies that a jar keeps.
  public struct Limits: Hashable, Sendable {
    /// The most cookies of one site: a registrable domain.
    var perSite: Int
    var total: Int
    /// The most bytes of a `Cookie` field. The longest cookies are left out first, of equal ones the
    /// younger first, until the rest fits.
    var fieldBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    /// - perSite: the most cookies of a site.
    /// - total: the most cookies of all sites.
    /// - fieldBytes: the longest `Cookie` field, in bytes.
    public init(perSite: Int = 180, total: Int = 3000, fieldBytes: Int = 8190) {
      (self.perSite, self.total, self.fieldBytes) = (perSite, total, fieldBytes)
    }
  }

  let limits: Limits
  let state: LockedValue<CookieStore>
  /// The file; `nil` for a jar in memory.
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
  static let longestLifeInSeconds: Int64 = 400 * 86_400

  /// All that are not expired, in the order in which they were set.
  public func cookies(at date: Date = Date()) -> [Cookie] {
    state.withLock { $0.all.filter { !$0.isExpired(at: date) } }
  }

  /// Returns the cookies that a request would send, in the order of the field: longer paths first, then
  /// older ones.
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
    // Not under the lock: the closure is the caller's, and may use this jar.
    let unwanted = Set(state.value.all.filter(isUnwanted).map(\.key))
    if unwanted.isEmpty { return }
    state.withLock { $0.remove(unwanted) }
    saveInPassing(at: date)
  }

  /// Removes all cookies.
  public func removeAll(at date: Date = Date()) { remove(at: date) { _ in true } }

  /// Removes the session cookies.
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

/// The state of writing the file of a jar.
struct CookieSaving: Sendable {
  var isWriting = false
  /// Something changed since the cookies that are being written were taken.
  var isWanted = false
  var problem: CookieFileError?
}

extension CookieJar {
  /// One whose cookies are kept in a file. It is read now, and written when a response has changed
  /// something, when cookies are removed, and by ``save(at:)``.
  ///
  /// - Throws: what keeps the file from being read; a damaged one only with `fail`.
  public convenience init(
    file: CookieFile, ifDamaged: DamagedCookieFile = .fail, limits: Limits = Limits(),
    at date: Date = Date()
  ) throws(CookieFileError) {
    file.removeLeftovers()
    var cookies: [Cookie] = []
    do throws(CookieFileError) {
      cookies = try file.read(at: date)
    } catch {
      guard case .damaged = error, ifDamaged == .setAside else { throw error }
      try file.setAside()
    }
    self.init(limits: limits, file: file, cookies)
  }

  /// Writes the file, if there is one.
  public func save(at date: Date = Date()) throws(CookieFileError) {
    guard let file else { return }
    try write(file, at: date)
    saving.withLock { $0.problem = nil }
  }

  /// One after the other, each what there is then: otherwise one that began earlier and ended later
  /// would bring back what was removed.
  private func write(_ file: CookieFile, at date: Date) throws(CookieFileError) {
    try writing.withLock { () throws(CookieFileError) in
      try file.write(state.value.all, at: date)
    }
  }

  /// Why the file could not be written after the last response or removal that changed something. That
  /// does not end a request: its response is there.
  public var fileProblem: CookieFileError? { saving.withLock { $0.problem } }

  /// Writes the file; a call during another one leaves the writing to that one.
  func saveInPassing(at date: Date) {
    guard let file else { return }
    let isFirst = saving.withLock { saving in
      saving.isWanted = true
      defer { saving.isWriting = true }
      return !saving.isWriting
    }
    if !isFirst { return }
    while takeWish() {
      var problem: CookieFileError?
      do throws(CookieFileError) { try write(file, at: date) } catch {
        problem = error
      }
      saving.withLock { $0.problem = problem }
    }
  }

  private func takeWish() -> Bool {
    saving.withLock { saving in
      saving.isWriting = saving.isWanted
      defer { saving.isWanted = false }
      return saving.isWanted
    }
  }
}
