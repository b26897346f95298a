import TremaHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a request that holds its parameters.
public enum ParameterPlacement: Hashable, Sendable {
  /// Into the query of GET, HEAD, DELETE and TRACE requests, else into a body of JSON.
  case automatic
  case query
  case json
  case form
}

/// The same where no body is allowed.
public enum QueryPlacement: Hashable, Sendable {
  /// Into the query.
  case automatic
  case query

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public static var json: Self { .query }

  /// Unavailable: explains that the method allows no body.
  @available(
    *, unavailable,
    message:
      "a GET, HEAD or TRACE request has no body; use .post, or .query for a search with a body"
  )
  public static var form: Self { .query }
}

extension Draft where Body == BodyForbidden {
  /// The properties of a value, in the query.
  public func parameters(
    _ values: some Encodable & Sendable, in placement: QueryPlacement = .automatic
  ) -> Draft {
    query(Parameters(values))
  }

  /// The entries of a dictionary whose values are of several types, in the query; those that are nil are left
  /// out.
  @_disfavoredOverload
  public func parameters(
    _ values: [String: (any Encodable & Sendable)?], in placement: QueryPlacement = .automatic
  ) -> Draft {
    query(Parameters(values))
  }
}

extension Draft where Body == BodyAllowed {
  /// The entries of a dictionary whose values are of several types, where a request with this method has
  /// them; those that are nil are left out.
  @_disfavoredOverload
  public func parameters(
    _ values: [String: (any Encodable & Sendable)?],
    in placement: ParameterPlacement = .automatic
  ) -> Draft {
    parameters(MixedValues(values: values, keepsNil: false), in: placement)
  }

  /// The properties of a value, where a request with this method has them.
  ///
  /// A body where a method that is known only at run time forbids one is refused when the request is
  /// sent.
  public func parameters(
    _ values: some Encodable & Sendable, in placement: ParameterPlacement = .automatic
  ) -> Draft {
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

extension Draft {
  /// The same with a body that is made with the client's encoders, and its type unless one is set.
  func encoded(
    as type: String, _ encode: @escaping @Sendable (ClientCoders) throws -> [UInt8]
  ) -> Draft {
    with { draft in
      if !draft.request.fields.contains(.contentType) { draft.request.fields[.contentType] = type }
      draft.body = .encoded { coders in .bytes(try encode(coders)) }
    }
  }
}
