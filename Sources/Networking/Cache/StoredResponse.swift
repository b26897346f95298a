import TremaHTTP

/// A stored response without its body.
public struct StoredResponse: Hashable, Sendable {
  /// The status of the response.
  public var status: HTTPStatus
  /// The header fields of the response.
  public var fields: HTTPFields
  /// The version of HTTP that the response was received with.
  public var version: HTTPVersion?
  /// The times of the request and of the response's head, in seconds since 1970-01-01T00:00:00Z.
  public var requestTime: Int64
  /// The time at which the response was received, in seconds since 1970.
  public var responseTime: Int64
  /// The fields of the request that it depends on, as its `Vary` says.
  public var selecting: [Selector]

  /// A field of a request, by its name and a digest of its value: what was there is not kept.
  public struct Selector: Hashable, Sendable {
    /// The name of the request's field.
    public let name: HTTPFields.Name
    /// 64 hexadecimal digits; empty where the request had no such field.
    public let digest: String

    /// Creates a selector from the digest of the field's values.
    public init(_ name: HTTPFields.Name, digest: String) {
      self.name = name
      self.digest = digest
    }

    init(_ name: HTTPFields.Name, of request: HTTPRequest) {
      self.init(name, digest: Self.digest(of: request.fields[values: name]))
    }

    /// Values are the same on any number of lines and with any white space around their commas (RFC
    /// 9111, section 4.1).
    private static func digest(of values: [String]) -> String {
      if values.isEmpty { return "" }
      let items = values.flatMap(FieldList.items)
      return HashFunction.sha256.hexDigest(of: Array(items.joined(separator: "\0").utf8))
    }
  }

  /// Creates the head of a stored response.
  ///
  /// - Parameters:
  /// - requestTime: the time at which the request was sent, in seconds since 1970.
  /// - responseTime: the time at which the response was received, in the same unit.
  /// - selecting: the fields of the request that `Vary` names.
  public init(
    _ status: HTTPStatus, fields: HTTPFields, version: HTTPVersion? = nil, requestTime: Int64,
    responseTime: Int64, selecting: [Selector] = []
  ) {
    self.status = status
    self.fields = fields
    self.version = version
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.selecting = selecting
  }
}

extension StoredResponse: Redacted {
  /// `200 [Content-Type: text/html, Set-Cookie: <redacted>]`
  public var description: String { "\(status) \(fields)" }
}

extension StoredResponse {
  /// Creates the part of a response that may be stored.
  ///
  /// Source: RFC 9111, section 3.1.
  init(_ head: HTTPResponseHead, to request: HTTPRequest, requestTime: Int64, responseTime: Int64) {
    let control = CacheControl(head.fields)
    var left = Self.neverKept.union(control.fieldNames("no-cache") ?? [])
    for value in head.fields[values: .connection] {
      left.formUnion(FieldList.items(value).map { HTTPFields.Name($0) })
    }
    self.init(
      head.status, fields: HTTPFields(head.fields.filter { !left.contains($0.name) }),
      version: head.version, requestTime: requestTime, responseTime: responseTime,
      selecting: Vary(head.fields).selectors(of: request))
  }

  /// Fields of a single connection; and `Set-Cookie`, which would be obeyed again with each use, and
  /// replace newer cookies by old ones.
  private static let neverKept: Set<HTTPFields.Name> = [
    .connection, "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info",
    .proxyAuthorization, "Proxy-Connection", "TE", .transferEncoding, "Upgrade", .setCookie,
  ]

  /// After the server has said 304: its fields take the place of those that are kept, but for what
  /// describes the content that is here.
  ///
  /// Source: RFC 9111, sections 3.2 and 4.3.4.
  func updated(by new: StoredResponse) -> StoredResponse {
    var updated = new
    updated.status = status
    updated.fields = fields
    // Its age counts from here again, by a date that the 304 says, or by when it came.
    updated.fields["Age"] = nil
    updated.fields[.date] = nil
    updated.fields.merge(HTTPFields(new.fields.filter { !Self.ofContent.contains($0.name) }))
    if !new.fields.contains("Vary") { updated.selecting = selecting }
    return updated
  }

