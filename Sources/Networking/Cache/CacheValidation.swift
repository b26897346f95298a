import TremaHTTP

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
