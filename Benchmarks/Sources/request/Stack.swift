import Networking
import TremaCurl

/// A client with one interceptor of each kind, except hedging, which is only for individual
/// requests.
enum Stack {
  /// - Parameters:
  ///   - url: The base URL.
  ///   - names: The interceptors to leave out, to measure the cost of one.
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

  /// A log that accepts only warnings and errors, as in a release build of an app.
  private struct NoLog: NetworkLog {
    var minimum: NetworkLogLevel { .warning }
    func log(_ level: NetworkLogLevel, _ message: String, metadata: [NetworkLogItem]) {}
  }
}
