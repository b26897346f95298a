import TremaHTTP
import TremaSupport

// Pure functions from requests to requests, and operators to combine them:
//     let asAda = compose(withJSON, try withBasicAuth("ada", password), set(\.priority, to: .high))
//     let request = RequestBuilder.get("users") |> asAda

precedencegroup ForwardPipe {
  associativity: left
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
}

infix operator |> : ForwardPipe

/// Applies a function to a value: `value |> f |> g` is `g(f(value))`.
public func |> <Value, Result, Failure: Error>(
  value: Value, function: (Value) throws(Failure) -> Result
) throws(Failure) -> Result {
  try function(value)
}

/// Applies a change to the request in a builder. An error is stored in the builder.
public func |> <Body: BodyRule>(
  builder: RequestBuilder<Body>, change: (HTTPRequest) throws -> HTTPRequest
) -> RequestBuilder<Body> {
  builder.apply(change)
}

/// Returns a function that applies changes from left to right.
public func compose<Value>(
  _ changes: (@Sendable (Value) -> Value)...
) -> @Sendable (Value) -> Value {
  { value in changes.reduce(value) { $1($0) } }
}

/// Returns a function that applies changes from left to right until one of them throws.
@_disfavoredOverload
public func compose<Value>(
  _ changes: (@Sendable (Value) throws -> Value)...
) -> @Sendable (Value) throws -> Value {
  { value in try changes.reduce(value) { try $1($0) } }
}

/// Returns its argument.
@Sendable public func identity<Value>(_ value: Value) -> Value { value }

/// Returns a change that sets a property of a request.
public func set<Part: Sendable>(
  _ part: WritableKeyPath<HTTPRequest, Part> & Sendable, to value: Part
) -> @Sendable (HTTPRequest) -> HTTPRequest {
  { request in
    var request = request
    request[keyPath: part] = value
    return request
  }
}

/// Returns a change that sets a field. `nil` and an empty value leave it unchanged.
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

/// Returns a transform that sets multiple fields in order. `nil` and empty values leave a field
/// unchanged.
public func withHeaders(
  _ fields: KeyValuePairs<HTTPFields.Name, String?>
) -> @Sendable (HTTPRequest) -> HTTPRequest {
  let steps = fields.map { withHeader($0.key, $0.value) }
  return { request in steps.reduce(request) { $1($0) } }
}

/// Returns a change that appends to the query. Values that are `nil` are omitted.
///
/// The change throws ``ParameterError`` for a value that cannot be encoded, and `HTTPSyntaxError`
/// for a target that is not a URL.
///
/// - Parameters:
///   - parameters: Names and values, in order.
///   - encoder: The encoder. The client's coders are not available here.
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

/// Returns the request with `Accept` set to JSON, and also `Content-Type` if the method allows a
/// body.
@Sendable public func withJSON(_ request: HTTPRequest) -> HTTPRequest {
  var request = request
  request.fields[.accept] = "application/json"
  if request.method.allowsBody { request.fields[.contentType] = "application/json" }
  return request
}

/// Returns a change that sets the user name and password for basic authentication.
///
/// The change throws ``CredentialsError`` for a name with a colon and for control characters.
///
/// See RFC 7617. The encoding is UTF-8.
public func withBasicAuth(
  _ user: String, _ password: String
) -> @Sendable (HTTPRequest) throws(CredentialsError) -> HTTPRequest {
  { (request) throws(CredentialsError) in
    var request = request
    request.fields[.authorization] = try Credentials.basic(user, password)
    return request
  }
}

/// Returns a change that sets a bearer token. A token that is not allowed in a header field is
/// reported when the request is built.
public func withBearer(_ token: String) -> @Sendable (HTTPRequest) -> HTTPRequest {
  set(\.fields[.authorization], to: "Bearer \(token)")
}

/// An error for a user name or password that cannot be sent. It contains neither of them.
public enum CredentialsError: Error, Hashable, Sendable {
  /// The user name contains a colon, which separates it from the password.
  case colonInName
  /// The user name or the password contains a control character.
  case controlCharacter
}

extension CredentialsError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .colonInName: "a user name must not contain a colon"
    case .controlCharacter: "a user name or a password must not contain a control character"
    }
  }
}

/// The values of `Authorization`.
enum Credentials {
  /// Returns the value of `Authorization` for basic authentication.
  static func basic(_ user: String, _ password: String) throws(CredentialsError) -> String {
    if user.utf8.contains(UInt8(ascii: ":")) { throw .colonInName }
    let text = "\(user):\(password)"
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter }
    return "Basic \(Base64.encoded(Array(text.utf8)))"
  }
}
