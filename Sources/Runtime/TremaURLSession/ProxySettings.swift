#if !canImport(FoundationNetworking)
  import Foundation
  import TremaHTTP

  /// A proxy in the representation of CFNetwork, for `connectionProxyDictionary`.
  struct ProxySettings {
    /// The settings; empty for direct connections.
    let dictionary: [String: Any]

    /// Converts a proxy, or returns `nil` for the system's setting, which is the default of a
    /// session.
    init?(_ proxy: TransportConfiguration.Proxy) {
      switch proxy {
      case .system: return nil
      case .none: dictionary = [:]
      case .url(let text):
        guard let url = URLComponents(string: text), let host = url.host else {
          dictionary = [:]
          return
        }
        // The keys are written out, as their constants are available only on macOS.
        let kinds = url.scheme?.hasPrefix("socks") == true ? ["SOCKS"] : ["HTTP", "HTTPS"]
        var made: [String: Any] = [:]
        for kind in kinds {
          made["\(kind)Enable"] = 1
          made["\(kind)Proxy"] = host
          made["\(kind)Port"] = url.port ?? (kind == "SOCKS" ? 1080 : 80)
        }
        if let user = url.user { made["SOCKSUser"] = user }
        if let password = url.password { made["SOCKSPassword"] = password }
        dictionary = made
      }
    }
  }
#endif
