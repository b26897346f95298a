import TremaHTTP
import TremaSupport

// Pure functions that make one request of another, and the ways to put them in a row:
//
//     let asAda = compose(withJSON, try withBasicAuth("ada", password), set(\.priority, to: .high))
//     let request = Draft.get("users") |> asAda

precedencegroup ForwardPipe {
  associativity: left
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
}

infix operator |> : ForwardPipe

/// Puts a value into a function: `value |> f |> g` is `g(f(value))`.
public func |> <Value, Result, Failure: Error>(
  value: Value, function: (Value) throws(Failure) -> Result
) throws(Failure) -> Result {
  try function(value)
}

/// Changes what a draft sends over the wire; an error is kept in the draft.
public func |> <Body: BodyRule>(
  draft: Draft<Body>, change: (HTTPRequest) throws -> HTTPRequest
) -> Draft<Body> {
  draft.apply(change)
}

/// One change of several, which are made from left to right.
public func compose<Value>(
  _ changes: (@Sendable (Value) -> Value)...
) -> @Sendable (Value) -> Value {
  { value in changes.reduce(value) { $1($0) } }
}

/// One change of several, which are made from left to right until one throws.
@_disfavoredOverload
public func compose<Value>(
  _ changes: (@Sendable (Value) throws -> Value)...
) -> @Sendable (Value) throws -> Value {
  { value in try changes.reduce(value) { try $1($0) } }
}

/// The change that changes nothing.
@Sendable public func identity<Value>(_ value: Value) -> Value { value }

/// Sets any part of a request.
public func set<Part: Sendable>(
  _ part: WritableKeyPath<HTTPRequest, Part> & Sendable, to value: Part
) -> @Sendable (HTTPRequest) -> HTTPRequest {
  { request in
    var request = request
    request[keyPath: part] = value
    return request
  }
}

/// Sets a field; nil and an empty value leave it as it is.
public func withHeader(
  _ name: HTTPFields.Name, _ value: String?
) -> @Sendable (HTTPRequest) -> HTTPRequest {
  guard let value, !value.isEmpty else { return identity }
  return { request in
    var request = request
    request.fields[name] = value
    return request
  }
}

/// Sets several fields in their order; nil and empty values leave theirs as they are.
public func withHeaders(
  _ fields: KeyValuePairs<HTTPFields.Name, String?>
) -> @Sendable (HTTPRequest) -> HTTPRequest {
  let steps = fields.map { withHeader($0.key, $0.value) }
  return { request in steps.reduce(request) { $1($0) } }
}

/// Appends to the query. What is nil is left out.
///
/// The change throws ``ParameterError`` for a value that cannot be written, and `HTTPSyntaxError` for a
/// target that is no URL.
///
/// - Parameter encoder: how names, values and arrays are written; the coders of the client are unknown
///   here.
public func withQuery(
  _ parameters: Parameters, by encoder: QueryEncoder = QueryEncoder()
) -> @Sendable (HTTPRequest) throws -> HTTPRequest {
  { request in
    let added = encoder.text(of: try parameters.items(encoder.rules))
    if added.isEmpty { return request }
    var url = try URLReference(request.target)
    url.appendQuery(added)
    var request = request
    request.target = url.description
    return request
  }
}

/// Asks for JSON, and says that the body is JSON where there can be one.
@Sendable public func withJSON(_ request: HTTPRequest) -> HTTPRequest {
  var request = request
  request.fields[.accept] = "application/json"
  if request.method.allowsBody { request.fields[.contentType] = "application/json" }
  return request
}

/// Sets the name and the password of a user.
///
/// The change throws ``CredentialsError`` for a name with a colon, and for control characters.
/// Source: RFC 7617, with UTF-8.
public func withBasicAuth(
  _ user: String, _ password: String
) -> @Sendable (HTTPRequest) throws(CredentialsError) -> HTTPRequest {
  { (request) throws(CredentialsError) in
    var request = request
    request.fields[.authorization] = try Credentials.basic(user, password)
    return request
  }
}

/// Sets a token. One that cannot be in a field is refused when the request is built.
public func withBearer(_ token: String) -> @Sendable (HTTPRequest) -> HTTPRequest {
  set(\.fields[.authorization], to: "Bearer \(token)")
}

/// Why a name and a password cannot be sent. What they are is not said.
public enum CredentialsError: Error, Hashable, Sendable {
  /// The name ends at the first colon.
  case colonInName
  case controlCharacter
}

extension CredentialsError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .colonInName: "the name of a user cannot hold a colon"
    case .controlCharacter: "a name or a password cannot hold a control character"
    }
  }
}

enum Credentials {
  /// The value of `Authorization`.
  static func basic(_ user: String, _ password: String) throws(CredentialsError) -> String {
    if user.utf8.contains(UInt8(ascii: ":")) { throw .colonInName }
    let text = "\(user):\(password)"
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter }
    return "Basic \(Base64.encoded(Array(text.utf8)))"
  }
}
