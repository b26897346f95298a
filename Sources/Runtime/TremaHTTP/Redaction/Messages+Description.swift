extension HTTPRequest: Redacted {
  /// For a log: `GET https://example.com/x?… [Accept: text/html, Authorization: <redacted>]`.
  public var description: String {
    "\(method) \(redactedTarget)" + (fields.isEmpty ? "" : " \(fields)")
  }

  /// The target without what may be a secret: user name, password, query.
  package var redactedTarget: String { Redaction.url(target) }
}

extension HTTPResponseHead: Redacted {
  /// `200 https://example.com/x?… [Content-Type: text/html, Set-Cookie: <redacted>]`
  public var description: String {
    var parts = ["\(status)"]
    if !url.isEmpty { parts.append(Redaction.url(url)) }
    if !fields.isEmpty { parts.append("\(fields)") }
    return parts.joined(separator: " ")
  }
}

extension HTTPRedirect: Redacted {
  /// `302 POST https://example.com/x → GET https://example.com/y`, without user names and queries.
  public var description: String {
    "\(status) \(method) \(Redaction.url(url)) → \(newMethod) \(Redaction.url(newURL))"
  }
}

extension HTTPResponse: Redacted {
  public var description: String { "\(head), \(body)" }
}

extension HTTPResponseBody: Redacted {
  public var description: String {
    bytes.map { "a body of \(Redaction.bytes($0.count))" } ?? "a body as a stream"
  }
}

extension HTTPBody: Redacted {
  /// What kind it is, and how long where that is known.
  public var description: String {
    switch self {
    case .empty: "no body"
    case .bytes(let bytes): "a body of \(Redaction.bytes(bytes.count))"
    case .file(let path): "the file '\(HTTPSyntax.shown(path))' as a body"
    case .stream(let stream): "\(stream)"
    }
  }
}

extension HTTPBodyStream: Redacted {
  public var description: String {
    length.map { "a stream of \(Redaction.bytes($0))" } ?? "a stream of unknown length"
  }
}
