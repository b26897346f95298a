extension HTTPRequest: Redacted {
  /// A description for logs: `GET https://example.com/x?… [Accept: text/html, Authorization:
  /// <redacted>]`.
  public var description: String {
    "\(method) \(redactedTarget)" + (fields.isEmpty ? "" : " \(fields)")
  }

  /// The target for logs, without parts that may contain secrets: user name, password and query.
  package var redactedTarget: String { Redaction.url(target) }
}

extension HTTPResponseHead: Redacted {
  /// A description for logs, such as `200 https://example.com/x?… [Content-Type: text/html,
  /// Set-Cookie: <redacted>]`.
  public var description: String {
    var parts = ["\(status)"]
    if !url.isEmpty { parts.append(Redaction.url(url)) }
    if !fields.isEmpty { parts.append("\(fields)") }
    return parts.joined(separator: " ")
  }
}

extension HTTPRedirect: Redacted {
  /// A description for logs, such as `302 POST https://example.com/x → GET https://example.com/y`,
  /// without user names and queries.
  public var description: String {
    "\(status) \(method) \(Redaction.url(url)) → \(newMethod) \(Redaction.url(newURL))"
  }
}

extension HTTPResponse: Redacted {
  /// A textual representation of this instance.
  public var description: String { "\(head), \(body)" }
}

extension HTTPResponseBody: Redacted {
  /// A textual representation of this instance.
  public var description: String {
    bytes.map { "a body of \(Redaction.bytes($0.count))" } ?? "a body as a stream"
  }
}

extension HTTPBody: Redacted {
  /// The kind of the body, and its length if known.
  public var description: String {
    switch self {
    case .empty: "no body"
    case .bytes(let bytes): "a body of \(Redaction.bytes(bytes.count))"
    case .file(let path): "the file '\(HTTPSyntax.escaped(path))' as a body"
    case .stream(let stream): "\(stream)"
    }
  }
}

extension HTTPBodyStream: Redacted {
  /// A textual representation of this instance.
  public var description: String {
    length.map { "a stream of \(Redaction.bytes($0))" } ?? "a stream of unknown length"
  }
}

extension HTTPFields.Field: Redacted {
  /// A description for logs, such as `Accept: text/html` or `Authorization: <redacted>`. Values are
  /// shown only for fields that never contain secrets.
  public var description: String {
    "\(HTTPSyntax.escaped(name.text)): "
      + (Self.unredactedNames.contains(name) ? HTTPSyntax.escaped(value) : Redaction.mask)
  }

  /// The fields whose values are shown: content negotiation, caching and framing fields. Fields
  /// that identify a user, and fields with a URL, whose query may be a secret, are excluded.
  private static let unredactedNames: Set<HTTPFields.Name> = [
    .accept, "Accept-Charset", .acceptEncoding, .acceptLanguage, "Accept-Ranges", "Age", "Allow",
    .cacheControl, .connection, .contentEncoding, "Content-Language", .contentLength,
    "Content-Range", .contentType, .date, .etag, .expect, "Expires", .host, "If-Match",
    .ifModifiedSince, .ifNoneMatch, "If-Unmodified-Since", .lastModified, .range, .retryAfter,
    "Server", .transferEncoding, "Vary",
  ]
}

extension HTTPFields: Redacted {
  /// A description for logs, such as `[Accept: text/html, Authorization: <redacted>]`.
  public var description: String { "[\(all.map(\.description).joined(separator: ", "))]" }
}

// The description of a URL is the complete URL, because URLs are assembled from it. Only the debug
// description and the mirror are redacted.
extension URLReference: CustomDebugStringConvertible, CustomReflectable {
  /// The URL without its user name, password, query and fragment.
  public var debugDescription: String { Redaction.url(self) }
  /// A mirror without children. It makes a dump show only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URITemplate.Value: Redacted {
  /// The kind of the value, without its contents.
  public var description: String {
    switch self {
    case .text: "a text"
    case .list(let texts): "a list of \(texts.count)"
    case .pairs(let pairs): "[\(pairs.map(\.description).joined(separator: ", "))]"
    }
  }
}

extension URITemplate.Value.Pair: Redacted {
  /// The name, with the value redacted.
  public var description: String { "\(HTTPSyntax.escaped(name)): \(Redaction.mask)" }
}
