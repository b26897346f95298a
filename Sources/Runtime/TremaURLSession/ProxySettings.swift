#if !canImport(FoundationNetworking)
  import Foundation
  import TremaHTTP

  /// A proxy in the words of CFNetwork, as `connectionProxyDictionary` takes them.
  struct ProxySettings {
    /// Empty for no proxy at all.
    let dictionary: [String: Any]

    /// Returns `nil` for the system's setting, which is a session's default.
    init?(_ proxy: TransportConfiguration.Proxy) {
      switch proxy {
      case .system: return nil
      case .none: dictionary = [:]
      case .url(let text):
        guard let url = URLComponents(string: text), let host = url.host else {
          dictionary = [:]
          return
        }
        // The names of the keys, whose constants exist on macOS alone.
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
