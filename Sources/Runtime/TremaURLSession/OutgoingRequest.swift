import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request in Foundation's words, with its body.
struct OutgoingRequest: Sendable {
  private let request: URLRequest
  private let priority: HTTPPriority
  private let body: OutgoingBody
  /// Whether a second copy could do harm, or could not be made.
  let mustNotBeRepeated: Bool

  init(_ request: HTTPRequest, _ url: URL, _ body: OutgoingBody) {
    self.body = body
    mustNotBeRepeated = !request.method.isIdempotent || body.length != 0
    priority = request.priority
    self.request = Self.foundation(request, url)
  }

  /// - Throws: for what no session here can ask for.
  static func url(of request: HTTPRequest) throws(TransportError) -> URL {
    guard let url = URL(string: request.target) else {
      throw TransportError(.invalidRequest(.url("is none for Foundation")))
    }
    #if canImport(FoundationNetworking)
      if url.host?.contains(":") == true { throw TransportError(.unsupported(.ipv6Literal)) }
    #endif
    return url
  }

  func task(in session: URLSession, isFresh: Bool) -> URLSessionTask {
    var request = request
    // Who is told this serves no second request on the connection (RFC 9112, section 9.6).
    if isFresh { request.setValue("close", forHTTPHeaderField: "Connection") }
    // Not as the body of the request: that would add a Content-Type.
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
  private static func foundation(
    _ request: HTTPRequest, _ url: URL
  ) -> URLRequest {
    var made = URLRequest(
      url: url, cachePolicy: cachePolicy(request.cachePolicy),
      timeoutInterval: SessionSetup.never)
    made.httpMethod = request.method.name
    made.networkServiceType = serviceType(request.networkServiceType)
    made.httpShouldHandleCookies = false
    var fields = request.fields
    // The body says both.
    fields[.contentLength] = nil
    fields[.transferEncoding] = nil
    #if canImport(FoundationNetworking)
      // What is nothing but white space is left out by libcurl, and so is Foundation's own value.
      let added: [HTTPFields.Name] = [.userAgent, .acceptLanguage, .connection, .contentType]
      for name in added where !fields.contains(name) { fields[name] = " " }
      // Else libcurl asks for all that it can decode.
      if !fields.contains(.acceptEncoding) { fields[.acceptEncoding] = "gzip, deflate" }
    #endif
    for name in Set(fields.map(\.name)) {
      let separator = name == .cookie ? "; " : ", "
      made.setValue(
        fields[values: name].joined(separator: separator), forHTTPHeaderField: name.text)
    }
    return made
  }

  private static func cachePolicy(_ policy: HTTPRequest.CachePolicy) -> URLRequest.CachePolicy {
    switch policy {
    case .protocol: .useProtocolCachePolicy
    case .reload: .reloadIgnoringLocalCacheData
    case .cacheElseLoad: .returnCacheDataElseLoad
    case .cacheOnly: .returnCacheDataDontLoad
    }
  }

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
