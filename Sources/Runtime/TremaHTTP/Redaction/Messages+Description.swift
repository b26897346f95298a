extension HTTPRequest: Redacted {
  /// A description for logs: `GET https://example.com/x?… [Accept: text/html, Authorization: <redacted>]`.
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
  /// A description for logs and messages.
  public var description: String { "\(head), \(body)" }
}

extension HTTPResponseBody: Redacted {
  /// A description for logs and messages.
  public var description: String {
    bytes.map { "a body of \(Redaction.bytes($0.count))" } ?? "a body as a stream"
  }
}

extension HTTPBody: Redacted {
  /// The kind of the body, and its length if that is known.
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
  /// A description for logs and messages.
  public var description: String {
    length.map { "a stream of \(Redaction.bytes($0))" } ?? "a stream of unknown length"
  }
}

extension HTTPFields.Field: Redacted {
  /// `Accept: text/html`, `Authorization: <redacted>`: values are shown of those fields alone that
  /// never hold a secret.
  public var description: String {
    "\(HTTPSyntax.shown(name.text)): "
      + (Self.withoutSecrets.contains(name) ? HTTPSyntax.shown(value) : Redaction.mask)
  }

  /// How contents are agreed on, kept and framed. Not among them: what names a user, and what holds a
  /// URL, whose query may be a secret.
  private static let withoutSecrets: Set<HTTPFields.Name> = [
    .accept, "Accept-Charset", .acceptEncoding, .acceptLanguage, "Accept-Ranges", "Age", "Allow",
    .cacheControl, .connection, .contentEncoding, "Content-Language", .contentLength,
    "Content-Range", .contentType, .date, .etag, .expect, "Expires", .host, "If-Match",
    .ifModifiedSince, .ifNoneMatch, "If-Unmodified-Since", .lastModified, .range, .retryAfter,
    "Server", .transferEncoding, "Vary",
  ]
}

extension HTTPFields: Redacted {
  /// `[Accept: text/html, Authorization: <redacted>]`
  public var description: String { "[\(all.map(\.description).joined(separator: ", "))]" }
}

// A URL is put together by its description, which therefore is the whole text.
extension URLReference: CustomDebugStringConvertible, CustomReflectable {
  /// Without user name, password, query and fragment.
  public var debugDescription: String { Redaction.url(self) }
  /// A mirror without parts, so that a dump is the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URITemplate.Value: Redacted {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .text: "a text"
    case .list(let texts): "a list of \(texts.count)"
    case .pairs(let pairs): "[\(pairs.map(\.description).joined(separator: ", "))]"
    }
  }
}

extension URITemplate.Value.Pair: Redacted {
  /// A description for logs and messages.
  public var description: String { "\(HTTPSyntax.shown(name)): \(Redaction.mask)" }
}
