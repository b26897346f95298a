import TremaHTTP
import TremaJSON
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One entry of an archive as an exchange.
struct HAREntryReader {
  private let entry: JSONValue
  /// The position, for errors.
  private let path: String

  init(_ entry: JSONValue, _ path: String) {
    self.entry = entry
    self.path = path
  }

  func exchange() throws(ArchiveError) -> RecordedExchange {
    let request = try member(entry, "request", \.object, "").0
    let name = try member(request, "method", \.string, "request.").1
    let target = try member(request, "url", \.string, "request.").1
    guard let method = try? HTTPMethod(name) else { throw malformed("request.method") }
    guard let url = try? URLReference(target), url.host != nil else {
      throw malformed("request.url")
    }
    let date = try member(entry, "startedDateTime", \.string, "").1
    guard let start = ArchiveDate.date(date) else { throw malformed("startedDateTime") }
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
      guard (100...999).contains(status) else { throw malformed("response.status") }
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

  /// Bodies are there decoded.
  private static let coding: Set<HTTPFields.Name> = [.contentEncoding, .transferEncoding]
  /// The fields of the connection, which are not recorded.
  private static let framing: Set<HTTPFields.Name> = [.transferEncoding]

  private func fields(
    _ message: JSONValue, _ place: String, omitting omitted: Set<HTTPFields.Name>
  ) throws(ArchiveError) -> HTTPFields {
    var fields = HTTPFields()
    let list = try member(message, "headers", \.array, place).1
    let isCoded = list.contains {
      HTTPFields.Name($0["name"]?.string ?? "") == .contentEncoding
    }
    for field in list {
      guard let text = field["name"]?.string, let value = field["value"]?.string else {
        throw malformed("\(place)headers")
      }
      let name = HTTPFields.Name(text)
      // Browsers write the fields of HTTP/2 that are none, with a colon before their names.
      if text.utf8.first == UInt8(ascii: ":") || omitted.contains(name) { continue }
      if isCoded, omitted.contains(.contentEncoding), name == .contentLength { continue }
      fields.append(name, value)
    }
    return fields
  }

  private func body(
    _ content: JSONValue, encoding: String, size: JSONValue?, _ place: String
  ) throws(ArchiveError) -> RecordedExchange.Body {
    let text = content["text"]?.string
    var body: RecordedExchange.Body
    if content[encoding]?.string == "base64" {
      guard let bytes = Base64.decoded((text ?? "").utf8, ignoresSpace: true) else {
        throw malformed("\(place)text")
      }
      body = RecordedExchange.Body(bytes)
    } else {
      body = RecordedExchange.Body(Array((text ?? "").utf8))
    }
    let size = size?.number?.int ?? 0
    if let word = content["_absence"]?.string {
      body.absence = RecordedExchange.Body.Absence(rawValue: word) ?? .hidden
    } else if (text ?? "").isEmpty, size > 0 {
      body.absence = .hidden
    }
    if body.absence != nil {
      body.bytes = nil
      body.count = Int64(size)
    }
    return body
  }

  private static func version(_ text: String) -> HTTPVersion? {
    switch text.utf8.map(ASCII.lowercased) {
    case Array("h2".utf8), Array("http/2.0".utf8): .http2
    case Array("h3".utf8), Array("http/3.0".utf8): .http3
    default: HTTPVersion(rawValue: text)
    }
  }

  /// The first byte and the whole, which is what is replayed.
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

  private func error() -> TransportError? {
    guard let word = entry["_error"]?.string else {
      // Others write a status of 0 for what did not come.
      let isMissing = (entry["response"]?["status"]?.number?.int ?? 0) == 0
      return isMissing ? TransportError(.other, "the archive has no response") : nil
    }
    return TransportError(
      TransportErrorWord.kind(of: word), entry["_errorDetail"]?.string ?? word,
      mayHaveBeenSent: entry["_mayHaveBeenSent"]?.bool ?? true)
  }

  /// - Returns: a member, and what it holds.
  private func member<Value>(
    _ value: JSONValue, _ name: String, _ content: (JSONValue) -> Value?, _ place: String
  ) throws(ArchiveError) -> (JSONValue, Value) {
    guard let found = value[name], let content = content(found) else {
      throw malformed(place + name)
    }
    return (found, content)
  }

  private func malformed(_ member: String) -> ArchiveError { .malformed("\(path).\(member)") }
}
