import Foundation
import TremaHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request in Foundation's words, with its body.
struct OutgoingRequest: Sendable {
  private let request: URLRequest
  private let priority: HTTPPriority
  private let bytes: [UInt8]
  let upload: Upload?
  /// Of the body; nil where nobody knows.
  let length: Int64?
  /// Whether a second copy could do harm, or could not be made.
  let mustNotBeRepeated: Bool

  /// Opens the body.
  init(_ request: HTTPRequest, body: HTTPBody) async throws(TransportError) {
    guard let url = URL(string: request.target) else {
      throw TransportError(.invalidRequest(.url("is none for Foundation")))
    }
    #if canImport(FoundationNetworking)
      if url.host?.contains(":") == true { throw TransportError(.unsupported(.ipv6Literal)) }
    #endif
    bytes = if case .bytes(let all) = body { all } else { [] }
    upload = try await Upload(body)
    length = if let upload { upload.length } else { Int64(bytes.count) }
    mustNotBeRepeated = !request.method.isIdempotent || length != 0
    priority = request.priority
    self.request = Self.foundation(
      request, url, length: length, isStream: upload != nil)
  }

  func task(in session: URLSession, isFresh: Bool) -> URLSessionTask {
    var request = request
    // Who is told this serves no second request on the connection (RFC 9112, section 9.6).
    if isFresh { request.setValue("close", forHTTPHeaderField: "Connection") }
    let task: URLSessionTask
    if upload != nil {
      task = session.uploadTask(withStreamedRequest: request)
    } else if !bytes.isEmpty {
      // Not as the body of the request: that would get a Content-Type nobody asked for.
      task = session.uploadTask(with: request, from: Data(bytes))
    } else {
      task = session.dataTask(with: request)
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
    _ request: HTTPRequest, _ url: URL, length: Int64?, isStream: Bool
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
    if isStream, let length { fields[.contentLength] = "\(length)" }
    #if canImport(FoundationNetworking)
      // What is nothing but white space is left out by libcurl, and so is Foundation's own value.
      var added: [HTTPFields.Name] = [.userAgent, .acceptLanguage, .connection, .contentType]
      if isStream { added += [.expect] + (length == nil ? [] : [.transferEncoding]) }
      for name in added where !fields.contains(name) { fields[name] = " " }
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
