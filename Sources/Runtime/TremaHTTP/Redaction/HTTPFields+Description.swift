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
