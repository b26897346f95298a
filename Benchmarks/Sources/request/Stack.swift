import Networking
import TremaCurl

/// A client with one of each of what the package has to be around requests, but for hedging, which
/// is for single requests alone.
enum Stack {
  /// - Parameters:
  ///   - url: the base URL.
  ///   - names: of those that are left out, to see what one of them costs.
  static func client(
    _ url: String, for transport: any HTTPTransport, without names: [String] = []
  ) -> HTTPClient {
    let jar = CookieJar()
    let client = HTTPClient(baseURL: url, transport: transport)
      .adding(Compression())
      .adding(Deduplication())
      .adding(Retry())
      .adding(Redirects())
      .adding(Cookies(jar))
      .adding(XSRF(jar))
      .adding(Cache())
      .adding(Authentication(BearerAuthentication("token")))
      .adding(Offline())
      .adding(RateLimit(1_000_000, per: .seconds(1)))
      .adding(HostLimit(100))
      .adding(NetworkInspector())
      .adding(Logging(to: NoLog()))
    return names.reduce(client) { $0.removing(interceptor: $1) }
  }

  /// A log of warnings and errors only, as in an app that is shipped.
  private struct NoLog: NetworkLog {
    var minimum: NetworkLogLevel { .warning }
    func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {}
  }
}
