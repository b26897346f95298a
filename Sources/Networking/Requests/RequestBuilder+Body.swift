import TremaHTTP
import TremaJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Each of these methods replaces the body. The media type is set in `Content-Type`; a default type
// doesn't replace one that has already been set as a header.
extension RequestBuilder where Body == BodyAllowed {
  /// Sets a value encoded as JSON as the body.
  ///
  /// - Parameter encoder: The encoder; `nil` means the client's encoder.
  public func json(_ value: some Encodable & Sendable, with encoder: JSONEncoder? = nil)
    -> RequestBuilder
  {
    with { builder in
      builder.setType(nil, else: "application/json")
      builder.body = .encoded { coders in
        .bytes([UInt8](try (encoder ?? coders.json).encode(value)))
      }
    }
  }

  /// Sets a JSON value as the body. Members keep their order, and no whitespace is added.
  public func json(_ value: JSONValue) -> RequestBuilder {
    with { builder in
      builder.setType(nil, else: "application/json")
      let writer = JSONWriter(layout: .compact, endsWithNewline: false)
      builder.body = .ready(.bytes(writer.bytes(of: value)))
    }
  }

  /// Sets a dictionary with values of different types as a JSON object. `nil` is encoded as null.
  ///
  ///     let values: [String: (any Encodable & Sendable)?] = ["dish": 7, "note": note]
  @_disfavoredOverload
  public func json(
    _ values: [String: (any Encodable & Sendable)?], with encoder: JSONEncoder? = nil
  ) -> RequestBuilder {
    json(MixedValues(values: values), with: encoder)
  }

  /// Sets a string as the body, encoded as UTF-8.
  ///
  /// - Parameter type: The media type and its charset; `nil` means
  ///   `text/plain; charset=utf-8`.
  public func text(_ text: String, type: String? = nil) -> RequestBuilder {
    with { builder in
      builder.setType(type, else: "text/plain; charset=utf-8")
      builder.body = .ready(.bytes(Array(text.utf8)))
    }
  }

  /// Sets bytes as the body, unchanged.
  ///
  /// - Parameter type: The media type. `nil` derives it from the first bytes: JSON, PNG, JPEG, GIF,
  ///   PDF, TIFF, WebP, ZIP and a few others, or else `application/octet-stream`.
  public func data(_ bytes: [UInt8], type: String? = nil) -> RequestBuilder {
    with { builder in
      builder.setType(type, else: GuessedType.sniffed(bytes))
      builder.body = .ready(.bytes(bytes))
    }
  }

  /// Sets data as the body; see `data(_:type:)` for bytes.
  public func data(_ data: Data, type: String? = nil) -> RequestBuilder {
    self.data([UInt8](data), type: type)
  }

  /// Sets a file as the body. It is read in chunks each time the request is sent.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - type: The media type; `nil` derives it from the file extension.
  public func file(path: String, type: String? = nil) -> RequestBuilder {
    with { builder in
      builder.setType(type, else: GuessedType.forFileExtension(path) ?? GuessedType.unknown)
      builder.body = .ready(.file(path: path))
    }
  }

  /// Sets a body of any kind. Without a type, no `Content-Type` is added.
  public func body(_ body: HTTPBody, type: String? = nil) -> RequestBuilder {
    with { builder in
      if let type { builder.request.fields[.contentType] = type }
      builder.body = .ready(body)
    }
  }

  /// Sets a multipart form as the body. If the form cannot be encoded, this is reported when the
  /// request is sent.
  public func multipart(_ form: MultipartForm) -> RequestBuilder {
    with { builder in
      builder.request.fields[.contentType] = form.contentType
      builder.body = .encoded { _ in try form.body() }
    }
  }

  /// Sets a multipart form with these parts as the body.
  public func multipart(_ parts: MultipartForm.Part...) -> RequestBuilder {
    multipart(MultipartForm(parts))
  }

  /// Sets `Content-Type`. An explicit type replaces the field, but the default does not.
  private mutating func setType(_ type: String?, else defaultType: String) {
    if let type {
      request.fields[.contentType] = type
    } else if !request.fields.contains(.contentType) {
      request.fields[.contentType] = defaultType
    }
  }
}

// Names and values as a body in `application/x-www-form-urlencoded`.
extension RequestBuilder where Body == BodyAllowed {
  /// Sets a form as the body, with the names and values in the given order. Values that are `nil`
  /// are omitted.
  ///
  /// - Parameter encoder: The encoder; `nil` means the client's encoder.
  public func form(_ parameters: Parameters, with encoder: FormEncoder? = nil) -> RequestBuilder {
    encoded(as: FormEncoder.contentType) { coders in
      let encoder = encoder ?? coders.form
      return Array(encoder.text(of: try parameters.items(encoder.rules)).utf8)
    }
  }

  /// Sets a form with these items as the body.
  public func form(_ items: [QueryItem], with encoder: FormEncoder? = nil) -> RequestBuilder {
    form(Parameters(items), with: encoder)
  }

  /// Sets the entries of a dictionary as a form, sorted by name. Values that are `nil` are omitted.
  @_disfavoredOverload
  public func form(
    _ values: [String: (any Encodable & Sendable)?], with encoder: FormEncoder? = nil
  ) -> RequestBuilder {
    form(Parameters(values), with: encoder)
  }

  /// Sets the properties of a value as a form.
  @_disfavoredOverload
  public func form(_ values: some Encodable & Sendable, with encoder: FormEncoder? = nil)
    -> RequestBuilder
  {
    form(Parameters(values), with: encoder)
  }
}

// The builder methods that add a body, unavailable for methods that do not allow one.
extension RequestBuilder where Body == BodyForbidden {
  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func form(_ parameters: Parameters, with encoder: FormEncoder? = nil) -> RequestBuilder {
    self
  }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public func form(_ items: [QueryItem], with encoder: FormEncoder? = nil) -> RequestBuilder {
    self
  }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  @_disfavoredOverload
  public func form(
    _ values: [String: (any Encodable & Sendable)?], with encoder: FormEncoder? = nil
  ) -> RequestBuilder {
    self
  }

  /// Unavailable. Use a method that allows a body, such as `post(_:)` or `query(_:)`.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  @_disfavoredOverload
  public func form(_ values: some Encodable & Sendable, with encoder: FormEncoder? = nil)
    -> RequestBuilder
  {
    self
  }
}
