import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cookies of a jar, by site.
struct CookieStore: Sendable {
  private let limits: CookieJar.Limits
  /// The entries by site, each in order of creation.
  private var sites: [String: [Entry]] = [:]
  private(set) var count = 0
  /// The ordinal of the last created cookie.
  private var nextNumber = 0
  /// The sites of recently used hosts. Determining a site is the most expensive part of a lookup.
  private var cachedSites: [String: String] = [:]

  /// A cookie with its ordinal.
  private struct Entry {
    var cookie: Cookie
    /// The ordinal of the cookie's creation, since more than one cookie may be created at the same
    /// time.
    var number: Int
  }

  init(_ limits: CookieJar.Limits) { self.limits = limits }

  var isEmpty: Bool { count == 0 }

  /// All cookies in order of creation, including expired ones.
  var all: [Cookie] {
    sites.values.joined().sorted { $0.number < $1.number }.map(\.cookie)
  }

  /// Returns a host's site.
  private mutating func site(of host: String) -> String {
    if let cached = cachedSites[host] { return cached }
    if cachedSites.count >= 256 { cachedSites = [:] }
    let site = CookieRules.site(of: host)
    cachedSites[host] = site
    return site
  }

  /// Returns whether a request to a URL is made on behalf of another site or with another scheme.
  private mutating func isCrossSite(_ url: CookieURL, _ firstParty: String?) -> Bool {
    guard let firstParty else { return false }
    guard let first = CookieURL(firstParty) else { return true }
    return first.isSecure != url.isSecure || site(of: first.host) != site(of: url.host)
  }

  // MARK: Sending

  /// Returns the cookies for a request, in the order of the field.
  ///
  /// See draft-ietf-httpbis-rfc6265bis, section 5.8.3.
  mutating func selectCookies(
    for url: CookieURL, firstParty: String?, at date: Date
  ) -> [Cookie] {
    guard let entries = sites[site(of: url.host)] else { return [] }
    let isCrossSite = isCrossSite(url, firstParty)
    let found = entries.filter { entry in
      let cookie = entry.cookie
      return !cookie.isExpired(at: date) && (url.isSecure || !cookie.isSecure)
        && (cookie.isHostOnly
          ? cookie.domain == url.host
          : CookieRules.host(url.host, matches: cookie.domain))
        && CookieRules.path(url.path, matches: cookie.path)
        && (!isCrossSite || cookie.sameSite == .none)
    }
    return fitToLimit(found).sorted {
      let (a, b) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
      return a == b ? $0.number < $1.number : a > b
    }.map(\.cookie)
  }

  /// Returns the cookies that fit into a field, omitting the longest ones.
  private func fitToLimit(_ entries: [Entry]) -> [Entry] {
    var length = entries.reduce(-2) { $0 + $1.cookie.pair.utf8.count + 2 }
    if length <= limits.fieldBytes { return entries }
    var rest = entries.sorted {
      let (a, b) = ($0.cookie.pair.utf8.count, $1.cookie.pair.utf8.count)
      return a == b ? $0.number < $1.number : a < b
    }
    while length > limits.fieldBytes, let last = rest.popLast() {
      length -= last.cookie.pair.utf8.count + 2
    }
    return rest
  }

  // MARK: Storing

  /// Stores the cookie set by a server, or removes one.
  ///
  /// See draft-ietf-httpbis-rfc6265bis, section 5.7.
  ///
  /// - Returns: Whether the stored cookies have changed.
  mutating func set(
    _ setCookie: SetCookie, from url: CookieURL, firstParty: String?, at date: Date
  ) -> Bool {
    guard var cookie = Cookie(setCookie, from: url, at: date) else { return false }
    if cookie.sameSite != .none, isCrossSite(url, firstParty) { return false }
    let site = site(of: cookie.domain)
    if !url.isSecure, !cookie.isSecure, hidesSecureCookie(cookie, in: site) { return false }
    let old = sites[site]?.first { cookie.replaces($0.cookie) }
    if cookie.isExpired(at: date) {
      remove([cookie.key])
      return old != nil
    }
    if let old { cookie.created = old.cookie.created }
    insert(cookie, at: date)
    return true
  }

