import TremaHTTP

/// A stored response without its body.
public struct StoredResponse: Hashable, Sendable {
  /// The response status.
  public var status: HTTPStatus
  /// The response's header fields.
  public var fields: HTTPFields
  /// The HTTP version that the response was received with.
  public var version: HTTPVersion?
  /// The time at which the request was sent, in seconds since 1970-01-01T00:00:00Z.
  public var requestTime: Int64
  /// The time at which the response was received, in seconds since 1970-01-01T00:00:00Z.
  public var responseTime: Int64
  /// The request fields that selected the response, according to its `Vary` field.
  public var selectors: [Selector]

  /// A request field: its name and a digest of its values. The values themselves are not stored.
  public struct Selector: Hashable, Sendable {
    /// The request field's name.
    public let name: HTTPFields.Name
    /// The digest as 64 hexadecimal digits, or empty if the request had no such field.
    public let digest: String

    /// Creates a selector from the digest of the field's values.
    public init(_ name: HTTPFields.Name, digest: String) {
      self.name = name
      self.digest = digest
    }

    /// Creates the selector of a request.
    init(_ name: HTTPFields.Name, of request: HTTPRequest) {
      self.init(name, digest: Self.digest(of: request.fields[values: name]))
    }

    /// Returns a field's digest. The number of lines and the whitespace around commas are ignored
    /// (RFC 9111, section 4.1).
    private static func digest(of values: [String]) -> String {
      if values.isEmpty { return "" }
      let items = values.flatMap(FieldList.items)
      return HashFunction.sha256.hexDigest(of: Array(items.joined(separator: "\0").utf8))
    }
  }

  /// Creates the head of a stored response.
  ///
  /// - Parameters:
  ///   - status: The response status.
  ///   - fields: The response's fields.
  ///   - version: The HTTP version, or `nil` if unknown.
  ///   - requestTime: The time at which the request was sent, in seconds since 1970.
  ///   - responseTime: The time at which the response was received, in the same unit.
  ///   - selectors: The request fields listed in `Vary`.
  public init(
    _ status: HTTPStatus, fields: HTTPFields, version: HTTPVersion? = nil, requestTime: Int64,
    responseTime: Int64, selectors: [Selector] = []
  ) {
    self.status = status
    self.fields = fields
    self.version = version
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.selectors = selectors
  }
}

extension StoredResponse: Redacted {
  /// A description for logs without secrets: `200 [Content-Type: text/html, Set-Cookie:
  /// <redacted>]`.
  public var description: String { "\(status) \(fields)" }
}

extension StoredResponse {
  /// Creates the storable part of a response.
  ///
  /// See RFC 9111, section 3.1.
  init(_ head: HTTPResponseHead, to request: HTTPRequest, requestTime: Int64, responseTime: Int64) {
    let control = CacheControl(head.fields)
    var removed = Self.unstoredFields.union(control.fieldNames("no-cache") ?? [])
    for value in head.fields[values: .connection] {
      removed.formUnion(FieldList.items(value).map { HTTPFields.Name($0) })
    }
    self.init(
      head.status, fields: HTTPFields(head.fields.filter { !removed.contains($0.name) }),
      version: head.version, requestTime: requestTime, responseTime: responseTime,
      selectors: Vary(head.fields).selectors(of: request))
  }

  /// The fields that are not stored: fields that apply to a single connection, and `Set-Cookie`,
  /// which would be applied again with each use and replace newer cookies.
  private static let unstoredFields: Set<HTTPFields.Name> = [
    .connection, "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
    .proxyAuthorization, "Proxy-Connection", "TE", .transferEncoding, "Upgrade", .setCookie,
  ]

  /// Returns the response updated by a 304: its fields replace the stored ones, except for fields
  /// that describe the content.
  ///
  /// See RFC 9111, sections 3.2 and 4.3.4.
  func updated(by new: StoredResponse) -> StoredResponse {
    var updated = new
    updated.status = status
    updated.fields = fields
    // The age is now counted from the date in the 304, or from its arrival.
    updated.fields["Age"] = nil
    updated.fields[.date] = nil
    updated.fields.merge(HTTPFields(new.fields.filter { !Self.contentFields.contains($0.name) }))
    if !new.fields.contains("Vary") { updated.selectors = selectors }
    return updated
  }

  /// The fields that describe the content, which was decoded when it was received.
  private static let contentFields: Set<HTTPFields.Name> = [
    .contentEncoding, .contentLength, .contentRange, .contentType,
  ]
}

