import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request with its body in Foundation's representation.
struct OutgoingRequest: Sendable {
  private let request: URLRequest
  private let priority: HTTPPriority
  private let body: OutgoingBody
  /// Whether the request must not be sent twice: its method is not idempotent, or it has a body.
  let mustNotBeRepeated: Bool

  /// Creates a request with a prepared body.
  init(_ request: HTTPRequest, _ url: URL, _ body: OutgoingBody) {
    self.body = body
    mustNotBeRepeated = !request.method.isIdempotent || body.length != 0
    priority = request.priority
    self.request = Self.foundation(request, url)
  }

  /// Returns the request URL.
  ///
  /// - Throws: `invalidRequest` for a URL that Foundation cannot parse, and `unsupported` for an
  ///   IPv6 literal on Linux.
  static func url(of request: HTTPRequest) throws(TransportError) -> URL {
    guard let url = URL(string: request.target) else {
      throw TransportError(.invalidRequest(.invalidURL("is not accepted by Foundation")))
    }
    #if canImport(FoundationNetworking)
      if url.host?.contains(":") == true { throw TransportError(.unsupported(.ipv6Literal)) }
    #endif
    return url
  }

  /// Creates the request's task without starting it.
  ///
  /// - Parameters:
  ///   - session: The session that runs the task.
  ///   - isFresh: Whether the session is used only for this request.
  func task(in session: URLSession, isFresh: Bool) -> URLSessionTask {
    var request = request
    // The field makes the server close the connection after the response (RFC 9112, section 9.6),
    // so it isn't reused.
    if isFresh { request.setValue("close", forHTTPHeaderField: "Connection") }
    // The body isn't set on the request, because Foundation would then add a Content-Type.
    let task: URLSessionTask =
      switch body {
      case .bytes(let bytes) where bytes.isEmpty: session.dataTask(with: request)
      case .bytes(let bytes): session.uploadTask(with: request, from: Data(bytes))
      case .file(let url, _): session.uploadTask(with: request, fromFile: url)
      case .spooled(let file): session.uploadTask(with: request, fromFile: file.url)
      }
    task.priority =
      switch priority {
      case .low: URLSessionTask.lowPriority
      case .medium: URLSessionTask.defaultPriority
      case .high: URLSessionTask.highPriority
      }
    return task
  }
}

extension OutgoingRequest {
  /// Converts the head of a request. Foundation's cookies and time limits are disabled.
  private static func foundation(
    _ request: HTTPRequest, _ url: URL
  ) -> URLRequest {
    var converted = URLRequest(
      url: url, cachePolicy: cachePolicy(request.cachePolicy),
      timeoutInterval: SessionSetup.never)
    converted.httpMethod = request.method.name
    converted.networkServiceType = serviceType(request.networkServiceType)
    converted.httpShouldHandleCookies = false
    var fields = request.fields
    // Foundation determines both fields from the body.
    fields[.contentLength] = nil
    fields[.transferEncoding] = nil
    #if canImport(FoundationNetworking)
      // libcurl omits fields that contain only whitespace, and the value also replaces
      // Foundation's own.
      let added: [HTTPFields.Name] = [.userAgent, .acceptLanguage, .connection, .contentType]
      for name in added where !fields.contains(name) { fields[name] = " " }
      // Otherwise libcurl requests all codings that it can decode.
      if !fields.contains(.acceptEncoding) { fields[.acceptEncoding] = "gzip, deflate" }
    #endif
    for name in Set(fields.map(\.name)) {
      let separator = name == .cookie ? "; " : ", "
      converted.setValue(
        fields[values: name].joined(separator: separator), forHTTPHeaderField: name.text)
    }
    return converted
  }

  /// Returns the equivalent Foundation cache policy.
  private static func cachePolicy(_ policy: HTTPRequest.CachePolicy) -> URLRequest.CachePolicy {
    switch policy {
    case .protocol: .useProtocolCachePolicy
    case .reload: .reloadIgnoringLocalCacheData
    case .cacheElseLoad: .returnCacheDataElseLoad
    case .cacheOnly: .returnCacheDataDontLoad
    }
  }

  /// Returns the equivalent Foundation service type, or the default if there is none.
  private static func serviceType(
    _ type: HTTPRequest.NetworkServiceType
  ) -> URLRequest.NetworkServiceType {
    switch type {
    case .default: .default
    case .video: .video
    case .background: .background
    case .voice: .voice
    #if canImport(FoundationNetworking)
      case .responsiveData: .default
      case .callSignaling: .networkServiceTypeCallSignaling
    #else
      case .responsiveData: .responsiveData
      case .callSignaling: .callSignaling
    #endif
    }
  }
}
