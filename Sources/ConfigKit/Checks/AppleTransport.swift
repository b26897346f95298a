import TremaConfigValues
import TremaSupport

/// The connections that App Transport Security allows according to an Info.plist.
///
/// See `NSAppTransportSecurity` in Apple's Information Property List reference.
struct AppleTransport {
  /// An exception for a domain.
  struct Exception {
    /// The domain, in lowercase.
    let domain: String
    /// The location of the domain in Info.plist.
    let location: ConfigLocation
    /// Whether the exception applies to subdomains.
    let includesSubdomains: Bool
    /// Whether connections without encryption are allowed.
    let allowsInsecure: Bool

    /// Returns whether the exception applies to a host.
    func covers(_ host: ConfigHost) -> Bool {
      host.matches(domain) || includesSubdomains && host.matches("*.\(domain)")
    }
  }

  /// The exceptions, sorted by domain.
  let exceptions: [Exception]
  /// The `NSAllowsArbitraryLoads` entry, if its value is true.
  let arbitraryLoads: ConfigDictionary.Entry?
  /// Whether a more specific key is present, which makes current systems ignore
  /// `NSAllowsArbitraryLoads`.
  private let hasSpecificKeys: Bool

  /// Reads the settings of an Info.plist.
  init(_ information: ConfigValue) {
    let security = information.dictionary?["NSAppTransportSecurity"]?.dictionary
    let arbitrary = security?.entry("NSAllowsArbitraryLoads")
    arbitraryLoads = arbitrary?.value.boolean == true ? arbitrary : nil
    hasSpecificKeys = [
      "NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia",
      "NSAllowsLocalNetworking",
    ].contains { security?[$0] != nil }
    exceptions = (security?["NSExceptionDomains"]?.dictionary?.entries ?? []).map { entry in
      let settings = entry.value.dictionary
      return Exception(
        // Domains are not case-sensitive, and hosts are compared in lowercase.
        domain: String(decoding: entry.key.utf8.map(ASCII.lowercased), as: UTF8.self),
        location: entry.keyLocation,
        includesSubdomains: settings?["NSIncludesSubdomains"]?.boolean == true,
        // The second key has the same effect for third-party domains.
        allowsInsecure: settings?["NSExceptionAllowsInsecureHTTPLoads"]?.boolean == true
          || settings?["NSThirdPartyExceptionAllowsInsecureHTTPLoads"]?.boolean == true)
    }
  }

  /// Returns whether an unencrypted request is allowed. Unqualified names, names in `.local` and
  /// addresses are not public and not protected.
  func allowsInsecure(_ host: ConfigHost) -> Bool {
    switch host {
    case .ipv4, .ipv6: return true
    case .name:
      if host.labels.count < 2 || host.labels.last == "local" { return true }
    }
    let matching = exceptions.filter { $0.covers(host) }
    // The exception with the longest domain takes precedence.
    if let mostSpecific = matching.max(by: { $0.domain.utf8.count < $1.domain.utf8.count }) {
      return mostSpecific.allowsInsecure
    }
    return arbitraryLoads != nil && !hasSpecificKeys
  }
}
