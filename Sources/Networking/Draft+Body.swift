import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Draft where Body == BodyAllowed {
  /// A value as JSON, written by the client's encoder or one of its own.
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil) -> Draft {
    with { draft in
      if !draft.request.fields.contains(.contentType) {
        draft.request.fields[.contentType] = "application/json"
      }
      draft.body = .encoded { coders in .bytes([UInt8](try (encoder ?? coders.json).encode(value)))
      }
    }
  }

  /// Bytes as they are.
  public func body(_ bytes: [UInt8], _ type: String = "application/octet-stream") -> Draft {
    with { draft in
      draft.request.fields[.contentType] = type
      draft.body = .ready(.bytes(bytes))
    }
  }
}

extension Draft where Body == BodyForbidden {
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil) -> Draft {
    self
  }
}
