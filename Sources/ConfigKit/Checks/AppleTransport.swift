import TremaConfigValues
import TremaSupport

/// The connections that App Transport Security allows, by an Info.plist.
///
/// Source: Apple, Information Property List, NSAppTransportSecurity.
struct AppleTransport {
  struct Exception {
    let domain: String
    let place: ConfigPlace
    let includesSubdomains: Bool
    let allowsInsecure: Bool

    /// Whether it speaks of a host.
    func covers(_ host: ConfigHost) -> Bool {
      host.matches(domain) || includesSubdomains && host.matches("*.\(domain)")
    }
  }

  let exceptions: [Exception]
  /// `NSAllowsArbitraryLoads`, where it is true.
  let arbitraryLoads: ConfigDictionary.Entry?
  /// Whether one of the finer keys is there, which makes systems of today ignore the coarse one.
  private let isRefined: Bool

  init(_ information: ConfigValue) {
    let security = information.dictionary?["NSAppTransportSecurity"]?.dictionary
    let arbitrary = security?.entry("NSAllowsArbitraryLoads")
    arbitraryLoads = arbitrary?.value.boolean == true ? arbitrary : nil
    isRefined = [
      "NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia",
      "NSAllowsLocalNetworking",
    ].contains { security?[$0] != nil }
    exceptions = (security?["NSExceptionDomains"]?.dictionary?.entries ?? []).map { entry in
      let says = entry.value.dictionary
      return Exception(
        domain: String(decoding: entry.key.utf8.map(ASCII.lowercased), as: UTF8.self),
        place: entry.keyPlace,
        includesSubdomains: says?["NSIncludesSubdomains"]?.boolean == true,
        allowsInsecure: says?["NSExceptionAllowsInsecureHTTPLoads"]?.boolean == true
          || says?["NSThirdPartyExceptionAllowsInsecureHTTPLoads"]?.boolean == true)
    }
  }

  /// Whether a request without encryption gets through. Names without a domain, those in `.local`
  /// and addresses are not public, and not protected.
  func allowsInsecure(_ host: ConfigHost) -> Bool {
    switch host {
    case .ipv4, .ipv6: return true
    case .name:
      if host.labels.count < 2 || host.labels.last == "local" { return true }
    }
    let speaking = exceptions.filter { $0.covers(host) }
    // The longest domain is the one that counts.
    if let nearest = speaking.max(by: { $0.domain.utf8.count < $1.domain.utf8.count }) {
      return nearest.allowsInsecure
    }
    return arbitraryLoads != nil && !isRefined
  }
}
