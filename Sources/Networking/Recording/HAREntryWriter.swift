import TremaHTTP
import TremaJSON
import TremaSupport

/// A writer that represents one exchange, whose secrets have been redacted, as an archive entry.
struct HAREntryWriter {
  private let exchange: RecordedExchange
  private let cookies: HARCookies

  init(_ exchange: RecordedExchange) {
    self.exchange = exchange
    cookies = HARCookies(exchange)
  }

  /// The entry.
  var entry: JSONValue {
    var members: [(String, JSONValue)] = [
      ("startedDateTime", JSONValue(ArchiveDate.text(exchange.start))),
      ("time", HARTimings.milliseconds(exchange.metrics?.total ?? .zero)),
      ("request", request), ("response", response), ("cache", [:]),
      ("timings", HARTimings(exchange.metrics).json),
    ]
    if let address = exchange.metrics?.remoteAddress, let host = Self.host(of: address) {
      members.append(("serverIPAddress", JSONValue(host)))
    }
    if exchange.attempt > 1 { members.append(("_attempt", JSONValue(exchange.attempt))) }
    if !exchange.isOver { members.append(("_isOver", false)) }
    if let error = exchange.error {
      let name = TransportErrorName.text(of: error)
      members.append(("_error", JSONValue(name)))
      members.append(("_errorDetail", JSONValue(error.detail)))
      members.append(("_mayHaveBeenSent", JSONValue(error.mayHaveBeenSent)))
    }
    return object(members)
  }

  /// The HTTP version, or empty if unknown.
  private var version: JSONValue {
    JSONValue((exchange.response?.version ?? exchange.metrics?.version)?.rawValue ?? "")
  }

  /// The `request` member.
  private var request: JSONValue {
    let request = exchange.request
    let query = (try? URLReference(request.target))?.query ?? ""
    var members: [(String, JSONValue)] = [
      ("method", JSONValue(request.method.name)), ("url", JSONValue(request.target)),
      ("httpVersion", version), ("cookies", cookies.request),
      ("headers", fields(request.fields)),
      (
        "queryString",
        JSONValue(
          .array(
            MockPattern.items(query).map {
              ["name": JSONValue($0.name), "value": JSONValue($0.value ?? "")]
            }))
      ),
    ]
    let body = exchange.requestBody
    if body.count > 0 || !(body.bytes ?? []).isEmpty {
      var data: [(String, JSONValue)] = [
        ("mimeType", JSONValue(request.fields[.contentType] ?? ""))
      ]
      append(body, encoding: "_encoding", to: &data)
      members.append(("postData", object(data)))
    }
    members.append(("headersSize", -1))
    members.append(("bodySize", JSONValue(Int(clamping: body.count))))
    return object(members)
  }

  /// The `response` member. If there is no response, its status is 0.
  private var response: JSONValue {
    let response = exchange.response
    let body = exchange.responseBody
    var content: [(String, JSONValue)] = [
      ("size", JSONValue(Int(clamping: body.count))),
      ("mimeType", JSONValue(response?.fields[.contentType] ?? "")),
    ]
    append(body, encoding: "encoding", to: &content)
    return object([
      ("status", JSONValue(response?.status.code ?? 0)),
      ("statusText", JSONValue(response?.status.reason ?? "")),
      ("httpVersion", version), ("cookies", cookies.response),
      ("headers", fields(response?.fields ?? [:])),
      ("content", object(content)),
      ("redirectURL", JSONValue(response?.fields[.location] ?? "")), ("headersSize", -1),
      ("bodySize", response == nil ? -1 : JSONValue(receivedLength)),
    ])
  }

  /// The number of received bytes, or -1 if unknown.
  private var receivedLength: Int {
    exchange.metrics.map { Int(clamping: $0.bytesReceived) } ?? -1
  }

  /// Appends the content of a body, which is encoded as Base64 unless it is valid UTF-8.
  private func append(
    _ body: RecordedExchange.Body, encoding: String, to members: inout [(String, JSONValue)]
  ) {
    if let absence = body.absence { members.append(("_absence", JSONValue(absence.rawValue))) }
    guard let bytes = body.bytes else { return members.append(("text", "")) }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes) {
      members.append(("text", JSONValue(text)))
    } else {
      members.append(("text", JSONValue(Base64.encoded(bytes))))
      members.append((encoding, "base64"))
    }
  }

  /// Returns the `headers` member.
  private func fields(_ fields: HTTPFields) -> JSONValue {
    JSONValue(
      .array(fields.map { ["name": JSONValue($0.name.text), "value": JSONValue($0.value)] }))
  }

  /// Returns an object with members in order.
  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })))
  }

  /// Returns the host of an address, such as `127.0.0.1` for `127.0.0.1:80`, or `::1` for
  /// `[::1]:80`.
  private static func host(of address: String) -> String? {
    guard let colon = address.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(
      decoding: address.utf8[..<colon].filter { $0 != 0x5B && $0 != 0x5D }, as: UTF8.self)
  }
}

/// The phases of an exchange, which add up to its total time. The value is -1 for a phase that did
/// not occur or was not measured.
///
/// `connect` includes `ssl`. The time at which the request was sent is unknown, so `send` is 0, and
/// `wait` starts at the end of the connection phases.
struct HARTimings {
  /// The `timings` member.
  let json: JSONValue

  init(_ metrics: TransportMetrics?) {
    guard let metrics else {
      json = Self.json(nil, nil, nil, wait: .zero, receive: .zero)
      return
    }
    let isNew = metrics.isConnectionReused != true
    let lookupEnd = isNew ? metrics.nameLookupTime : nil
    let connectionEnd = isNew ? metrics.tlsTime ?? metrics.connectTime : nil
    let connect = connectionEnd.map { $0 - (lookupEnd ?? .zero) }
    let secure =
      isNew ? metrics.tlsTime.map { $0 - (metrics.connectTime ?? lookupEnd ?? .zero) } : nil
    let requestStart = connectionEnd ?? lookupEnd ?? .zero
    let first = max(metrics.firstByte ?? metrics.total, requestStart)
    json = Self.json(
      lookupEnd, connect, secure, wait: first - requestStart,
      receive: max(.zero, metrics.total - first))
  }

  /// Returns the phases, in milliseconds.
  private static func json(
    _ name: Duration?, _ connect: Duration?, _ secure: Duration?, wait: Duration, receive: Duration
  ) -> JSONValue {
    [
      "blocked": -1, "dns": name.map(milliseconds) ?? -1,
      "connect": connect.map(milliseconds) ?? -1, "ssl": secure.map(milliseconds) ?? -1,
      "send": 0, "wait": milliseconds(wait), "receive": milliseconds(receive),
    ]
  }

  /// Returns a duration in milliseconds, rounded to a microsecond.
  static func milliseconds(_ duration: Duration) -> JSONValue {
    let parts = duration.components
    let micros = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    if micros % 1000 == 0 { return JSONValue(Int(micros / 1000)) }
    return JSONValue(Double(micros) / 1000) ?? 0
  }
}

extension HTTPStatus {
  /// The reason phrase of the status, for display by archive viewers, or empty if the status is not
  /// registered. The server's own phrase is not available, as HTTP/2 has none.
  ///
  /// See the IANA status code registry.
  var reason: String { Self.reasons[code] ?? "" }

  /// The registered reason phrases.
  private static let reasons: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
    204: "No Content", 205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
    208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected",
    511: "Network Authentication Required",
  ]
}
