import TremaHTTP
import TremaJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The same steps where no body is allowed, so that the compiler says why they are not there.
extension Draft where Body == BodyForbidden {
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil) -> Draft {
    self
  }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func json(_ value: JSONValue) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func text(_ text: String, type: String? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func data(_ bytes: [UInt8], type: String? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func data(_ data: Data, type: String? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func file(path: String, type: String? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func body(_ body: HTTPBody, type: String? = nil) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func multipart(_ form: MultipartForm) -> Draft { self }

  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func multipart(_ parts: MultipartForm.Part...) -> Draft { self }
}
