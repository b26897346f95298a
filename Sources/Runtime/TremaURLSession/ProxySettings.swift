#if !canImport(FoundationNetworking)
  import Foundation
  import TremaHTTP

  /// A proxy in CFNetwork's representation, for `connectionProxyDictionary`.
  struct ProxySettings {
    /// The settings, or empty for direct connections.
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
        // The keys are written as literals because their constants are available only on macOS.
        let kinds = url.scheme?.hasPrefix("socks") == true ? ["SOCKS"] : ["HTTP", "HTTPS"]
        var settings: [String: Any] = [:]
        for kind in kinds {
          settings["\(kind)Enable"] = 1
          settings["\(kind)Proxy"] = host
          settings["\(kind)Port"] = url.port ?? (kind == "SOCKS" ? 1080 : 80)
        }
        if let user = url.user { settings["SOCKSUser"] = user }
        if let password = url.password { settings["SOCKSPassword"] = password }
        dictionary = settings
      }
    }
  }
#endif
