import TremaHTTP

/// What a request can be made of: a path, or its text.
public protocol URLPathConvertible: Sendable {
  var urlPath: URLPath { get }
}

extension URLPath: URLPathConvertible {
  public var urlPath: URLPath { self }
}

extension String: URLPathConvertible {
  public var urlPath: URLPath { URLPath(self) }
}

extension URLPathConvertible {
  public func get(query: Parameters = [:]) -> Draft<BodyForbidden> { draft(.get, query) }
  public func head(query: Parameters = [:]) -> Draft<BodyForbidden> { draft(.head, query) }
  public func trace(query: Parameters = [:]) -> Draft<BodyForbidden> { draft(.trace, query) }
  public func post(query: Parameters = [:]) -> Draft<BodyAllowed> { draft(.post, query) }
  public func put(query: Parameters = [:]) -> Draft<BodyAllowed> { draft(.put, query) }
  public func patch(query: Parameters = [:]) -> Draft<BodyAllowed> { draft(.patch, query) }
  public func delete(query: Parameters = [:]) -> Draft<BodyAllowed> { draft(.delete, query) }
  public func options(query: Parameters = [:]) -> Draft<BodyAllowed> { draft(.options, query) }

  /// With a method that is known only at run time; a body where it forbids one is refused when the
  /// request is sent.
  public func request(_ method: HTTPMethod, query: Parameters = [:]) -> Draft<BodyAllowed> {
    draft(method, query)
  }

  private func draft<Body>(_ method: HTTPMethod, _ query: Parameters) -> Draft<Body> {
    let path = urlPath
    return Draft(method, path.text).with { draft in
      if let problem = path.problem { throw problem }
      draft.query.append(query)
    }
  }
}
