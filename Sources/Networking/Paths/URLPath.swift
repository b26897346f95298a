import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A path that is composed of segments and is absolute or relative to a client's base URL.
///
///     let api: URLPath = "api/v2"
///     api["users"][id]["posts"].get(query: ["page": page])
///     URLPath("users/{id}/posts{?page}", ["id": id, "page": page]).get()
///
/// An invalid segment does not interrupt the chain. The error is stored in the request that is
/// created from the path, which then fails instead of being sent.
public struct URLPath: Sendable {
  /// The percent-encoded path, with a query if it has one.
  public let text: String
  /// The first error, or `nil` if there is none.
  let problem: (any Error)?

  private init(_ text: String, _ problem: (any Error)?) {
    self.text = text
    self.problem = problem
  }

  /// Creates a path from a percent-encoded string, in which slashes separate segments. Nothing is
  /// encoded. The string may have a query, in which case added segments are inserted before it.
  public init(_ text: String) { self.init(text, nil) }

  /// Creates a path from an RFC 6570 template and its values. Names without a value are omitted.
  ///
  /// An error is stored for an invalid template; for a simple `{name}` in the path whose value is
  /// missing or empty, as the result would be a different path; and for a `.` or `..` segment,
  /// which would lead out of the path.
  public init(_ template: String, _ values: [String: (any URITemplateConvertible)?]) {
    do {
      let template = try URITemplate(template)
      for name in template.namesInPath {
        guard case .some(.some(let value)) = values[name], !value.templateValue.isEmpty else {
          throw HTTPSyntaxError.invalidURL("has no value for '\(name)' in its path")
        }
      }
      let text = try template.expand(values)
      let path = try URLReference(text).path.utf8
      for segment in path.split(separator: UInt8(ascii: "/")) {
        try Self.checkDots(Substring(segment))
      }
      self.init(text, nil)
    } catch {
      self.init(template, error)
    }
  }

  /// Returns the path with an additional segment. All characters with a special meaning in URLs are
  /// percent-encoded; a slash does not separate segments.
  ///
  /// An error is stored for an empty segment and for `.` and `..`, which would result in a
  /// different path.
  public subscript(segment: some URITemplateText) -> URLPath {
    let added = PercentEncoding.encode(segment.templateText)
    do {
      if added.isEmpty { throw HTTPSyntaxError.invalidURL("has an empty segment in its path") }
      try Self.checkDots(added[...])
    } catch {
      return URLPath(text, problem ?? error)
    }
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = text[..<(end ?? text.endIndex)]
    let slash = path.isEmpty || path.utf8.last == UInt8(ascii: "/") ? "" : "/"
    return URLPath(
      path + slash + added + text[(end ?? text.endIndex)...], problem)
  }

  /// Throws for `.` and `..` segments. Many servers treat a percent-encoded dot like a dot, so both
  /// forms are checked.
  private static func checkDots(_ segment: Substring) throws(HTTPSyntaxError) {
    var rest = segment.utf8[...]
    var dots = 0
    while !rest.isEmpty {
      let isEncoded = rest.prefix(3).elementsEqual("%2e".utf8) { ASCII.lowercased($0) == $1 }
      guard isEncoded || rest.first == UInt8(ascii: ".") else { return }
      rest = rest.dropFirst(isEncoded ? 3 : 1)
      dots += 1
    }
    if (1...2).contains(dots) {
      throw .invalidURL("has the segment '\(segment)' in its path, which would leave the path")
    }
  }
}

extension URITemplate.Value {
  /// Whether the value expands to an empty string.
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .list(let texts): texts.isEmpty
    case .pairs(let pairs): pairs.isEmpty
    }
  }
}

extension URLPath: ExpressibleByStringLiteral {
  /// Creates a path from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension URLPath: Redacted {
  /// A description for logs that omits the query and the values of an invalid template.
  public var description: String { Redaction.url(text) }
}

extension UUID: URITemplateText {}

/// A type that requests can be created from: a path or a string.
public protocol URLPathConvertible: Sendable {
  /// The path.
  var urlPath: URLPath { get }
}

extension URLPath: URLPathConvertible {
  /// The path itself.
  public var urlPath: URLPath { self }
}

extension String: URLPathConvertible {
  /// The string as a path.
  public var urlPath: URLPath { URLPath(self) }
}

extension URLPathConvertible {
  /// Creates a `GET` request to the path.
  public func get(query: Parameters = [:]) -> RequestBuilder<BodyForbidden> { builder(.get, query) }
  /// Creates a `HEAD` request to the path.
  public func head(query: Parameters = [:]) -> RequestBuilder<BodyForbidden> {
    builder(.head, query)
  }
  /// Creates a `TRACE` request to the path.
  public func trace(query: Parameters = [:]) -> RequestBuilder<BodyForbidden> {
    builder(.trace, query)
  }
  /// Creates a `POST` request to the path.
  public func post(query: Parameters = [:]) -> RequestBuilder<BodyAllowed> { builder(.post, query) }
  /// Creates a `PUT` request to the path.
  public func put(query: Parameters = [:]) -> RequestBuilder<BodyAllowed> { builder(.put, query) }
  /// Creates a `PATCH` request to the path.
  public func patch(query: Parameters = [:]) -> RequestBuilder<BodyAllowed> {
    builder(.patch, query)
  }
  /// Creates a `DELETE` request to the path.
  public func delete(query: Parameters = [:]) -> RequestBuilder<BodyAllowed> {
    builder(.delete, query)
  }
  /// Creates an `OPTIONS` request to the path.
  public func options(query: Parameters = [:]) -> RequestBuilder<BodyAllowed> {
    builder(.options, query)
  }

  /// Creates a request with a method that is only known at run time. If the method forbids a body
  /// but there is one, this is reported when the request is sent.
  public func request(_ method: HTTPMethod, query: Parameters = [:]) -> RequestBuilder<BodyAllowed>
  {
    builder(method, query)
  }

  /// Creates a request with an additional query.
  private func builder<Body>(_ method: HTTPMethod, _ query: Parameters) -> RequestBuilder<Body> {
    let path = urlPath
    return RequestBuilder(method, path.text).with { builder in
      if let problem = path.problem { throw problem }
      builder.query.append(query)
    }
  }
}