/// The request fields that select responses, as listed in the `Vary` field.
///
/// See RFC 9110, section 12.5.5, and RFC 9111, section 4.1.
struct Vary {
  /// The names without duplicates, in order of first occurrence.
  private(set) var names: [HTTPFields.Name] = []
  /// Whether the response depends on something other than the request's fields (`*`).
  private(set) var isStar = false

  init(_ fields: HTTPFields) {
    for item in fields[values: "Vary"].flatMap(FieldList.items) {
      if item == "*" { isStar = true }
      let name = HTTPFields.Name(item)
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Returns the selectors of a request.
  func selectors(of request: HTTPRequest) -> [StoredResponse.Selector] {
    names.map { StoredResponse.Selector($0, of: request) }
  }
}

extension StoredResponse {
  /// The fields that make a request conditional on a change to this response, or empty if it has no
  /// validator.
  ///
  /// See RFC 9111, section 4.3.1.
  var conditions: HTTPFields {
    var fields = HTTPFields()
    if let tag = entityTag { fields[.ifNoneMatch] = tag }
    if let date = lastModified { fields[.ifModifiedSince] = date }
    return fields
  }

  /// The value of `ETag`, or `nil` if it is missing or empty.
  private var entityTag: String? { Self.first(.etag, fields) }
  /// The value of `Last-Modified`, or `nil` if it is missing or empty.
  private var lastModified: String? { Self.first(.lastModified, fields) }

  /// Returns whether a 304 confirms this response because it has the stored validators. A 304
  /// without validators can only refer to the response specified in the request.
  ///
  /// See RFC 9111, section 4.3.4, and RFC 9110, section 8.8.3.2.
  func isConfirmed(by notModified: HTTPFields) -> Bool {
    if let tag = Self.first(.etag, notModified) {
      guard let storedTag = entityTag else { return false }
      // Only one tag was sent, so the 304 refers to it even if one side marks it as weak: nginx
      // weakens the tags of compressed responses, but not the tags of its 304 responses.
      return Self.opaque(tag) == Self.opaque(storedTag)
    }
    if let date = Self.first(.lastModified, notModified), let storedDate = lastModified {
      return Array(date.utf8) == Array(storedDate.utf8)
    }
    return true
  }

  /// Returns the first value of a field, or `nil` if it is missing or empty.
  private static func first(_ name: HTTPFields.Name, _ fields: HTTPFields) -> String? {
    fields[values: name].first.map { FieldList.trimmed($0.utf8) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns an entity tag without its weakness indicator.
  private static func opaque(_ tag: String) -> [UInt8] {
    Array(tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...])
  }

  /// Returns whether the response may be used after a server failure.
  ///
  /// See RFC 5861, section 4, and RFC 9111, section 4.2.4.
  func canServeAfterFailure(
    _ request: HTTPRequest, now: Int64, heuristicLimit: Int64
  ) -> Bool {
    let (responseControl, requestControl) = (control, RequestControl(request.fields))
    let isQualified = responseControl.fieldNames("no-cache") != nil
    if responseControl.contains("must-revalidate")
      || responseControl.contains("no-cache") && !isQualified
    {
      return false
    }
    if requestControl.isNoCache || request.cachePolicy == .reload { return false }
    let staleness = age(at: now) - freshnessLifetime(heuristicLimit: heuristicLimit)
    let limits = [requestControl.staleIfError, responseControl.seconds("stale-if-error").value]
    return limits.contains { limit in limit.map { staleness <= $0 } ?? false }
  }

  /// Returns whether a status is a server failure after which a stale response may be used.
  ///
  /// See RFC 5861, section 4.
  static func isFailure(_ status: HTTPStatus) -> Bool {
    [500, 502, 503, 504].contains(status.code)
  }
}

/// The URLs whose stored responses are outdated by a request that may have changed resources.
///
/// See RFC 9111, section 4.4.
enum Invalidation {
  /// Returns the URL of the request, and the URLs in `Location` and `Content-Location` if they have
  /// the same origin. Returns none after a failure.
  static func targets(_ request: HTTPRequest, _ response: HTTPResponseHead) -> [URLReference] {
    guard !request.method.isSafe, (200..<400).contains(response.status.code),
      let target = try? URLReference(request.target)
    else { return [] }
    let named = [HTTPFields.Name.location, "Content-Location"].compactMap { name in
      response.fields[values: name].first.flatMap { try? URLReference($0) }
    }
    return [target] + named.map(target.resolving).filter { $0.hasOrigin(of: target) }
  }
}
