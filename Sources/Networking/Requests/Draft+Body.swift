import TremaHTTP
import TremaJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The last body that is said is sent. Its type is in `Content-Type`; one that is not given does
// not replace one that has been set before as a header.
extension Draft where Body == BodyAllowed {
  /// A value as JSON, written by the client's encoder or one of its own.
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil) -> Draft {
    with { draft in
      draft.setType(nil, else: "application/json")
      draft.body = .encoded { coders in .bytes([UInt8](try (encoder ?? coders.json).encode(value)))
      }
    }
  }

  /// A value of JSON, members in their order, without white space.
  public func json(_ value: JSONValue) -> Draft {
    with { draft in
      draft.setType(nil, else: "application/json")
      let writer = JSONWriter(layout: .compact, finalNewline: false)
      draft.body = .ready(.bytes(writer.bytes(of: value)))
    }
  }

  /// The entries of a dictionary whose values are of several types, as an object; nil is null.
  ///
  ///     let values: [String: (any Encodable & Sendable)?] = ["dish": 7, "note": note]
  @_disfavoredOverload
  public func json(
    _ values: [String: (any Encodable & Sendable)?], with encoder: JSONEncoder? = nil
  ) -> Draft {
    json(MixedValues(values: values), with: encoder)
  }

  /// A text, in UTF-8.
  ///
  /// - Parameter type: with its charset; by default `text/plain; charset=utf-8`.
  public func text(_ text: String, type: String? = nil) -> Draft {
    with { draft in
      draft.setType(type, else: "text/plain; charset=utf-8")
      draft.body = .ready(.bytes(Array(text.utf8)))
    }
  }

  /// Bytes as they are.
  ///
  /// - Parameter type: by default what the first bytes say: JSON, PNG, JPEG, GIF, PDF, TIFF, WebP,
  ///   ZIP and a few others, else `application/octet-stream`.
  public func data(_ bytes: [UInt8], type: String? = nil) -> Draft {
    with { draft in
      draft.setType(type, else: GuessedType.sniffed(bytes))
      draft.body = .ready(.bytes(bytes))
    }
  }

  /// Sets bytes as the body.
  public func data(_ data: Data, type: String? = nil) -> Draft {
    self.data([UInt8](data), type: type)
  }

  /// A file, read piece by piece whenever the request is sent.
  ///
  /// - Parameter type: by default what the ending of the name says.
  public func file(path: String, type: String? = nil) -> Draft {
    with { draft in
      draft.setType(type, else: GuessedType.ofFile(path) ?? GuessedType.unknown)
      draft.body = .ready(.file(path: path))
    }
  }

  /// Any body. Without a type the request says none.
  public func body(_ body: HTTPBody, type: String? = nil) -> Draft {
    with { draft in
      if let type { draft.request.fields[.contentType] = type }
      draft.body = .ready(body)
    }
  }

  /// A form with files. What cannot be written is found when it is sent.
  public func multipart(_ form: MultipartForm) -> Draft {
    with { draft in
      draft.request.fields[.contentType] = form.contentType
      draft.body = .encoded { _ in try form.body() }
    }
  }

  /// A form with these parts.
  public func multipart(_ parts: MultipartForm.Part...) -> Draft { multipart(MultipartForm(parts)) }

  private mutating func setType(_ type: String?, else usual: String) {
    if let type {
      request.fields[.contentType] = type
    } else if !request.fields.contains(.contentType) {
      request.fields[.contentType] = usual
    }
  }
}

// Names and values as a body: `application/x-www-form-urlencoded`.
extension Draft where Body == BodyAllowed {
  /// Names and values in the order in which they are written; those that are nil are left out.
  ///
  /// - Parameter encoder: nil is the client's.
  public func form(_ parameters: Parameters, with encoder: FormEncoder? = nil) -> Draft {
    encoded(as: FormEncoder.contentType) { coders in
      let encoder = encoder ?? coders.form
      return Array(encoder.text(of: try parameters.items(encoder.rules)).utf8)
    }
  }

  /// Sets a form as the body.
  public func form(_ items: [QueryItem], with encoder: FormEncoder? = nil) -> Draft {
    form(Parameters(items), with: encoder)
  }

  /// The entries of a dictionary, sorted by name; those that are nil are left out.
  @_disfavoredOverload
  public func form(
    _ values: [String: (any Encodable & Sendable)?], with encoder: FormEncoder? = nil
  ) -> Draft {
    form(Parameters(values), with: encoder)
  }

  /// The properties of a value.
  @_disfavoredOverload
  public func form(_ values: some Encodable & Sendable, with encoder: FormEncoder? = nil) -> Draft {
    form(Parameters(values), with: encoder)
  }
}

// The same steps where no body is allowed, so that the compiler says why they are not there.
extension Draft where Body == BodyForbidden {
  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func form(_ parameters: Parameters, with encoder: FormEncoder? = nil) -> Draft { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public func form(_ items: [QueryItem], with encoder: FormEncoder? = nil) -> Draft { self }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  @_disfavoredOverload
  public func form(
    _ values: [String: (any Encodable & Sendable)?], with encoder: FormEncoder? = nil
  ) -> Draft {
    self
  }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  @_disfavoredOverload
  public func form(_ values: some Encodable & Sendable, with encoder: FormEncoder? = nil) -> Draft {
    self
  }
}
