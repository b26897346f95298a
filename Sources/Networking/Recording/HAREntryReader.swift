import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A parser for one entry of an archive.
struct HAREntryReader {
  private let entry: JSONValue
  /// The path of the entry in the document, for errors.
  private let path: String

  init(_ entry: JSONValue, _ path: String) {
    self.entry = entry
    self.path = path
  }

  /// Returns the entry as an exchange.
  ///
  /// - Throws: `malformedMember` for the first member that is missing or invalid.
  func exchange() throws(ArchiveError) -> RecordedExchange {
    let request = try member(entry, "request", \.object, "").0
    let name = try member(request, "method", \.string, "request.").1
    let target = try member(request, "url", \.string, "request.").1
    guard let method = try? HTTPMethod(name) else { throw malformedMember("request.method") }
    guard let url = try? URLReference(target), url.host != nil else {
      throw malformedMember("request.url")
    }
    let date = try member(entry, "startedDateTime", \.string, "").1
    guard let start = ArchiveDate.date(date) else { throw malformedMember("startedDateTime") }
    let head = HTTPRequest(
      method, target, fields: try fields(request, "request.", omitting: Self.framing))
    var exchange = RecordedExchange(head, start: start)
    if let data = request["postData"] {
      exchange.requestBody = try body(
        data, encoding: "_encoding", size: request["bodySize"], "request.postData.")
    }
    let response = try member(entry, "response", \.object, "").0
    let status = try member(response, "status", \.number, "response.").1.int ?? 0
    if status > 0 {
      guard (100...999).contains(status) else { throw malformedMember("response.status") }
      exchange.response = HTTPResponseHead(
        HTTPStatus(status), fields: try fields(response, "response.", omitting: Self.coding),
        url: target, version: response["httpVersion"]?.string.flatMap(Self.version))
      let content = response["content"] ?? [:]
      exchange.responseBody = try body(
        content, encoding: "encoding", size: content["size"], "response.content.")
    }
    exchange.metrics = metrics()
    exchange.error = error()
    exchange.isOver = entry["_isOver"]?.bool ?? true
    exchange.attempt = entry["_attempt"]?.number?.int ?? 1
    return exchange
  }

  /// The fields to omit from responses, as their bodies are stored without content coding.
  private static let coding: Set<HTTPFields.Name> = [.contentEncoding, .transferEncoding]
  /// The fields to omit from requests because they apply to the connection.
  private static let framing: Set<HTTPFields.Name> = [.transferEncoding]

  /// Returns the fields of a message, omitting some.
  private func fields(
    _ message: JSONValue, _ prefix: String, omitting omitted: Set<HTTPFields.Name>
  ) throws(ArchiveError) -> HTTPFields {
    var fields = HTTPFields()
    let list = try member(message, "headers", \.array, prefix).1
    let isCoded = list.contains {
      HTTPFields.Name($0["name"]?.string ?? "") == .contentEncoding
    }
    for field in list {
      guard let text = field["name"]?.string, let value = field["value"]?.string else {
        throw malformedMember("\(prefix)headers")
      }
      let name = HTTPFields.Name(text)
      // Browsers also write the pseudo-header fields of HTTP/2, whose names start with a colon.
      if text.utf8.first == UInt8(ascii: ":") || omitted.contains(name) { continue }
      if isCoded, omitted.contains(.contentEncoding), name == .contentLength { continue }
      fields.append(name, value)
    }
    return fields
  }

  /// Returns a message's body.
  ///
  /// - Parameters:
  ///   - encoding: The name of the member that marks a body as Base64.
  ///   - size: The size in bytes of a body whose content is missing.
  private func body(
    _ content: JSONValue, encoding: String, size: JSONValue?, _ prefix: String
  ) throws(ArchiveError) -> RecordedExchange.Body {
    let text = content["text"]?.string
    var body: RecordedExchange.Body
    if content[encoding]?.string == "base64" {
      guard let bytes = Base64.decoded((text ?? "").utf8, ignoresSpace: true) else {
        throw malformedMember("\(prefix)text")
      }
      body = RecordedExchange.Body(bytes)
    } else {
      body = RecordedExchange.Body(Array((text ?? "").utf8))
    }
    let size = size?.number?.int ?? 0
    if let absence = content["_absence"]?.string {
      body.absence = RecordedExchange.Body.Absence(rawValue: absence) ?? .hidden
    } else if (text ?? "").isEmpty, size > 0 {
      body.absence = .hidden
    }
    if body.absence != nil {
      body.bytes = nil
      body.count = Int64(size)
    }
    return body
  }

  /// Returns the HTTP version, supporting the names used by browsers.
  private static func version(_ text: String) -> HTTPVersion? {
    switch text.utf8.map(ASCII.lowercased) {
    case Array("h2".utf8), Array("http/2.0".utf8): .http2
    case Array("h3".utf8), Array("http/3.0".utf8): .http3
    default: HTTPVersion(rawValue: text)
    }
  }

  /// Returns the times of the first byte and the end, used to replay the exchange.
  private func metrics() -> TransportMetrics {
    func time(_ name: String) -> Duration {
      let value = entry["timings"]?[name]?.number?.double ?? -1
      return value > 0 ? .microseconds(Int64((min(value, 1e12) * 1000).rounded())) : .zero
    }
    var metrics = TransportMetrics()
    let first = ["blocked", "dns", "connect", "send", "wait"].map(time).reduce(.zero, +)
    metrics.firstByte = first
    metrics.total = first + time("receive")
    return metrics
  }

  /// Returns the exchange's error, or `nil` if there is none.
  private func error() -> TransportError? {
    guard let name = entry["_error"]?.string else {
      // Other programs write a status of 0 if there is no response.
      let isMissing = (entry["response"]?["status"]?.number?.int ?? 0) == 0
      return isMissing ? TransportError(.other, "the archive has no response") : nil
    }
    return TransportError(
      TransportErrorName.kind(of: name), entry["_errorDetail"]?.string ?? name,
      mayHaveBeenSent: entry["_mayHaveBeenSent"]?.bool ?? true)
  }

  /// Returns a member and its content.
  ///
  /// - Parameter content: Returns the content, or `nil` if the member has the wrong type.
  /// - Throws: `malformedMember` if the member is missing or has the wrong type.
  private func member<Value>(
    _ value: JSONValue, _ name: String, _ content: (JSONValue) -> Value?, _ prefix: String
  ) throws(ArchiveError) -> (JSONValue, Value) {
    guard let found = value[name], let content = content(found) else {
      throw malformedMember(prefix + name)
    }
    return (found, content)
  }

  /// Returns the error for a member.
  private func malformedMember(_ member: String) -> ArchiveError { .malformed("\(path).\(member)") }
}
