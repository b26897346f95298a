import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a request that contains its parameters.
public enum ParameterPlacement: Hashable, Sendable {
  /// The query for GET, HEAD, DELETE and TRACE; a JSON body for other methods.
  case automatic
  /// The target's query.
  case query
  /// A JSON body.
  case json
  /// A form body, `application/x-www-form-urlencoded`.
  case form
}

/// The part of a request without a body that contains its parameters, which is always the query.
public enum QueryPlacement: Hashable, Sendable {
  /// The query.
  case automatic
  /// The query.
  case query

  /// Unavailable. Use `query`, as the method does not allow a body.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public static var json: Self { .query }

  /// Unavailable. Use `query`, as the method does not allow a body.
  @available(
    *, unavailable,
    message:
      "GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search with a body"
  )
  public static var form: Self { .query }
}

extension RequestBuilder where Body == BodyForbidden {
  /// Adds the properties of a value to the query.
  public func parameters(
    _ values: some Encodable & Sendable, in placement: QueryPlacement = .automatic
  ) -> RequestBuilder {
    query(Parameters(values))
  }

  /// Adds a dictionary with values of different types to the query. Values that are `nil` are
  /// omitted.
  @_disfavoredOverload
  public func parameters(
    _ values: [String: (any Encodable & Sendable)?], in placement: QueryPlacement = .automatic
  ) -> RequestBuilder {
    query(Parameters(values))
  }
}

extension RequestBuilder where Body == BodyAllowed {
  /// Sets parameters from a dictionary with values of different types, by default in the part of
  /// the request that is usual for its method. Values that are `nil` are omitted.
  @_disfavoredOverload
  public func parameters(
    _ values: [String: (any Encodable & Sendable)?],
    in placement: ParameterPlacement = .automatic
  ) -> RequestBuilder {
    parameters(MixedValues(values: values, keepsNil: false), in: placement)
  }

  /// Sets parameters from a value's properties, by default in the part of the request that is usual
  /// for its method.
  ///
  /// If the method is only known at run time and forbids a body, a body is reported when the
  /// request is sent.
  public func parameters(
    _ values: some Encodable & Sendable, in placement: ParameterPlacement = .automatic
  ) -> RequestBuilder {
    let inQuery: [HTTPMethod] = [.get, .head, .delete, .trace]
    return switch placement {
    case .automatic where inQuery.contains(request.method), .query: query(Parameters(values))
    case .automatic, .json:
      encoded(as: "application/json") { coders in [UInt8](try coders.json.encode(values)) }
    case .form:
      encoded(as: FormEncoder.contentType) { coders in
        Array(try coders.form.text(of: values).utf8)
      }
    }
  }
}

extension RequestBuilder {
  /// Sets a body that is encoded when the request is sent, and its type unless one is set.
  ///
  /// - Parameters:
  ///   - type: The media type.
  ///   - encode: Encodes the body with the client's coders.
  func encoded(
    as type: String, _ encode: @escaping @Sendable (ClientCoders) throws -> [UInt8]
  ) -> RequestBuilder {
    with { builder in
      if !builder.request.fields.contains(.contentType) {
        builder.request.fields[.contentType] = type
      }
      builder.body = .encoded { coders in .bytes(try encode(coders)) }
    }
  }
}
