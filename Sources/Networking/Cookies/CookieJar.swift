import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app's cookies. Multiple clients can share a jar. It implements draft-ietf-httpbis-rfc6265bis,
/// with the Public Suffix List.
///
/// Hosts are compared as they are sent, in Punycode. ``Limits`` bounds the number of cookies that
/// are stored and sent. A server that sets too many cookies causes no error. It displaces its own
/// cookies, but not the cookies of other sites unless the total limit is reached.
public final class CookieJar: Sendable {
  /// The cookie count limits for a jar.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of cookies for one site, which is a registrable domain.
    var perSite: Int
    /// The total maximum number of cookies for all sites.
    var total: Int
    /// The maximum size of a `Cookie` field, in bytes. If it is exceeded, cookies are omitted,
    /// starting with the longest, or if the lengths are equal, the most recently created.
    var fieldBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - perSite: The maximum number of cookies for one site.
    ///   - total: The total maximum number of cookies for all sites.
    ///   - fieldBytes: The maximum size of a `Cookie` field, in bytes.
    public init(perSite: Int = 180, total: Int = 3000, fieldBytes: Int = 8190) {
      (self.perSite, self.total, self.fieldBytes) = (perSite, total, fieldBytes)
    }
  }

  let limits: Limits
  let state: LockedValue<CookieStore>
  /// The file, or `nil` for a jar in memory.
  let file: CookieFile?
  /// The state of saving the file.
  let saving = LockedValue(CookieSaving())
  /// A lock that is held while the file is written.
  let writeLock = Lock()

  /// Creates an empty jar in memory.
  public init(limits: Limits = Limits()) {
    self.limits = limits
    file = nil
    state = LockedValue(CookieStore(limits))
  }

  /// Creates a jar with cookies that are stored in a file.
  init(limits: Limits, file: CookieFile, _ cookies: [Cookie]) {
    self.limits = limits
    self.file = file
    var store = CookieStore(limits)
    for cookie in cookies { store.insert(cookie, at: cookie.lastUsed) }
    state = LockedValue(store)
  }

  /// The maximum cookie lifetime, in seconds.
  ///
  /// See draft-ietf-httpbis-rfc6265bis, section 5.5.
  static let maxLifetimeInSeconds: Int64 = 400 * 86_400

  /// Returns all cookies that have not expired, in the order they were set.
  public func cookies(at date: Date = Date()) -> [Cookie] {
    state.withLock { $0.all.filter { !$0.isExpired(at: date) } }
  }

  /// Returns the cookies for a request, in the order of the field: longer paths first, then older
  /// cookies first.
  ///
  /// - Parameters:
  ///   - url: An absolute URL. There are no cookies for schemes other than `http` and `https`.
  ///   - firstParty: The URL of the site on whose behalf the request is made. If its site differs
  ///     from the site of `url`, only cookies with `SameSite=None` are returned. `nil` means the
  ///     same site, as for an app's own requests.
  ///   - date: The current date.
  public func cookies(
    for url: String, firstParty: String? = nil, at date: Date = Date()
  ) -> [Cookie] {
    // For most servers there are no cookies, so no URL has to be parsed.
    guard state.withLock({ !$0.isEmpty }), let cookieURL = CookieURL(url) else { return [] }
    return state.withLock { $0.selectCookies(for: cookieURL, firstParty: firstParty, at: date) }
  }

  /// Stores the cookies of a response's `Set-Cookie` fields.
  ///
  /// - Parameters:
  ///   - fields: The response's fields.
  ///   - url: The response URL.
  ///   - firstParty: The URL of the site on whose behalf the request was made; `nil` means the same
  ///     site.
  ///   - date: The current date.
  /// - Returns: Whether a cookie was added, changed or removed.
  @discardableResult
  public func store(
    _ fields: HTTPFields, from url: String, firstParty: String? = nil, at date: Date = Date()
  ) -> Bool {
    guard fields.contains(.setCookie), let cookieURL = CookieURL(url) else { return false }
    let parsed = fields[values: .setCookie].compactMap { SetCookie($0) }
    return state.withLock { store in
      var hasChanged = false
      for cookie in parsed {
        hasChanged =
          store.set(cookie, from: cookieURL, firstParty: firstParty, at: date) || hasChanged
      }
      return hasChanged
    }
  }

  /// Removes cookies, including from the file. If that fails, the error is in ``fileProblem``.
  public func remove(at date: Date = Date(), where isUnwanted: (Cookie) -> Bool) {
    // The closure belongs to the caller and may use this jar, so it must not be called with the
    // lock held.
    let removed = Set(state.value.all.filter(isUnwanted).map(\.key))
    if removed.isEmpty { return }
    state.withLock { $0.remove(removed) }
    saveCoalesced(at: date)
  }

  /// Removes all cookies.
  public func removeAll(at date: Date = Date()) { remove(at: date) { _ in true } }

  /// Removes the session cookies.
  public func endSession(at date: Date = Date()) { remove(at: date) { $0.expires == nil } }

  /// Updates the date of the cookies' last use. The least recently used cookies are removed first
  /// if there are too many.
  func markUsed(_ cookies: [Cookie], at date: Date) {
    if cookies.isEmpty { return }
    let keys = Set(cookies.map(\.key))
    state.withLock { $0.markUsed(keys, site: CookieRules.site(of: cookies[0].domain), at: date) }
  }
}

extension CookieJar: Redacted {
  /// A description for logs: `12 cookies`.
  public var description: String {
    let count = state.withLock { $0.count }
    return "\(count) cookie\(count == 1 ? "" : "s")"
  }
}

/// The state of saving a jar's file.
struct CookieSaving: Sendable {
  /// Whether a call is writing the file.
  var isWriting = false
  /// Whether cookies have changed since that call read them.
  var hasPendingChanges = false
  /// The error of the last write, or `nil` if it succeeded.
  var problem: CookieFileError?
}

extension CookieJar {
  /// Creates a jar whose cookies are stored in a file. The file is read immediately. It is written
  /// after each response that changes a cookie, after each removal, and by ``save(at:)``.
  ///
  /// - Throws: An error if the file cannot be read, or if it is damaged and the treatment is
  ///   `fail`.
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

  /// Writes the current cookies. Concurrent calls run one at a time; otherwise a call that started
  /// earlier and ended later would restore removed cookies.
  private func write(_ file: CookieFile, at date: Date) throws(CookieFileError) {
    try writeLock.withLock { () throws(CookieFileError) in
      try file.write(state.value.all, at: date)
    }
  }

  /// The error of writing the file after the last response or removal that changed cookies, or
  /// `nil` if it succeeded. This error does not fail requests.
  public var fileProblem: CookieFileError? { saving.withLock { $0.problem } }

  /// Writes the file. If another call is writing it, this only marks the change, and the other call
  /// writes the file again.
  func saveCoalesced(at date: Date) {
    guard let file else { return }
    let isFirst = saving.withLock { saving in
      saving.hasPendingChanges = true
      defer { saving.isWriting = true }
      return !saving.isWriting
    }
    if !isFirst { return }
    while takePendingSave() {
      var problem: CookieFileError?
      do throws(CookieFileError) { try write(file, at: date) } catch {
        problem = error
      }
      saving.withLock { $0.problem = problem }
    }
  }

  /// Returns whether a change has to be written, and resets the mark.
  private func takePendingSave() -> Bool {
    saving.withLock { saving in
      saving.isWriting = saving.hasPendingChanges
      defer { saving.hasPendingChanges = false }
      return saving.hasPendingChanges
    }
  }
}