  /// Fields that describe a content which was decoded on its way.
  private static let ofContent: Set<HTTPFields.Name> = [
    .contentEncoding, .contentLength, .contentRange, .contentType,
  ]
}

/// The fields of requests that a response depends on, by `Vary`.
///
/// Source: RFC 9110, section 12.5.5; RFC 9111, section 4.1.
struct Vary {
  /// Each once, in the order of their first mention.
  private(set) var names: [HTTPFields.Name] = []
  /// Whether the response depends on something that no request says.
  private(set) var isStar = false

  init(_ fields: HTTPFields) {
    for item in fields[values: "Vary"].flatMap(FieldList.items) {
      if item == "*" { isStar = true }
      let name = HTTPFields.Name(item)
      if !names.contains(name) { names.append(name) }
    }
  }

  func selectors(of request: HTTPRequest) -> [StoredResponse.Selector] {
    names.map { StoredResponse.Selector($0, of: request) }
  }
}

extension StoredResponse {
  /// The fields that ask whether it is still what the server has; none where it has no validator.
  ///
  /// Source: RFC 9111, section 4.3.1.
  var conditions: HTTPFields {
    var fields = HTTPFields()
    if let tag = entityTag { fields[.ifNoneMatch] = tag }
    if let date = lastModified { fields[.ifModifiedSince] = date }
    return fields
  }

  private var entityTag: String? { Self.first(.etag, fields) }
  private var lastModified: String? { Self.first(.lastModified, fields) }

  /// Whether a 304 speaks of this response: its validators are the ones that are kept. One that has
  /// none answers the only question that was asked.
  ///
  /// Source: RFC 9111, section 4.3.4; RFC 9110, section 8.8.3.2.
  func isMeant(by notModified: HTTPFields) -> Bool {
    if let tag = Self.first(.etag, notModified) {
      guard let own = entityTag else { return false }
      // One tag was asked about, so that it is the one that is meant though it is weak on one side:
      // nginx weakens tags of what it compresses, and not those of its 304.
      return Self.opaque(tag) == Self.opaque(own)
    }
    if let date = Self.first(.lastModified, notModified), let own = lastModified {
      return Array(date.utf8) == Array(own.utf8)
    }
    return true
  }

  private static func first(_ name: HTTPFields.Name, _ fields: HTTPFields) -> String? {
    fields[values: name].first.map { FieldList.trimmed($0.utf8) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func opaque(_ tag: String) -> [UInt8] {
    Array(tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...])
  }

  /// Whether it may answer though the server failed.
  ///
  /// Source: RFC 5861, section 4; RFC 9111, section 4.2.4.
  func mayAnswerAfterFailure(
    _ request: HTTPRequest, now: Int64, heuristicLimit: Int64
  ) -> Bool {
    let (said, asked) = (control, RequestControl(request.fields))
    let isQualified = said.fieldNames("no-cache") != nil
    if said.contains("must-revalidate") || said.contains("no-cache") && !isQualified {
      return false
    }
    if asked.isNoCache || request.cachePolicy == .reload { return false }
    let staleness = age(at: now) - freshnessLifetime(heuristicLimit: heuristicLimit)
    let limits = [asked.staleIfError, said.seconds("stale-if-error").value]
    return limits.contains { limit in limit.map { staleness <= $0 } ?? false }
  }

  /// Source: RFC 5861, section 4.
  static func isFailure(_ status: HTTPStatus) -> Bool {
    [500, 502, 503, 504].contains(status.code)
  }
}

/// The URLs whose responses are no longer what the server has, after a request that changed something.
///
/// Source: RFC 9111, section 4.4.
enum Invalidation {
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