  /// Returns whether a cookie from an unencrypted connection, which others could have set, would
  /// replace a secure cookie or be sent next to it.
  private func hidesSecureCookie(_ cookie: Cookie, in site: String) -> Bool {
    (sites[site] ?? []).contains { entry in
      let old = entry.cookie
      return old.isSecure && old.name.utf8.elementsEqual(cookie.name.utf8)
        && (CookieRules.host(old.domain, matches: cookie.domain)
          || CookieRules.host(cookie.domain, matches: old.domain))
        && CookieRules.path(cookie.path, matches: old.path)
    }
  }

  /// Replaces the cookie with the same key, or appends a new one.
  mutating func insert(_ cookie: Cookie, at date: Date) {
    let site = site(of: cookie.domain)
    if let index = sites[site]?.firstIndex(where: { cookie.replaces($0.cookie) }) {
      sites[site]?[index].cookie = cookie
      return
    }
    nextNumber += 1
    sites[site, default: []].append(Entry(cookie: cookie, number: nextNumber))
    count += 1
    if sites[site]?.count ?? 0 > limits.perSite { evict(from: site, at: date) }
    if count > limits.total { evictFromAll(at: date) }
  }

  mutating func remove(_ keys: Set<Cookie.Key>) {
    if keys.isEmpty { return }
    keepEntries { !keys.contains($0.cookie.key) }
  }

  /// Updates the date of the last use.
  mutating func markUsed(_ keys: Set<Cookie.Key>, site: String, at date: Date) {
    for index in sites[site]?.indices ?? 0..<0 {
      guard let cookie = sites[site]?[index].cookie, keys.contains(cookie.key) else { continue }
      sites[site]?[index].cookie.lastUsed = date
    }
  }

  /// Keeps the entries that satisfy a condition.
  private mutating func keepEntries(_ isRetained: (Entry) -> Bool) {
    sites = sites.mapValues { $0.filter(isRetained) }.filter { !$0.value.isEmpty }
    count = sites.values.reduce(0) { $0 + $1.count }
  }

  /// Removes the expired cookies of a site. If there are still too many, removes the least recently
  /// used cookie, preferably one that is not secure.
  private mutating func evict(from site: String, at date: Date) {
    guard let entries = sites[site] else { return }
    let rest = entries.filter { !$0.cookie.isExpired(at: date) }
    count -= entries.count - rest.count
    sites[site] = rest
    guard rest.count > limits.perSite else { return }
    let first = rest.indices.min {
      let (a, b) = (rest[$0], rest[$1])
      if a.cookie.isSecure != b.cookie.isSecure { return !a.cookie.isSecure }
      return Self.isLessRecentlyUsed(a, b)
    }
    guard let first else { return }
    sites[site]?.remove(at: first)
    count -= 1
  }

  /// Removes the expired cookies of all sites, and then the least recently used ones beyond the
  /// limit.
  private mutating func evictFromAll(at date: Date) {
    if sites.values.contains(where: { $0.contains { $0.cookie.isExpired(at: date) } }) {
      keepEntries { !$0.cookie.isExpired(at: date) }
    }
    while count > limits.total, let (site, index) = leastRecentlyUsed() {
      sites[site]?.remove(at: index)
      if sites[site]?.isEmpty == true { sites[site] = nil }
      count -= 1
    }
  }

  /// Returns the position of the least recently used cookie.
  private func leastRecentlyUsed() -> (site: String, index: Int)? {
    var oldest: (site: String, index: Int, lastUsed: Date, number: Int)?
    for (site, entries) in sites {
      for index in entries.indices {
        let (lastUsed, number) = (entries[index].cookie.lastUsed, entries[index].number)
        if let oldest, (oldest.lastUsed, oldest.number) < (lastUsed, number) { continue }
        oldest = (site, index, lastUsed, number)
      }
    }
    return oldest.map { ($0.site, $0.index) }
  }

  /// Returns whether an entry was used, or if the times are equal, created before another one.
  private static func isLessRecentlyUsed(_ a: Entry, _ b: Entry) -> Bool {
    (a.cookie.lastUsed, a.number) < (b.cookie.lastUsed, b.number)
  }
}
